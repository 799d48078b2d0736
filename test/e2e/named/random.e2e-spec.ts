import fc from 'fast-check';
import { toQueryString } from 'nestjs-filterable/client';
import { ownClock } from '../../../lib/engine/index.js';
import { onEngines } from '../../support/engines.js';
import { announceSeed, factor, seed } from '../../support/thorough.js';
import { type Truth, allOf, anyOf, not } from '../properties/evaluator.js';
import { Venue, entities, fillVenues, owners, today, venues, visits } from './model.js';

type Row = (typeof venues)[number];
interface Asked {
  readonly filters: object;
  readonly holds: (row: Row, liked: readonly number[]) => Truth;
}

const visitsOf = ({ id }: Row) => visits.filter(({ venue, deletedAt }) => venue.id === id && deletedAt === null);
const ownerOf = ({ owner }: Row) => owners.find(({ id }) => id === owner?.id);

/** A named filter that is on or off, and what it says of a row by the data alone. */
const flag = (name: string, holds: Asked['holds']): fc.Arbitrary<Asked> =>
  fc.boolean().map((on) => ({
    filters: { [name]: on },
    holds: (row, liked) => (on ? holds(row, liked) : not(holds(row, liked))),
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

const group = (key: '$and' | '$or', of: (truths: readonly Truth[]) => Truth) => (parts: readonly Asked[]) => ({
  filters: { [key]: parts.map(({ filters }) => filters) },
  holds: (...row: Parameters<Asked['holds']>) => of(parts.map((each) => each.holds(...row))),
});

const { condition } = fc.letrec<{ condition: Asked }>((tie) => {
  const parts = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      leaf,
      parts.map(group('$and', allOf)),
      parts.map(group('$or', anyOf)),
      tie('condition').map((one) => ({
        filters: { $not: one.filters },
        holds: (...row: Parameters<Asked['holds']>) => not(one.holds(...row)),
      })),
    ),
  };
});

beforeAll(announceSeed);

onEngines('random conditions with named filters', { entities, seed: fillVenues }, (world) => {
  it(
    'find the rows that an evaluator in memory keeps, for any two guests in turns',
    async () => {
      // No limit refuses a condition of nine leaves: each may be a search within a text.
      const limits = { conditions: 100, relationConditions: 32, unanchoredNeedles: 16, logicalDepth: 10, cost: 5_000 };
      const services = (['adaptive', 'in'] as const).map((strategy) =>
        world.filtersWith(Object.assign({ strategy, limits }, { [ownClock]: () => today })),
      );
      const likes = fc.subarray([1, 2, 3, 4, 5]);
      const turn = fc.record({ filters: fc.constantFrom(...services), asked: condition, one: likes, other: likes });
      const property = fc.asyncProperty(turn, async ({ filters, asked, one, other }) => {
        const request = toQueryString({ filters: asked.filters, sort: 'id' });
        for (const liked of [one, other, one]) {
          const query = filters.parse(Venue, request, undefined, { liked });
          const { data, meta } = await filters.page(world.repository(Venue), query);
          const expected = venues.filter((row) => asked.holds(row, liked) === true).map(({ id }) => id);
          expect(data.map(({ id }) => id)).toEqual(expected);
          expect(meta.pagination).toMatchObject({ total: expected.length });
          const again = filters.parse(Venue, query.toString(), undefined, { liked });
          expect(again.cacheKey()).toBe(query.cacheKey());
        }
      });
      await fc.assert(property, { seed, numRuns: 30 * factor });
    },
    60_000 * factor,
  );
});
