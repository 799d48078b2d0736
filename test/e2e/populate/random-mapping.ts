import type { EntitySchemaColumnOptions } from 'typeorm';
import fc from 'fast-check';
import type { EngineName } from '../../support/databases.js';
import { words } from './oracle.js';

/** Kinds of columns that rows are referred to by. */
const keyKinds = ['int', 'bigint', 'uuid', 'date', 'binary', 'text', 'upper'] as const;

export type KeyKind = (typeof keyKinds)[number];

/** A kind of key: its column, and its values by whole numbers, in their order. */
interface Kind {
  readonly column: (engine: EngineName) => EntitySchemaColumnOptions;
  /** Returns a value as the database has it. */
  readonly stored: (number: number, engine: EngineName) => unknown;
  /** Returns a value as an answer has it, in the form of `canonical`. */
  readonly shown: (number: number, engine: EngineName) => unknown;
}

const padded = (number: number, length: number) => String(number).padStart(length, '0');
const uuidOf = (number: number) => `00000000-0000-4000-8000-${padded(number, 12)}`;
const dateOf = (number: number) => `20${padded(number, 2)}-02-${padded((number % 27) + 1, 2)}`;
const bytesOf = (number: number) => Buffer.from([0, 92, 34, 100 + number]);
/** Numbers of SQLite are numbers of JavaScript; the others' have more digits. */
const bigOf = (number: number, engine: EngineName) =>
  engine === 'sqlite' ? 2 ** 40 + number : String(9_007_199_254_740_993n + 2n * BigInt(number));

const binaryTypes = { sqlite: 'blob', postgres: 'bytea', mariadb: 'varbinary' } as const;

/** A transformer of a key, as applications have for codes. */
const lowered = {
  to: (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value),
  from: (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value),
};

export const kinds: Readonly<Record<KeyKind, Kind>> = {
  int: { column: () => ({ type: 'int' }), stored: (number) => number, shown: (number) => number },
  bigint: {
    column: () => ({ type: 'bigint' }),
    stored: bigOf,
    shown: (number, engine) => String(bigOf(number, engine)),
  },
  uuid: {
    column: (engine) => (engine === 'sqlite' ? { type: 'varchar', length: 36 } : { type: 'uuid' }),
    stored: uuidOf,
    shown: uuidOf,
  },
  date: { column: () => ({ type: 'date' }), stored: dateOf, shown: dateOf },
  binary: {
    column: (engine) => ({ type: binaryTypes[engine], ...(engine === 'mariadb' && { length: 4 }) }),
    stored: bytesOf,
    shown: (number) => hexOf(bytesOf(number)),
  },
  text: {
    column: () => ({ type: 'varchar', length: 20 }),
    stored: (number) => `key ${padded(number, 2)}`,
    shown: (number) => `key ${padded(number, 2)}`,
  },
  upper: {
    column: () => ({ type: 'varchar', length: 20, transformer: lowered }),
    stored: (number) => `KEY ${padded(number, 2)}`,
    shown: (number) => `key ${padded(number, 2)}`,
  },
};

