import fc from 'fast-check';
import type { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { listOf } from './field-filters.js';
import { filtersOf } from './filters.js';
import { find } from './find-rows.js';
import { plainHandler, rowsFor } from './handlers.js';
import { same } from './mismatch.js';
import { type Field, entities } from './expected-model.js';
import { pools } from './value-pools.js';
import type { Conditions } from './tree.js';

/** Something that must hold of every request, on every engine. */
export interface Property {
  readonly name: string;
  readonly holds: (laboratory: () => Laboratory) => fc.IAsyncProperty<unknown>;
  /** True if the property finds the smallest counterexample itself, so that fast-check need not. */
  readonly endOnFailure?: true;
}

type Two = readonly [Conditions, Conditions];

/** Two filters that fit into one request, with up to two groups around them. */
const two: fc.Arbitrary<Two> = fc.tuple(
  filtersOf('Post', { around: 2, parts: 2 }),
  filtersOf('Post', { around: 2, parts: 2 }),
);

const rowsOf = (laboratory: Laboratory, filters: Conditions) => find(laboratory, 'Post', filters);

/** Two ways to ask for the same rows. */
function equivalence<Sample>(name: string, samples: fc.Arbitrary<Sample>, ways: (sample: Sample) => Two): Property {
  const holds = (laboratory: () => Laboratory) =>
    fc.asyncProperty(samples, async (sample) => {
      const [one, other] = ways(sample);
      same(JSON.stringify([one, other]), name, await rowsOf(laboratory(), one), await rowsOf(laboratory(), other));
    });
  return { name, holds };
}

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
  {
    name: 'P, not P and the rows of neither are all rows, each once',
    holds: (laboratory) =>
      fc.asyncProperty(filtersOf('Post', { around: 1 }), async (filters) => {
        const rows = rowsFor(laboratory().dataset, 'Post', plainHandler);
        const evaluator = new Evaluator(laboratory().reading());
        const unknown = rows.filter((row) => evaluator.conditions(filters, row) === null).map(({ key }) => key);
        const parts = [await rowsOf(laboratory(), filters), await rowsOf(laboratory(), { $not: filters }), unknown];
        const all = rows.map(({ key }) => key).sort();
        same(JSON.stringify(filters), 'P, not P and neither', parts.flat().sort(), all);
      }),
  },
  {
    name: 'where P is about relations only, P and not P are all rows, each once',
    holds: (laboratory) =>
      fc.asyncProperty(filtersOf('Post', { around: 1, relationsOnly: true }), async (filters) => {
        const parts = [await rowsOf(laboratory(), filters), await rowsOf(laboratory(), { $not: filters })];
        const all = rowsFor(laboratory().dataset, 'Post', plainHandler)
          .map(({ key }) => key)
          .sort();
        same(JSON.stringify(filters), 'P and not P', parts.flat().sort(), all);
      }),
  },
  {
    name: 'an $and finds the rows that all of it finds, and an $or those that any of it finds',
    holds: (laboratory) =>
      fc.asyncProperty(two, async ([one, other]) => {
        const [first, second] = [await rowsOf(laboratory(), one), await rowsOf(laboratory(), other)];
        const both = first.filter((key) => second.includes(key));
        const any = [...new Set([...first, ...second])].sort();
        const text = JSON.stringify([one, other]);
        same(text, '$and', await rowsOf(laboratory(), { $and: [one, other] }), both);
        same(text, '$or', await rowsOf(laboratory(), { $or: [one, other] }), any);
      }),
  },
  equivalence('not (P and Q) is (not P) or (not Q)', two, ([one, other]) => [
    { $not: { $and: [one, other] } },
    { $or: [{ $not: one }, { $not: other }] },
  ]),
  equivalence('not (P or Q) is (not P) and (not Q)', two, ([one, other]) => [
    { $not: { $or: [one, other] } },
    { $and: [{ $not: one }, { $not: other }] },
  ]),
  equivalence('$in is $or of $eq', someValues, ([name, list]) => [
    { [name]: { $in: list } },
    { $or: list.map((value) => ({ [name]: { $eq: value } })) },
  ]),
  equivalence('$notIn is $and of $ne', someValues, ([name, list]) => [
    { [name]: { $notIn: list } },
    { $and: list.map((value) => ({ [name]: { $ne: value } })) },
  ]),
  equivalence('$between is $gte and $lte', somePair, ([name, [low, high]]) => [
    { [name]: { $between: [low, high] } },
    { [name]: { $gte: low, $lte: high } },
  ]),
  equivalence('$notBetween is $lt or $gt', somePair, ([name, [low, high]]) => [
    { [name]: { $notBetween: [low, high] } },
    { $or: [{ [name]: { $lt: low } }, { [name]: { $gt: high } }] },
  ]),
  equivalence('$some is a count of one or more', inComments, (inner) => [
    { comments: { $some: inner } },
    { comments: { $count: { $gte: '1', $where: inner } } },
  ]),
  equivalence('$none is a count of zero', inComments, (inner) => [
    { comments: { $none: inner } },
    { comments: { $count: { $eq: '0', $where: inner } } },
  ]),
  equivalence('$none is not $some', inComments, (inner) => [
    { comments: { $none: inner } },
    { $not: { comments: { $some: inner } } },
  ]),
];
