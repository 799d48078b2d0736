import fc from 'fast-check';
import { words } from '../operators.js';
import { type ClassPlan, type MappingPlan, type RelationPlan, type TablePlan, tableOf } from './mapping.js';

/** A row: what decides about it, and the rows that it refers to, by their number. */
export interface RandomRow {
  readonly number: number;
  /** The class that shares the table. Undefined for the one that has it. */
  readonly child: string | undefined;
  readonly label: string;
  readonly weight: number | null;
  readonly extra: number | null;
  readonly size: number | null;
  readonly tier: number;
  readonly spam: boolean;
  readonly isDeleted: boolean;
  /** Whether its second key is there. */
  readonly hasCode: boolean;
  readonly references: Readonly<Record<string, Reference>>;
}

/** The number of a row, one that no row has, a key without one of its parts, or none. */
export type Reference = number | 'part' | null;

/** The number of a key that is of no row. */
export const nobody = 70;

export interface RandomData {
  readonly tables: readonly (readonly RandomRow[])[];
  /** The rows of junction tables, by relation. */
  readonly links: Readonly<Record<string, readonly Link[]>>;
}

export interface Link {
  readonly own: number;
  readonly far: number;
}

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 3 });
const often = (chances: number) => fc.nat(chances - 1).map((value) => value > 0);

/** The largest tier: rows of it are seen by nobody where a scope looks at it. */
const hiddenTier = 9;

/** Any rows of a mapping, some of which nobody may see. */
export function rowsOf(mapping: MappingPlan): fc.Arbitrary<RandomData> {
  const sizes = fc.tuple(...mapping.tables.map(() => fc.integer({ min: 2, max: 9 })));
  return sizes.chain((size) => {
    const many = mapping.relations.filter(({ type }) => type === 'many-to-many');
    const links = many.map((relation) => [relation.name, linksOf(relation, size)] as const);
    return fc.record({
      tables: fc.tuple(...mapping.tables.map((table, place) => tableRows(mapping, table, { size, place }))),
      links: fc.record(Object.fromEntries(links)),
    });
  });
}

interface Sized {
  readonly size: readonly number[];
  readonly place: number;
}

function tableRows(mapping: MappingPlan, { children }: TablePlan, { size, place }: Sized): fc.Arbitrary<RandomRow[]> {
  const length = size[place] ?? 0;
  const kind = fc.constantFrom(undefined, ...children.map(({ child }) => child));
  const owned = mapping.relations.filter(({ owner, type }) => owner.table === place && type !== 'many-to-many');
  const row = fc.record({
    ...{ child: kind, label: words, weight: maybe(fc.nat(3)), extra: maybe(fc.nat(3)), size: maybe(fc.nat(3)) },
    ...{ tier: fc.constantFrom(1, 1, 2, 3, hiddenTier), spam: fc.nat(3).map((value) => value === 0) },
    ...{ isDeleted: fc.nat(4).map((value) => value === 0), hasCode: often(5) },
  });
  const references = fc.record(
    Object.fromEntries(owned.map((relation) => [relation.name, referencesOf(relation, length, size)])),
  );
  const rows = fc.array(row, { minLength: length, maxLength: length });
  return fc.tuple(rows, references).map(([all, of]) =>
    all.map((each, index) => {
      const own = owned.filter(({ owner }) => owner.child === undefined || owner.child === each.child);
      return {
        ...each,
        number: index + 1,
        references: Object.fromEntries(own.map(({ name }) => [name, of[name]?.[index] ?? null])),
      };
    }),
  );
}

/** Returns what each row of a table refers to; of a one-to-one relation, each row at most once. */
function referencesOf({ type, target }: RelationPlan, length: number, size: readonly number[]) {
  const count = size[target.table] ?? 0;
  if (type === 'one-to-one') {
    const any = Array.from({ length: Math.max(length, count) + 2 }, (_, place) =>
      place < count ? place + 1 : place === count ? nobody : null,
    );
    return fc.shuffledSubarray(any, { minLength: length, maxLength: length });
  }
  const reference = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: count }), weight: 6 },
    { arbitrary: fc.constantFrom<Reference>(null, nobody, 'part'), weight: 1 },
  );
  return fc.array(reference, { minLength: length, maxLength: length });
}

function linksOf({ owner, target, repeats }: RelationPlan, size: readonly number[]): fc.Arbitrary<readonly Link[]> {
  const [own, far] = [size[owner.table] ?? 0, size[target.table] ?? 0];
  const link = fc.record({
    own: fc.integer({ min: 1, max: own }),
    far: fc.oneof({ arbitrary: fc.integer({ min: 1, max: far }), weight: 9 }, fc.constant(nobody)),
  });
  const selector = (each: Link) => `${each.own} ${each.far}`;
  return repeats ? fc.array(link, { maxLength: 30 }) : fc.uniqueArray(link, { maxLength: 25, selector });
}

/** Returns the number of the row that a row refers to. */
export function referredBy(row: RandomRow, { name }: RelationPlan): Reference {
  return row.references[name] ?? null;
}

/** Returns the text that no other row has. */
export function markOf(table: TablePlan, { number }: Pick<RandomRow, 'number'>): string {
  return `<${table.name}.${number}>`;
}

/** Returns true for rows of a class. */
export function isOf({ child }: ClassPlan, row: RandomRow): boolean {
  return child === undefined || row.child === child;
}

/** Returns the rows of a class. */
export function rowsOfClass(mapping: MappingPlan, of: ClassPlan, { tables }: RandomData): readonly RandomRow[] {
  return (tables[mapping.tables.indexOf(tableOf(mapping, of))] ?? []).filter((row) => isOf(of, row));
}
