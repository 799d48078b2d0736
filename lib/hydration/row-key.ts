import type { Row } from './column-reader.js';

/**
 * Returns a function that writes the primary key of a row as text, equal where TypeORM takes rows for parts of one entity.
 *
 * @param names the names of the key's columns in the result
 */
export function rowKey(names: readonly string[]): (row: Row) => string {
  const [name, ...more] = names;
  if (name !== undefined && more.length === 0) return (row) => textOf(row[name]);
  return (row) => names.map((column) => textOf(row[column])).join('_');
}

/** Writes one value, as `Array.join` does where it is no object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
