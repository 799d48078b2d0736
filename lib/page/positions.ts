import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SqlChanges } from '../sql/index.js';
import type { Position } from './cursor.js';
import type { KeysetKey } from './keyset.js';

export type RawRow = Readonly<Record<string, unknown>>;

/** What is asked of each row beside itself: the values of its keys, under names of ours. */
export function selectPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { keys, changes }: { readonly keys: readonly KeysetKey[]; readonly changes: SqlChanges },
): string[] {
  return keys.map(({ value }) => {
    const name = changes.statement.name();
    builder.addSelect(value.selected, name);
    return name;
  });
}

export function positionOf(row: RawRow, names: readonly string[]): Position {
  return names.map((name) => textOf(row[name]));
}

/** Exact values come as text; numbers, where text would round them. */
function textOf(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return null;
  }
}
