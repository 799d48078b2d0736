import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from './column-metadata.js';

/** The columns of each index that the entity declares, the primary key among them, escaped; an index of some rows is none. */
export function indexesOf(metadata: EntityMetadata, escape: (name: string) => string): readonly (readonly string[])[] {
  const { primaryColumns, uniques, ownIndices, indices } = metadata;
  const whole = [...new Set([...ownIndices, ...indices])].filter(({ where }) => where === undefined);
  const lists = [primaryColumns, ...[...uniques, ...whole].map(({ columns }) => columns)];
  return lists.map((columns) => columns.map(({ databaseName }) => escape(databaseName)));
}

/**
 * Whether an index starts with a column, as far as the entity declares one: a primary key, a unique constraint, an index.
 * TypeORM's metadata says nothing of indexes that were made by hand.
 */
export function startsAnIndex(column: ColumnMetadata): boolean {
  const { primaryColumns, uniques, ownIndices, indices } = column.entityMetadata;
  const lists = [primaryColumns, ...[...uniques, ...ownIndices, ...indices].map(({ columns }) => columns)];
  return lists.some(([first]) => first === column);
}
