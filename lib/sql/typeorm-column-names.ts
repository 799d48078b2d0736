import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import type { ColumnSchema } from '../schema/index.js';
import { type TableAlias, dataSourceOf, otherAliasesOf, selectionsOf } from './typeorm.js';

/**
 * Returns the name that a column of a builder's entity has in the rows of the builder; undefined where the builder does not select it,
 * or may select something else by that name.
 */
export function columnNameOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { metadata }: ColumnSchema,
): string | undefined {
  if (!isSelected(builder, metadata)) return undefined;
  const name = DriverUtils.buildAlias(dataSourceOf(builder).driver, undefined, builder.alias, metadata.databaseName);
  if (selectionsOf(builder).some(({ aliasName }) => aliasName === name)) return undefined;
  return otherAliasesOf(builder).some((alias) => isNamed(alias, name)) ? undefined : name;
}

/**
 * True where TypeORM gives a column of a table the name: an alias `post_author` with a column `name`, beside an alias `post` with a
 * column `author_name`. Names that TypeORM shortens are hashes of the whole, and have no such neighbour.
 */
function isNamed(alias: TableAlias, name: string): boolean {
  if (!alias.hasMetadata || !name.startsWith(`${alias.name}_`)) return false;
  const column = name.slice(alias.name.length + 1);
  return alias.metadata.columns.some(({ databaseName }) => databaseName === column);
}

/** True for a column that is selected with its entity, or by its property. */
export function isSelected<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { propertyPath, isSelect, isVirtual }: ColumnSchema['metadata'],
): boolean {
  if (isVirtual) return false;
  const { alias } = builder;
  return selectionsOf(builder).some(
    ({ selection, aliasName }) =>
      aliasName === undefined && ((selection === alias && isSelect) || selection === `${alias}.${propertyPath}`),
  );
}
