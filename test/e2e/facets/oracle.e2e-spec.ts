import fc from 'fast-check';
import type { Facet } from 'nestjs-filterable';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { insertRaw } from '../../support/samples/database.js';
import { announceSeed, runs, seed, timeout } from '../properties/settings.js';
import { type Guest, facetsModels, tenant1 } from './model.js';
import { seedFacets } from './rows.js';

/** A run fills the tables and asks six times, which costs more than ten filters do. */
const numRuns = Math.ceil(runs / 8);

beforeAll(announceSeed);

/** A restaurant as the evaluator below knows it. The words are few, so that many rows have one. */
interface Row {
  readonly level: 'low' | 'mid' | 'high';
  readonly open: boolean;
  readonly visits: number;
  readonly notes: readonly string[] | null;
  readonly tags: readonly number[];
  readonly reviews: readonly number[];
}

const word = fc.constantFrom('a', 'b', 'A', 'c d');
const row: fc.Arbitrary<Row> = fc.record({
  level: fc.constantFrom('low', 'mid', 'high'),
  open: fc.boolean(),
  visits: fc.integer({ min: 0, max: 4 }),
  notes: fc.option(fc.array(word, { maxLength: 3 }), { nil: null }),
  tags: fc.uniqueArray(fc.constantFrom(1, 2, 4), { maxLength: 3 }),
  reviews: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
});

/** Conditions of a client, each with its meaning and the facet that it is about. */
interface Condition {
  readonly text: string;
  readonly about: FacetName;
  readonly holds: (row: Row) => boolean;
}

type FacetName = 'level' | 'open' | 'visits' | 'notes' | 'tags.name' | 'reviews.stars';

const tagNames: Readonly<Record<number, string>> = { 1: 'cozy', 2: 'late' };
const namesOf = ({ tags }: Row) => tags.flatMap((tag) => tagNames[tag] ?? []);

const conditions: readonly Condition[] = [
  { text: 'filters[level]=low', about: 'level', holds: ({ level }) => level === 'low' },
  { text: 'filters[open]=true', about: 'open', holds: ({ open }) => open },
  { text: 'filters[visits][$gte]=2', about: 'visits', holds: ({ visits }) => visits >= 2 },
  { text: 'filters[notes]=a', about: 'notes', holds: ({ notes }) => notes?.includes('a') === true },
  { text: 'filters[tags][name]=cozy', about: 'tags.name', holds: (each) => namesOf(each).includes('cozy') },
  { text: 'filters[reviews][$none][stars]=3', about: 'reviews.stars', holds: ({ reviews }) => !reviews.includes(3) },
];

/** The values that a row has in each facet. */
const valuesOf: Readonly<Record<FacetName, (row: Row) => readonly unknown[]>> = {
  level: ({ level }) => [level],
  open: ({ open }) => [open],
  visits: ({ visits }) => [visits],
  notes: ({ notes }) =>
    notes
      ?.join(',')
      .split(',')
      .filter((note) => note !== '') ?? [],
  'tags.name': namesOf,
  'reviews.stars': ({ reviews }) => reviews,
};

const names = Object.keys(valuesOf) as FacetName[];

type Hidden = NonNullable<Guest['hidden']>;

/** Lengths that decide the text of a statement; the end of a long list is of no row. */
const keysFrom = (first: number, rows: number) =>
  fc
    .record({ size: fc.constantFrom(0, 1, 2, 5, 100), start: fc.nat(rows - 1) })
    .map(({ size, start }) =>
      Array.from({ length: size }, (_, at) => (at < 2 ? first + ((start + at) % rows) : 10_000 + at)),
    );

const hiding: fc.Arbitrary<Hidden> = fc.record({ places: keysFrom(100, 6), tags: keysFrom(1, 2) });

