import fc from 'fast-check';
import { listOf } from './field-filters.js';
import { filtersOf } from './filters.js';
import { find } from './find-rows.js';
import { type Property, equivalence, laws } from './laws.js';
import { plainHandler, rowsFor } from './handlers.js';
import { same } from './mismatch.js';
import { type Field, entities } from './expected-model.js';
import { pools } from './value-pools.js';

const root = 'Post';

/** A field of posts whose values have an order. */
const rangedFields = Object.entries(entities.Post.fields).filter(
  ([, { pool }]) => !['wild', 'boolean', 'enum', 'json', 'uuid'].includes(pool),
);
const comparableFields = Object.entries(entities.Post.fields).filter(([, { pool }]) => pool !== 'json');

const valuesOf = ([name, { pool }]: [string, Field]) => listOf(pools[pool].sent).map((list) => [name, list] as const);
const pairsOf = ([name, { pool }]: [string, Field]) => {
  const value = fc.constantFrom(...pools[pool].sent);
  return fc.tuple(value, value).map((pair) => [name, pair] as const);
};
const someValues = fc
  .constantFrom(...comparableFields)
  .chain(valuesOf)
  .map(([name, list]) => [name, list.slice(0, 20)] as const);
const somePair = fc.constantFrom(...rangedFields).chain(pairsOf);
const inComments = filtersOf('Comment', { around: 1, parts: 2 });

export const equivalences: readonly Property[] = [
  ...laws('Post'),
  {
    name: 'where P is about relations only, P and not P are all rows, each once',
    holds: (laboratory) =>
      fc.asyncProperty(filtersOf('Post', { around: 1, relationsOnly: true }), async (filters) => {
        const parts = [await find(laboratory(), root, filters), await find(laboratory(), root, { $not: filters })];
        const all = rowsFor(laboratory().dataset, 'Post', plainHandler)
          .map(({ key }) => key)
          .sort();
        same(JSON.stringify(filters), 'P and not P', parts.flat().sort(), all);
      }),
  },
  equivalence('$in is $or of $eq', { root, samples: someValues }, ([name, list]) => [
    { [name]: { $in: list } },
    { $or: list.map((value) => ({ [name]: { $eq: value } })) },
  ]),
  equivalence('$notIn is $and of $ne', { root, samples: someValues }, ([name, list]) => [
    { [name]: { $notIn: list } },
    { $and: list.map((value) => ({ [name]: { $ne: value } })) },
  ]),
  equivalence('$between is $gte and $lte', { root, samples: somePair }, ([name, [low, high]]) => [
    { [name]: { $between: [low, high] } },
    { [name]: { $gte: low, $lte: high } },
  ]),
  equivalence('$notBetween is $lt or $gt', { root, samples: somePair }, ([name, [low, high]]) => [
    { [name]: { $notBetween: [low, high] } },
    { $or: [{ [name]: { $lt: low } }, { [name]: { $gt: high } }] },
  ]),
  equivalence('$some is a count of one or more', { root, samples: inComments }, (inner) => [
    { comments: { $some: inner } },
    { comments: { $count: { $gte: '1', $where: inner } } },
  ]),
  equivalence('$none is a count of zero', { root, samples: inComments }, (inner) => [
    { comments: { $none: inner } },
    { comments: { $count: { $eq: '0', $where: inner } } },
  ]),
  equivalence('$none is not $some', { root, samples: inComments }, (inner) => [
    { comments: { $none: inner } },
    { $not: { comments: { $some: inner } } },
  ]),
];
