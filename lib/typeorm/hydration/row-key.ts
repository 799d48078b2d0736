import { part } from '../fingerprint.js';
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

/**
 * True where TypeORM would take rows with different keys for one entity. It joins the parts of a key with `_`, so that
 * it does not tell `('a_b', 'c')` from `('a', 'b_c')`.
 */
export function areMergedByTypeOrm(rows: readonly Row[], names: readonly string[]): boolean {
  if (names.length < 2) return false;
  const keyOf = rowKey(names);
  const known = new Map<string, string>();
  return rows.some((row) => {
    const joined = names.map((name) => textOf(row[name])).join('_');
    const key = keyOf(row);
    const first = known.get(joined) ?? key;
    known.set(joined, first);
    return first !== key;
  });
}

/** Writes one value as `Array.join` does, unless it is an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
