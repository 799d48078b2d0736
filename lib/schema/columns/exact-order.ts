import type { Dialect, ExactOrderName } from '../../dialects/index.js';
import type { ColumnMetadata } from './typeorm-metadata.js';

/**
 * Returns the order that a column's texts need on pages by cursor.
 *
 * @returns undefined where the engine's own order is exact
 */
export function exactOrderOf(column: ColumnMetadata, dialect: Dialect): ExactOrderName | undefined {
  const { exactOrders, inexactColumns } = dialect;
  if (exactOrders === undefined) return undefined;
  const { collation, entityMetadata, databaseName } = column;
  const isDeclared = collation !== undefined && new RegExp(exactOrders.collations).test(collation);
  return isDeclared || inexactColumns?.has(`${entityMetadata.tableName}.${databaseName}`) ? 'weights' : undefined;
}

/** Returns the order for texts of a host's SQL. Its columns are unknown, so one inexact column decides for all. */
export function exactOrderOfSql({ inexactColumns }: Dialect): ExactOrderName | undefined {
  return inexactColumns === undefined ? undefined : 'weights';
}
