import { part } from '../../caches/index.js';
import type { Row } from './column-reader.js';

/**
 * Returns a function that writes a row's primary key as text. The text is equal for equal keys alone: each part of a
 * key with several columns stands behind its length.
 *
 * @param names the key's columns in the result
 */
export function rowKey(names: readonly string[]): (row: Row) => string {
  const [name, ...more] = names;
  if (name !== undefined && more.length === 0) return (row) => textOf(row[name]);
  return (row) => {
    let key = '';
    for (const column of names) key += part(textOf(row[column]));
    return key;
  };
}

/** Groups rows by key, in the order of their first appearance. */
export function groupsOf<R extends Row>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** The columns of a table's primary key in a result, and whether each row there has a key of its own. */
export interface KeysOfRows {
  readonly names: readonly string[];
  readonly areDistinct: boolean;
}

/**
 * True where each row is an entity although keys look equal: they differ by microseconds, which a Date has lost.
 */
export function haveRoundedKeys(rows: readonly Row[], { names, areDistinct }: KeysOfRows): boolean {
  return areDistinct && rows.some((row) => names.some((name) => row[name] instanceof Date));
}

/** Writes one value as `Array.join` does, unless it is an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
