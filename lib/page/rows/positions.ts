import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan } from '../../statements/index.js';
import type { Addition, SqlChanges } from '../../sql/index.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';
import type { Window } from '../list/window.js';

/** A row as the driver gives it, by the names of the selected expressions. */
export type RawRow = Readonly<Record<string, unknown>>;

/** A query for rows in a total order, whose keys identify each row. */
export interface KeysetQuery<E extends ObjectLiteral = ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** Beginning and end of the rows, beside their window. */
  readonly addition: Addition;
  readonly keys: readonly KeysetKey[];
  /** True where cursors will be printed from the positions. */
  readonly forCursors: boolean;
  readonly window: Window;
}

/** The position of one row of a result. */
export interface RowPosition {
  readonly position: Position;
  /**
   * Index of the first key that orders this row by only a part of its value, as MariaDB does with long texts. A cursor
   * that compares the whole value would lose rows. Undefined where no key does.
   */
  readonly misplacedBy: number | undefined;
}

/** A sort key, and the names of its selected parts. */
export interface SelectedKey {
  readonly key: KeysetKey;
  /** The name of the key's value. */
  readonly name: string;
  /** Name of the condition that the row is ordered by the whole value. Undefined where every row is. */
  readonly isOrderedName: string | undefined;
}

/**
 * Selects the values of the sort keys in a builder, under generated names. For cursors, it also selects the condition
 * that the engine orders by a key's whole value, where it may not.
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

/** Returns the expressions of {@link selectPositions}, which tell its statement from others. */
export function textsOf({ keys, forCursors }: Pick<KeysetQuery, 'keys' | 'forCursors'>): readonly string[] {
  return keys.flatMap(({ value }) => [value.selected, (forCursors ? value.isOrderedByAll : undefined) ?? '']);
}

/** Returns the names of selected keys, for a later statement with the same text. */
export function namesOf(selected: readonly SelectedKey[]): readonly string[] {
  return selected.flatMap(({ name, isOrderedName }) => [name, isOrderedName ?? '']);
}

/** Returns keys with names that {@link namesOf} gave for the same keys. */
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
  // Drivers give a boolean as true, 1, '1' or 1n. For NULL there is nothing to order by.
  return isOrderedName !== undefined && row[isOrderedName] !== null && Number(row[isOrderedName]) === 0;
}
