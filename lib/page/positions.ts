import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SqlChanges } from '../sql/index.js';
import type { Position } from './cursor.js';
import type { KeysetKey } from './keyset.js';

export type RawRow = Readonly<Record<string, unknown>>;

/** Where a row stands. */
export interface Place {
  readonly position: Position;
  /** The index of the first key by whose value rows are not ordered as it compares; undefined where there is none. */
  readonly misplacedBy: number | undefined;
}

/** A key, and under which names its value is read from a row, and whether rows are ordered by all of it. */
export interface SelectedKey {
  readonly key: KeysetKey;
  readonly name: string;
  readonly isOrderedName: string | undefined;
}

/** Selects the values of the keys beside each row, under names of ours; for cursors, whether rows are ordered by them, too. */
export function selectPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { keys, changes }: { readonly keys: readonly KeysetKey[]; readonly changes: SqlChanges },
  forCursors: boolean,
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

export function placeOf(row: RawRow, selected: readonly SelectedKey[]): Place {
  const isMisplaced = ({ isOrderedName }: SelectedKey): boolean =>
    isOrderedName !== undefined && row[isOrderedName] !== null && Number(row[isOrderedName]) === 0;
  const misplacedBy = selected.findIndex(isMisplaced);
  return {
    position: selected.map(({ key, name }) => key.value.textOf(row[name])),
    misplacedBy: misplacedBy < 0 ? undefined : misplacedBy,
  };
}
