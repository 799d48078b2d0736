import fc from 'fast-check';
import { FilterException, type FilterService, type QueryInput } from 'nestjs-filterable';
import { runs } from '../../e2e/properties/settings.js';
import { Desk, Volume } from './library.js';

const generous = { conditions: 100, relationConditions: 32, unanchoredNeedles: 16, logicalDepth: 10, cost: 5_000 };

/** Matches the text matches that no index serves, and no other LIKE. */
const needles = fc
  .tuple(fc.constantFrom('$contains', '$endsWith', '$notContains', '$endsWithc'), fc.constantFrom('a', 'b', 'c'))
  .map(([token, text]) => ({ [token]: text }));

const comparisons = fc
  .subarray(['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn', '$between', '$notBetween'], { minLength: 1 })
  .map((tokens) => Object.fromEntries(tokens.map((token) => [token, token.includes('etween') ? [1, 5] : 3])));

/** Conditions on publishers, writers and reviews, below and beside one another; each entity by its own names. */
const named = fc.record({ name: needles });
const writer = fc.oneof(named, fc.record({ home: named }), fc.record({ $not: named }));
const review = fc.oneof(
  fc.record({ writer }),
  fc.record({ $or: fc.array(fc.record({ writer }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ $not: fc.record({ writer }) }),
);
const reviews = fc.oneof(
  review,
  fc.record({ $every: review }),
  fc.record({ $none: review, $some: review }),
  fc
    .tuple(comparisons, fc.option(review, { nil: undefined }))
    .map(([count, $where]) => ({ $count: $where === undefined ? count : { ...count, $where } })),
);
const { volume } = fc.letrec<{ volume: object }>((tie) => ({
  volume: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ title: fc.oneof(needles, fc.record({ $not: needles })) }),
    fc.record({ reviews }),
    fc.record({ publisher: named, printer: named }),
    fc.record({ $not: tie('volume') }),
    fc.record({ $or: fc.array(tie('volume'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $and: fc.array(tie('volume'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

function isAccepted(filters: FilterService, input: QueryInput<Volume>, limits: object): boolean {
  try {
    filters.filter(Volume, input, { limits: { ...generous, ...limits } });
    return true;
  } catch (error) {
    if (error instanceof FilterException) return false;
    throw error;
  }
}

describe.each(['sqlite', 'postgres', 'mariadb'] as const)('the searches of a statement on %s', (engine) => {
  it('are all counted by the limits: text matches and subqueries', async () => {
    const { filters } = await Desk.on(engine);
    fc.assert(
      fc.property(volume, (conditions) => {
        const input = { filters: conditions } as QueryInput<Volume>;
        fc.pre(isAccepted(filters, input, {}));
        const sql = filters.filter(Volume, input, { limits: generous }).getQuery();
        const searches = sql.match(/LIKE/g)?.length ?? 0;
        const subqueries = sql.match(/\(SELECT /g)?.length ?? 0;
        // With one less in the budget than the SQL has, the request is refused.
        if (searches > 1) expect(isAccepted(filters, input, { unanchoredNeedles: searches - 1 })).toBe(false);
        if (subqueries > 1) expect(isAccepted(filters, input, { relationConditions: subqueries - 1 })).toBe(false);
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });
});

describe('a count with several comparisons', () => {
  it('is one subquery', async () => {
    const { filters } = await Desk.on('postgres');
    const $count = { $gte: 1, $lte: 9, $ne: 5, $gt: 0, $lt: 10, $notIn: [3, 4], $notBetween: [6, 7] } as const;
    const $where = { writer: { name: { $contains: 'a', $endsWith: 'b' } } };
    const input = { filters: { reviews: { $count: { ...$count, $where } } } };
    const sql = filters.filter(Volume, input, { limits: generous }).getQuery();
    expect(sql.match(/LIKE/g)).toHaveLength(2);
    expect(sql.match(/\(SELECT /g)).toHaveLength(2);
  });
});
