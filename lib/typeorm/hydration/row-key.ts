import type { Row } from './column-reader.js';

/**
 * Returns a function that writes a row's primary key as text. The text is equal where TypeORM
 * merges rows into one entity.
 *
 * @param names the key's columns in the result
 */
export function rowKey(names: readonly string[]): (row: Row) => string {
  const [name, ...more] = names;
  if (name !== undefined && more.length === 0) return (row) => textOf(row[name]);
  return (row) => names.map((column) => textOf(row[column])).join('_');
}

/** Writes one value as `Array.join` does, unless it is an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
