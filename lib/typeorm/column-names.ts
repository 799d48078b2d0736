import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import type { ColumnSchema } from '../schema/index.js';
import { type TableAlias, dataSourceOf, driverOf, otherAliasesOf, selectionsOf } from './builder.js';

/**
 * Returns the name of an entity's column in the rows of a builder.
 *
 * @returns the name, or undefined where the builder does not select the column, or may select
 * something else by the name
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

/** Returns TypeORM's name for a column of a table in a result, which it shortens where the engine does. */
export function nameInResult({ metadata }: ColumnSchema, alias: string): string {
  return DriverUtils.buildAlias(driverOf(metadata.entityMetadata), undefined, alias, metadata.databaseName);
}

/**
 * True where TypeORM gives the name to a column of the table. An alias `post_author` with a column `name` collides with
 * an alias `post` with a column `author_name`. Shortened names are hashes of the whole, and do not collide.
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
