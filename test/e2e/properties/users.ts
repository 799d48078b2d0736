import fc from 'fast-check';
import type { Dataset, Row } from './dataset.js';
import type { EntityName } from './expected-model.js';

/** A user of a model with scopes: the keys of the rows that are hidden from it. */
export type User = Readonly<Partial<Record<EntityName, readonly string[]>>>;

/** As many hidden rows as decide the text of a statement, and more than any entity has. */
const sizes = [0, 1, 2, 5, 100] as const;

/** Keys of rows, spread over the first forty; the rest of a long list is of no row. */
function keysFrom(first: number, size: number): string[] {
  return Array.from({ length: size }, (_, at) => String(at < 8 ? 1 + ((first + 5 * at) % 40) : 1_000 + at));
}

const hidden = fc
  .record({ size: fc.constantFrom(...sizes), first: fc.nat(39) })
  .map(({ size, first }) => keysFrom(first, size));

/** The aggregates of the key of an entity with scopes, which tell which rows were added up. */
export const ofKeys = { id: ['count', 'sum', 'min', 'max'] } as const;

/** Users who see some rows of these entities. */
export function usersOf(...entities: readonly EntityName[]): fc.Arbitrary<User> {
  return fc.record(Object.fromEntries(entities.map((entity) => [entity, hidden])));
}

/** The scope of an entity, whose key is `id`. An empty list is refused, because it may be one that was forgotten. */
export function scopeOf(entity: EntityName): (user?: User) => object {
  return (user) => {
    const keys = user?.[entity] ?? [];
    return keys.length === 0 ? {} : { id: { $notIn: keys.map(Number) } };
  };
}

/** The rows that a user sees, related to those that the user sees. */
export function seenBy<Data extends Dataset>(dataset: Data, user: User): Dataset {
  const copies = new Map<Row, Row & { related: Record<string, Row[]> }>();
  const isSeen = ({ entity, key }: Row) => user[entity]?.includes(key) !== true;
  const rows = Object.values<readonly Row[] | undefined>(dataset).flatMap((all) => all ?? []);
  for (const row of rows.filter(isSeen)) copies.set(row, { ...row, related: {} });
  for (const [row, copy] of copies) {
    for (const [name, others] of Object.entries(row.related)) {
      copy.related[name] = others.flatMap((other) => copies.get(other) ?? []);
    }
  }
  const copied = (all: readonly Row[] | undefined) => (all ?? []).flatMap((row) => copies.get(row) ?? []);
  return Object.fromEntries(Object.entries(dataset).map(([entity, all]) => [entity, copied(all)]));
}