function hexOf(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`;
}

/** Returns rows as JSON has them. Engines give whole numbers of 64 bits as texts, or as numbers. */
export function canonical(rows: unknown): unknown {
  const text = JSON.stringify(rows, (_, value: unknown) => {
    if (typeof value === 'number' && Math.abs(value) > 2 ** 32) return String(value);
    return isBytes(value) ? hexOf(Buffer.from(value.data)) : value;
  });
  return JSON.parse(text) as unknown;
}

function isBytes(value: unknown): value is { readonly data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}

/*
 * Any mapping: tables with keys of every kind, classes that share one, and relations of every type between them.
 */

export interface TablePlan {
  readonly name: string;
  readonly key: readonly KeyKind[];
  /** The columns of a second, unique key, which is hidden. */
  readonly code: readonly KeyKind[];
  readonly deletes: boolean;
  readonly scope: boolean;
  /** Whether it has an embedded object, `box`. */
  readonly box: boolean;
  readonly children: readonly ClassPlan[];
}

/** A class of a table: the only one, or one of those that share it. */
export interface ClassPlan {
  readonly name: string;
  readonly table: number;
  /** Undefined for the class that has the table. */
  readonly child: string | undefined;
  readonly scope: boolean;
}

/** The declaration of one side of a relation. */
interface EndPlan {
  readonly limit: number;
  readonly extra: number;
  readonly sort: readonly string[];
  readonly narrow: boolean;
  readonly where: 'none' | 'spam' | 'context';
  readonly when: boolean;
}

export interface RelationPlan {
  /** Property path: `r0`, or `box.r0`. */
  readonly name: string;
  /** Property of the other side, which may not have any. */
  readonly inverse: string | undefined;
  readonly type: 'many-to-one' | 'one-to-one' | 'many-to-many';
  readonly owner: ClassPlan;
  readonly target: ClassPlan;
  readonly byCode: boolean;
  /** Whether the foreign key is a property with a transformer. */
  readonly transformed: boolean;
  readonly lazy: boolean;
  /** Whether the junction table may have a row twice. */
  readonly repeats: boolean;
  readonly own: EndPlan;
  readonly far: EndPlan;
}

export interface MappingPlan {
  readonly tables: readonly TablePlan[];
  readonly classes: readonly ClassPlan[];
  readonly relations: readonly RelationPlan[];
}

const one = (chances: number) => fc.nat(chances - 1).map((value) => value === 0);
const key = fc.oneof(
  { arbitrary: fc.array(fc.constantFrom(...keyKinds), { minLength: 1, maxLength: 1 }), weight: 3 },
  { arbitrary: fc.array(fc.constantFrom(...keyKinds), { minLength: 2, maxLength: 2 }), weight: 2 },
);

function table(index: number): fc.Arbitrary<TablePlan> {
  const name = `T${index}`;
  const child = (kind: string) =>
    one(2).map((scope): ClassPlan => ({ name: `${name}${kind}`, table: index, child: kind, scope }));
  const children = one(3).chain((shared): fc.Arbitrary<readonly ClassPlan[]> =>
    shared ? fc.tuple(child('A'), child('B')) : fc.constant([]),
  );
  return fc.record({ name: fc.constant(name), key, code: key, deletes: one(2), scope: one(2), box: one(2), children });
}

const end: fc.Arbitrary<EndPlan> = fc.record({
  limit: fc.integer({ min: 1, max: 3 }),
  extra: fc.integer({ min: 0, max: 2 }),
  sort: fc.constantFrom([], ['weight:desc'], ['label'], ['label:desc', 'weight']),
  narrow: one(4),
  where: fc.constantFrom('none', 'none', 'spam', 'context'),
  when: one(5),
});

const types = ['many-to-one', 'many-to-one', 'one-to-one', 'many-to-many', 'many-to-many'] as const;

function relation(index: number, { tables, classes }: Omit<MappingPlan, 'relations'>): fc.Arbitrary<RelationPlan> {
  return fc
    .record({
      type: fc.constantFrom(...types),
      owner: fc.constantFrom(...classes),
      target: fc.constantFrom(...classes),
      ...{ byCode: one(2), transformed: one(3), lazy: one(8), repeats: one(2), inBox: one(2), twoSided: one(4) },
      ...{ own: end, far: end },
    })
    .map(({ inBox, twoSided, ...plan }) => {
      // The columns of an embedded object have no properties of their own here.
      const boxed = inBox && plan.owner.child === undefined && tables[plan.owner.table]?.box === true;
      const name = boxed ? `box.r${index}` : `r${index}`;
      const [lazy, transformed] = [plan.lazy && !boxed, plan.transformed && !boxed && plan.type !== 'many-to-many'];
      return { ...plan, name, lazy, transformed, inverse: twoSided ? undefined : `i${index}` };
    });
}

export const mappings: fc.Arbitrary<MappingPlan> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 3, max: 6 }))
  .chain(([size, relations]) =>
    fc.tuple(...Array.from({ length: size }, (_, index) => table(index))).chain((tables) => {
      const classes = tables.flatMap(({ name, children }, index) => [
        { name, table: index, child: undefined, scope: false },
        ...children,
      ]);
      const parts = { tables, classes };
      const all = Array.from({ length: relations }, (_, index) => relation(index, parts));
      return fc.tuple(...all).map((made) => ({ ...parts, relations: made }));
    }),
  );

/** One side of a relation, as a class has it. */
export interface Side {
  readonly relation: RelationPlan;
  readonly name: string;
  readonly target: ClassPlan;
  readonly isOwner: boolean;
  readonly toMany: boolean;
  readonly plan: EndPlan;
}

/** Lists the relations of a class, with those that it inherits. */
export function sidesOf({ relations }: MappingPlan, of: ClassPlan): readonly Side[] {
  const has = (other: ClassPlan) => other.name === of.name || (other.child === undefined && other.table === of.table);
  return relations.flatMap((relation) => {
    const { name, inverse, owner, target, type } = relation;
    const own: Side = {
      ...{ relation, name, target, isOwner: true, toMany: type === 'many-to-many', plan: relation.own },
    };
    const sides = has(owner) ? [own] : [];
    if (inverse === undefined || !has(target)) return sides;
    const far = { relation, name: inverse, target: owner, isOwner: false, toMany: type !== 'one-to-one' };
    return [...sides, { ...far, plan: relation.far }];
  });
}

/** Returns the table of a class. */
export function tableOf({ tables }: MappingPlan, of: ClassPlan): TablePlan {
  const found = tables[of.table];
  if (found === undefined) throw new Error(`no table of ${of.name}`);
  return found;
}

/** Lists the properties of a key: `k0`, `k1`. */
export function propertiesOf(letter: 'k' | 'c', key: readonly KeyKind[]): readonly string[] {
  return key.map((_, place) => `${letter}${place}`);
}

/** Lists the fields that a class exposes and answers. */
export function fieldsOf(mapping: MappingPlan, of: ClassPlan): readonly string[] {
  const { key, box } = tableOf(mapping, of);
  const own = [...propertiesOf('k', key), 'mark', 'label', 'weight'];
  return [...own, ...(box ? ['box.size'] : []), ...(of.child === 'A' ? ['extra'] : [])];
}

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

interface Link {
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
