import type { RampRequest } from '../../engine/index.js';

/**
 * Returns the names of a column: `toys.(size.height)` is `toys`, `size`, `height`. Undefined where it was refused: a
 * group of columns (`a~b`) has no equivalent, and an empty name is none.
 */
export function pathOfColumn(request: RampRequest, key: string, column: string): readonly string[] | undefined {
  if (column.includes('~')) {
    request.refuse(key, { code: 'malformed_key' }, 'names several columns by ~, which is not read here; name one');
    return undefined;
  }
  const path = plain(column).split('.');
  if (!path.includes('')) return path;
  request.refuse(key, { code: 'malformed_key' }, 'has an empty name in its path');
  return undefined;
}

/** Returns a column's name here: `toys.(size.height)` is `toys.size.height`. */
export function plain(column: string): string {
  return column.replace(/[()]/g, '');
}

/** Returns true for several columns, such as `a~b`, which have the value of the first one that is not NULL. */
export function isGroup(column: string | readonly string[]): boolean {
  return typeof column !== 'string' || column.includes('~');
}

/** Returns true for a column of the row itself in a `select`: `name`, or `(size.height)`, which is embedded. */
export function isOwnSelected(column: string): boolean {
  return !column.includes('*') && (column.startsWith('(') || !column.includes('.'));
}
