import type { Dialect, ExactOrderName } from '../dialects/index.js';
import type { ColumnMetadata } from './typeorm-metadata.js';

/** Returns the order by which the texts of a column are ordered exactly; undefined where they are anyway. */
export function exactOrderOf(column: ColumnMetadata, dialect: Dialect): ExactOrderName | undefined {
  const { exactOrders, inexactColumns } = dialect;
  if (exactOrders === undefined) return undefined;
  const { collation, entityMetadata, databaseName } = column;
  const isDeclared = collation !== undefined && new RegExp(exactOrders.collations).test(collation);
  return isDeclared || inexactColumns?.has(`${entityMetadata.tableName}.${databaseName}`) ? 'weights' : undefined;
}

/** Returns the order of texts that the host's own SQL makes: of columns that nothing here names, so that one is enough for all. */
export function exactOrderOfSql({ inexactColumns }: Dialect): ExactOrderName | undefined {
  return inexactColumns === undefined ? undefined : 'weights';
}
