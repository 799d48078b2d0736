import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan } from '../prepared/index.js';
import type { Addition, SqlChanges } from '../sql/index.js';
import type { Position } from './cursor.js';
import type { KeysetKey } from './keyset.js';
import type { Window } from './window.js';

/** A row as the driver gives it, by the names of the selected expressions. */
export type RawRow = Readonly<Record<string, unknown>>;

/** A query for rows in a total order: one whose keys tell each row from every other. */
export interface KeysetQuery<E extends ObjectLiteral = ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** Where the rows begin and end, beside their window. */
  readonly addition: Addition;
  readonly keys: readonly KeysetKey[];
  /** Cursors will be printed from the positions of the rows. */
  readonly forCursors: boolean;
  readonly window: Window;
}

/** The position of one row of a result. */
export interface RowPosition {
  readonly position: Position;
  /**
   * The index of the first key that orders this row by only a part of its value, as MariaDB does with long texts: a cursor
   * that compares the whole value would lose rows. Undefined where there is none.
   */
  readonly misplacedBy: number | undefined;
}

/** A sort key, and the names under which its parts are selected. */
export interface SelectedKey {
  readonly key: KeysetKey;
  /** The name of the key's value. */
  readonly name: string;
  /** The name of the condition that the row is ordered by all of the value; undefined where every row is. */
  readonly isOrderedName: string | undefined;
}

/**
 * Adds the values of the sort keys to what a builder selects, under generated names. For cursors it also selects, for each
 * key of which the engine may order by a part, the condition that it does not.
 */
export function selectPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { keys, changes, forCursors }: Pick<KeysetQuery, 'keys' | 'forCursors'> & { readonly changes: SqlChanges },
): SelectedKey[] {
  const select = (sql: string): string => {
    const name = changes.statement.name();
    builder.addSelect(sql, name);
    return name;
  };
  return keys.map((key) => {
    const { selected, isOrderedByAll } = key.value;
    const isOrderedName = forCursors && isOrderedByAll !== undefined ? select(isOrderedByAll) : undefined;
    return { key, name: select(selected), isOrderedName };
  });
}

/** The texts of keys that many requests have in common, for cursors. */
const cursorTexts = new WeakMap<readonly KeysetKey[], readonly string[]>();

/** Returns what {@link selectPositions} selects, which tells its statement from that of other keys. */
export function textsOf({ keys, forCursors }: Pick<KeysetQuery, 'keys' | 'forCursors'>): readonly string[] {
  if (!forCursors) return keys.flatMap(({ value }) => [value.selected, '']);
  let texts = cursorTexts.get(keys);
  if (texts === undefined) {
    texts = keys.flatMap(({ value }) => [value.selected, value.isOrderedByAll ?? '']);
    cursorTexts.set(keys, texts);
  }
  return texts;
}

/** Returns the names under which keys are selected, for a later statement with the same text. */
export function namesOf(selected: readonly SelectedKey[]): readonly string[] {
  return selected.flatMap(({ name, isOrderedName }) => [name, isOrderedName ?? '']);
}

/** Returns keys with the names that {@link namesOf} gave for the same keys. */
export function selectedKeys(keys: readonly KeysetKey[], names: readonly string[]): SelectedKey[] {
  return keys.map((key, index) => ({
    key,
    name: names[2 * index] ?? '',
    isOrderedName: names[2 * index + 1] || undefined,
  }));
}

/** Reads the position of a row from the expressions that {@link selectPositions} added. */
export function positionOf(row: RawRow, selected: readonly SelectedKey[]): RowPosition {
  const misplacedBy = selected.findIndex((key) => isMisplaced(row, key));
  return {
    position: selected.map(({ key, name }) => key.value.textOf(row[name])),
    misplacedBy: misplacedBy < 0 ? undefined : misplacedBy,
  };
}

/** Returns true for a row that is ordered by only a part of a key's value. */
export function isMisplaced(row: RawRow, { isOrderedName }: SelectedKey): boolean {
  // Drivers give a boolean as true, 1, '1' or 1n; of NULL there is nothing to order by.
  return isOrderedName !== undefined && row[isOrderedName] !== null && Number(row[isOrderedName]) === 0;
}
