import fc from 'fast-check';
import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { ownClock } from '../../../lib/engine/index.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { Owner, Venue, Visit, entities, owners, today, venues, visits } from './model.js';

/** Each asks for two guests in turns. */
const runs = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 120) / 2);

type Row = (typeof venues)[number];
/** True, false, or unknown, as in SQL. */
type Truth = boolean | null;
interface Asked {
  readonly filters: object;
  readonly holds: (row: Row, liked: readonly number[]) => Truth;
}

const opposite = (truth: Truth): Truth => (truth === null ? null : !truth);
const visitsOf = ({ id }: Row) => visits.filter(({ venue, deletedAt }) => venue.id === id && deletedAt === null);
const ownerOf = ({ owner }: Row) => owners.find(({ id }) => id === owner?.id);

/** A named filter that is on or off, and what it says of a row by the data alone. */
const flag = (name: string, holds: Asked['holds']): fc.Arbitrary<Asked> =>
  fc.boolean().map((on) => ({
    filters: { [name]: on },
    holds: (row, liked) => (on ? holds(row, liked) : opposite(holds(row, liked))),
  }));

const leaf: fc.Arbitrary<Asked> = fc.oneof(
  flag('popular', (row) => visitsOf(row).length >= 2),
  flag('secret', ({ notes }) => (notes === null ? null : notes.includes('secret'))),
  flag('every', () => true),
  flag('fresh', ({ opened }) => opened >= '2026-11-18'),
  flag('liked', ({ id }, liked) => liked.includes(id)),
  flag('wellKept', (row) => {
    const kept = (ownerOf(row)?.wealth ?? 0) > 10;
    return !kept ? false : row.rating === null ? null : row.rating > 2;
  }),
  fc.integer({ min: 1, max: 6 }).map((least) => ({
    filters: { atLeast: least },
    holds: ({ rating }: Row) => (rating === null ? null : rating >= least),
  })),
  fc.boolean().map((on) => ({
    filters: { owner: { rich: on } },
    holds: (row: Row) => ownerOf(row) !== undefined && (ownerOf(row)?.wealth ?? 0) >= 100 === on,
  })),
  fc.constantFrom('$some', '$none', '$every').map((quantifier) => ({
    filters: { visits: { [quantifier]: { good: true } } },
    holds: (row: Row) => {
      const stars = visitsOf(row).map((visit) => visit.stars >= 4);
      return quantifier === '$every' ? !stars.includes(false) : stars.includes(true) === (quantifier === '$some');
    },
  })),
  fc.integer({ min: 0, max: 6 }).map((least) => ({
    filters: { id: { $gt: least } },
    holds: ({ id }: Row) => id > least,
  })),
);

const { condition } = fc.letrec<{ condition: Asked }>((tie) => {
  const parts = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      leaf,
      parts.map((all): Asked => {
        const of = (truths: readonly Truth[]) => (truths.includes(false) ? false : truths.includes(null) ? null : true);
        return {
          filters: { $and: all.map(({ filters }) => filters) },
          holds: (...row) => of(all.map((each) => each.holds(...row))),
        };
      }),
      parts.map((all): Asked => {
        const of = (truths: readonly Truth[]) => (truths.includes(true) ? true : truths.includes(null) ? null : false);
        return {
          filters: { $or: all.map(({ filters }) => filters) },
          holds: (...row) => of(all.map((each) => each.holds(...row))),
        };
      }),
      tie('condition').map((one): Asked => ({
        filters: { $not: one.filters },
        holds: (...row) => opposite(one.holds(...row)),
      })),
    ),
  };
});

describe.each(engines)('random conditions with named filters, on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities });
    const { manager } = database.source;
    await manager.insert(Owner, owners);
    await manager.insert(Venue, venues);
    await manager.insert(Visit, visits);
  });
  afterAll(() => database.close());

  it('find the rows that an evaluator in memory keeps, for any two guests in turns', async () => {
    // No limit refuses a condition of nine leaves: each may be a search within a text.
    const limits = { conditions: 100, relationConditions: 32, unanchoredNeedles: 16, logicalDepth: 10, cost: 5_000 };
    const services = (['adaptive', 'in', 'keys'] as const).map((strategy) =>
      FilterService.forDataSource(database.source, Object.assign({ strategy, limits }, { [ownClock]: () => today })),
    );
    const likes = fc.subarray([1, 2, 3, 4, 5]);
    const turn = fc.record({ filters: fc.constantFrom(...services), asked: condition, one: likes, other: likes });
    const property = fc.asyncProperty(turn, async ({ filters, asked, one, other }) => {
      const request = toQueryString({ filters: asked.filters, sort: 'id' });
      for (const liked of [one, other, one]) {
        const query = filters.parse(Venue, request, undefined, { liked });
        const { data, meta } = await filters.page(database.source.getRepository(Venue), query);
        const expected = venues.filter((row) => asked.holds(row, liked) === true).map(({ id }) => id);
        expect(data.map(({ id }) => id)).toEqual(expected);
        expect(meta.pagination).toMatchObject({ total: expected.length });
        const again = filters.parse(Venue, query.toString(), undefined, { liked });
        expect(again.cacheKey()).toBe(query.cacheKey());
      }
    });
    await fc.assert(property, { numRuns: runs });
  });
});
