import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ColumnSchema } from '../schema/index.js';
import { columnNameOf } from '../sql/index.js';
import type { KeysetKey } from './keyset.js';
import type { RawRow, RowPosition } from './positions.js';

/*
 * The positions of rows, read from the columns that a page selects anyway. To select an expression for each key takes SQLite a third
 * of the time of a page.
 */

/** The columns of which a row had a value that the column does not give as it is. */
const indirect = new WeakSet<ColumnSchema>();

/** Returns the names of the keys' own columns in a row; undefined where one is not selected, or does not give all of its values. */
export function directNames<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): readonly string[] | undefined {
  const names: string[] = [];
  for (const { key, value } of keys) {
    const { rootColumn: column, comparand, sql } = key;
    if (column === undefined || comparand !== sql || indirect.has(column)) return undefined;
    if (value.directTextOf === undefined || value.isOrderedByAll !== undefined) return undefined;
    const name = columnNameOf(builder, column);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

/** Returns the position of a row by its columns; undefined where one of them does not give its value as it is, which is remembered. */
export function directPosition(
  row: RawRow,
  keys: readonly KeysetKey[],
  names: readonly string[],
): RowPosition | undefined {
  const position: (string | null)[] = [];
  for (const [index, { key, value }] of keys.entries()) {
    const text = value.directTextOf?.(row[names[index] ?? '']);
    if (text === undefined) {
      if (key.rootColumn !== undefined) indirect.add(key.rootColumn);
      return undefined;
    }
    position.push(text);
  }
  return { position, misplacedBy: undefined };
}
