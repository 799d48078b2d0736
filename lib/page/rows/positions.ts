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
  readonly window: Window;
}

/** A sort key, and the name of its selected value. */
export interface SelectedKey {
  readonly key: KeysetKey;
  readonly name: string;
}

/** Selects the values of the sort keys in a builder, under generated names. */
export function selectPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { keys, changes }: Pick<KeysetQuery, 'keys'> & { readonly changes: SqlChanges },
): SelectedKey[] {
  return keys.map((key) => {
    const name = changes.statement.name();
    builder.addSelect(key.value.selected, name);
    return { key, name };
  });
}

/** Returns the expressions of {@link selectPositions}, which tell its statement from others. */
export function textsOf(keys: readonly KeysetKey[]): readonly string[] {
  return keys.map(({ value }) => value.selected);
}

/** Returns the names of selected keys, for a later statement with the same text. */
export function namesOf(selected: readonly SelectedKey[]): readonly string[] {
  return selected.map(({ name }) => name);
}

/** Returns keys with names that {@link namesOf} gave for the same keys. */
export function selectedKeys(keys: readonly KeysetKey[], names: readonly string[]): SelectedKey[] {
  return keys.map((key, index) => ({ key, name: names[index] ?? '' }));
}

/** Reads the position of a row from the expressions that {@link selectPositions} added. */
export function positionOf(row: RawRow, selected: readonly SelectedKey[]): Position {
  return selected.map(({ key, name }) => key.value.textOf(row[name]));
}
