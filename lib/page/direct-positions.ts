import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ColumnSchema } from '../schema/index.js';
import { columnNameOf } from '../sql/index.js';
import type { KeysetKey } from './keyset.js';
import { type RawRow, type RowPosition, isMisplaced, selectedKeys } from './positions.js';

/*
 * The positions of rows, read from the columns that a page selects anyway, as far as these give all of their values. An expression beside
 * them costs the server, the wire and the driver as much as any other column; on SQLite a third of the time of a page.
 */

/** The sort keys of a page, by where their values stand in its rows. */
export interface DividedKeys {
  readonly keys: readonly KeysetKey[];
  /** The name of each key's own column; undefined for a key whose value is selected beside the entity. */
  readonly columns: readonly (string | undefined)[];
  /** The keys whose values are selected beside the entity. */
  readonly beside: readonly KeysetKey[];
}

/** The columns of which a row had a value that the column does not give as it is. */
const indirect = new WeakSet<ColumnSchema>();

/** How keys were divided last, for keys that many requests have in common: what is selected for those beside is then written once. */
const divisions = new WeakMap<readonly KeysetKey[], DividedKeys>();

/** Divides keys into those whose own columns a builder selects, and give all of their values, and others. */
export function dividedKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): DividedKeys {
  const columns = keys.map((key) => directName(builder, key));
  const last = divisions.get(keys);
  if (last?.columns.every((name, index) => name === columns[index]) === true) return last;
  const divided = { keys, columns, beside: keys.filter((_, index) => columns[index] === undefined) };
  divisions.set(keys, divided);
  return divided;
}

/** Returns keys whose values are all selected beside the entity. */
export function undivided(keys: readonly KeysetKey[]): DividedKeys {
  return { keys, columns: [], beside: keys };
}

/** Returns the name of a key's own column in a row; undefined where it is not selected, or does not give all of its values. */
function directName<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { key, value }: KeysetKey,
): string | undefined {
  const { rootColumn: column, comparand, sql } = key;
  if (column === undefined || comparand !== sql || indirect.has(column)) return undefined;
  if (value.directTextOf === undefined || value.isOrderedByAll !== undefined) return undefined;
  return columnNameOf(builder, column);
}

/**
 * Returns the position of a row; undefined where a column does not give its value as it is, which is remembered.
 *
 * @param names those of what was selected for the keys beside the entity
 */
export function positionIn(
  row: RawRow,
  { keys, columns, beside }: DividedKeys,
  names: readonly string[],
): RowPosition | undefined {
  const selected = selectedKeys(beside, names).values();
  const position: (string | null)[] = [];
  let misplacedBy: number | undefined;
  for (const [index, { key, value }] of keys.entries()) {
    const column = columns[index];
    const expression = column === undefined ? selected.next().value : undefined;
    const text = expression ? value.textOf(row[expression.name]) : value.directTextOf?.(row[column ?? '']);
    if (text === undefined) {
      if (key.rootColumn !== undefined) indirect.add(key.rootColumn);
      return undefined;
    }
    position.push(text);
    if (expression && isMisplaced(row, expression)) misplacedBy ??= index;
  }
  return { position, misplacedBy };
}
