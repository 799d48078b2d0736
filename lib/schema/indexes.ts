import type { ColumnMetadata } from './column-metadata.js';

/**
 * Whether an index starts with a column, as far as the entity declares one: a primary key, a unique constraint, an index.
 * TypeORM's metadata says nothing of indexes that were made by hand.
 */
export function startsAnIndex(column: ColumnMetadata): boolean {
  const { primaryColumns, uniques, ownIndices, indices } = column.entityMetadata;
  const lists = [primaryColumns, ...[...uniques, ...ownIndices, ...indices].map(({ columns }) => columns)];
  return lists.some(([first]) => first === column);
}
