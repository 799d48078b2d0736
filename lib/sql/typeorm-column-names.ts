import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import type { ColumnSchema } from '../schema/index.js';
import { dataSourceOf, selectionsOf } from './typeorm.js';

/**
 * Returns the name that a column of a builder's entity has in the rows of the builder; undefined where the builder does not select it,
 * or selects something else by that name.
 */
export function columnNameOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { metadata }: ColumnSchema,
): string | undefined {
  if (!isSelected(builder, metadata)) return undefined;
  const name = DriverUtils.buildAlias(dataSourceOf(builder).driver, undefined, builder.alias, metadata.databaseName);
  return selectionsOf(builder).some(({ aliasName }) => aliasName === name) ? undefined : name;
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