/** The rows that a guest sees, with the tags that the guest sees. */
function seenBy({ places, tags }: Hidden, rows: readonly Row[]): readonly Row[] {
  return rows
    .filter((_, index) => !places.includes(100 + index))
    .map((each) => ({ ...each, tags: each.tags.filter((tag) => !tags.includes(tag)) }));
}

/** Counts what the library must answer, written apart from it. */
function expected(rows: readonly Row[], asked: readonly Condition[]): Readonly<Record<string, readonly string[]>> {
  const entries = names.map((name) => {
    const holding = asked.filter(({ about }) => about !== name);
    const found = rows.filter((each) => holding.every(({ holds }) => holds(each)));
    const counts = new Map<string, number>();
    for (const each of found) {
      for (const value of new Set(valuesOf[name](each).map(String))) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [name, [...counts].map(([value, count]) => `${value}: ${count}`).sort()] as const;
  });
  return Object.fromEntries(entries);
}

function told(facets: Readonly<Record<string, Facet | undefined>>): Readonly<Record<string, readonly string[]>> {
  const entries = names.map((name) => {
    const facet = facets[name];
    const values = facet !== undefined && 'values' in facet ? facet.values : [];
    return [name, values.map(({ value, count }) => `${String(value as string)}: ${count}`).sort()] as const;
  });
  return Object.fromEntries(entries);
}

/** Puts rows into the tables, from an id on, with three statements. */
async function insert(source: DataSource, rows: readonly Row[], from: number, tenant: number) {
  const places = rows.map(({ level, open, visits, notes }, index) => ({
    ...{ id: String(from + index), name: 'p', price: '1', visits: String(visits), open: open ? '1' : '0', level },
    ...{ code: `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`, paid: '1' },
    ...{ notes: notes?.join(',') ?? null, tenant: String(tenant) },
  }));
  const tagged = rows.flatMap(({ tags }, index) =>
    tags.map((tag) => ({ place_id: String(from + index), tag_id: String(tag) })),
  );
  const reviews = rows.flatMap((row, index) =>
    row.reviews.map((stars, at) => ({
      ...{ id: `${from + index}${at}`, stars: String(stars), author: 'x', at: '2024-01-01' },
      place_id: String(from + index),
    })),
  );
  await insertRaw(source, 'place', places);
  await insertRaw(source, 'place_tag', tagged);
  await insertRaw(source, 'review', reviews);
}

onEngines(
  'random facets',
  { entities: (engine) => facetsModels[engine].entities, seed: seedFacets, options: { limits: { facets: 20 } } },
  (world) => {
    const Place: new () => ObjectLiteral = facetsModels[world.engine].Place;

    it(
      'count as the evaluator does, and rows outside of the scope change nothing',
      async () => {
        const { source } = world;
        const ask = async (asked: readonly Condition[], hidden?: Hidden) => {
          const query = [`facets=${names.join(',')}`, ...asked.map(({ text }) => text)].join('&');
          const context = { ...tenant1, ...(hidden && { hidden }) };
          return (await world.page(Place, query, { context })).meta.facets ?? {};
        };
        await fc.assert(
          fc.asyncProperty(
            fc.array(row, { maxLength: 6 }),
            fc.array(row, { maxLength: 4 }),
            fc.subarray([...conditions]),
            fc.tuple(hiding, hiding),
            async (own, others, asked, [one, other]) => {
              for (const table of ['review', 'place_tag', 'place']) await source.query(`DELETE FROM ${table}`);
              await insert(source, own, 100, 1);
              const alone = await ask(asked);
              expect(told(alone)).toEqual(expected(own, asked));
              await insert(source, others, 200, 2);
              expect(await ask(asked)).toEqual(alone);
              // Two guests in turns: what was kept of one is there to be taken for the other's.
              for (const hidden of [one, other, one]) {
                expect(told(await ask(asked, hidden))).toEqual(expected(seenBy(hidden, own), asked));
              }
            },
          ),
          { numRuns, seed },
        );
      },
      timeout,
    );
  },
);
