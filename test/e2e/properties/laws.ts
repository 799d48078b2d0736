import fc from 'fast-check';
import type { ParseOverrides } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import { type Conditions, Evaluator, type Node } from './evaluator.js';
import {
  type Laboratory,
  type RootName,
  builderFor,
  checkSmallest,
  find,
  findByText,
  keysOf,
  plainHandler,
  rowsFor,
  same,
} from './laboratory.js';
import { type Field, entities } from './model.js';
import { type Dice, dice, parametersOf, permuted, queryStringOf, shuffled } from './printing.js';
import { filtersOf, nested } from './requests.js';
import { pools } from './value-pools.js';

/** Something that holds of every request, on every engine. */
interface Law {
  readonly name: string;
  readonly holds: (laboratory: () => Laboratory) => fc.IAsyncProperty<unknown>;
}

type Two = readonly [Conditions, Conditions];

/** Two ways to ask for the same rows. */
function equivalence<Sample>(
  name: string,
  root: RootName,
  samples: fc.Arbitrary<Sample>,
  ways: (sample: Sample) => Two,
): Law {
  const holds = (laboratory: () => Laboratory) =>
    fc.asyncProperty(samples, async (sample) => {
      const [one, other] = ways(sample);
      const [found, alike] = [await find(laboratory(), root, one), await find(laboratory(), root, other)];
      same(JSON.stringify([one, other]), name, found, alike);
    });
  return { name, holds };
}

/** What holds of any filter of an entity, by the logic alone. */
function logicOf(root: RootName): Law[] {
  const two: fc.Arbitrary<Two> = fc.tuple(filtersOf(root), filtersOf(root));
  return [
    {
      name: 'P, not P and the rows of neither are all rows, each once',
      holds: (laboratory) => fc.asyncProperty(filtersOf(root), (asked) => checkPartition(laboratory(), root, asked)),
    },
    {
      name: 'an $and finds the rows that all of it finds, and an $or those that any of it finds',
      holds: (laboratory) => fc.asyncProperty(two, (both) => checkGroups(laboratory(), root, both)),
    },
    equivalence('not (P and Q) is (not P) or (not Q)', root, two, ([one, other]) => [
      { $not: { $and: [one, other] } },
      { $or: [{ $not: one }, { $not: other }] },
    ]),
    equivalence('not (P or Q) is (not P) and (not Q)', root, two, ([one, other]) => [
      { $not: { $or: [one, other] } },
      { $and: [{ $not: one }, { $not: other }] },
    ]),
  ];
}

async function checkPartition(laboratory: Laboratory, root: RootName, asked: Conditions, isKnown = false) {
  const rows = rowsFor(laboratory.dataset, root, plainHandler);
  const evaluator = new Evaluator(laboratory.reading());
  const unknown = rows.filter((row) => evaluator.conditions(asked, row) === null).map(({ key }) => key);
  if (isKnown) same(JSON.stringify(asked), 'the unknown', unknown, []);
  const parts = [await find(laboratory, root, asked), await find(laboratory, root, { $not: asked }), unknown];
  const all = rows.map(({ key }) => key).sort();
  same(JSON.stringify(asked), 'P, not P and neither', parts.flat().sort(), all);
}

async function checkGroups(laboratory: Laboratory, root: RootName, [one, other]: Two): Promise<void> {
  const [first, second] = [await find(laboratory, root, one), await find(laboratory, root, other)];
  const both = first.filter((key) => second.includes(key));
  const any = [...new Set([...first, ...second])].sort();
  const text = JSON.stringify([one, other]);
  same(text, '$and', await find(laboratory, root, { $and: [one, other] }), both);
  same(text, '$or', await find(laboratory, root, { $or: [one, other] }), any);
}

/** A request that is written in two ways is one request: the same canonical texts, and the same rows. */
function spellingsOf(root: RootName): Law[] {
  const spelling = (name: string, respell: (asked: Conditions, roll: Dice) => string): Law => ({
    name,
    holds: (laboratory) =>
      fc.asyncProperty(filtersOf(root), dice, (asked, throwDice) =>
        checkSmallest(asked, (part) => checkSpelling(laboratory(), root, part, respell(part, throwDice()))),
      ),
  });
  return [
    spelling('the order of parameters, and which index stands for what, mean nothing', (asked, roll) =>
      queryStringOf(shuffled(parametersOf(permuted(asked, roll)), roll)),
    ),
    spelling('any byte may be percent-encoded', (asked, roll) =>
      queryStringOf(parametersOf(asked), () => roll(3) === 0),
    ),
    spelling('a list may be written in any way', (asked, roll) =>
      queryStringOf(parametersOf(asked, () => (['indexes', 'brackets', 'repeated'] as const)[roll(3)] ?? 'indexes')),
    ),
    {
      name: 'what a query prints is the query',
      holds: (laboratory) =>
        fc.asyncProperty(filtersOf(root), (asked) =>
          checkSmallest(asked, async (part) => {
            const query = laboratory().parse(root, queryStringOf(parametersOf(part)));
            await checkSpelling(laboratory(), root, part, query.toString());
            await checkSpelling(laboratory(), root, part, query.toJSON());
          }),
        ),
    },
  ];
}

async function checkSpelling(laboratory: Laboratory, root: RootName, asked: Conditions, other: string | object) {
  const text = queryStringOf(parametersOf(asked));
  const [query, respelled] = [laboratory.parse(root, text), laboratory.parse(root, other)];
  const texts = `${text}\n${typeof other === 'string' ? other : JSON.stringify(other)}`;
  same(texts, 'toString()', [respelled.toString()], [query.toString()]);
  same(texts, 'toJSON()', [JSON.stringify(respelled)], [JSON.stringify(query)]);
  const rows = await findByText(laboratory, root, text);
  same(texts, 'the rows', await findByText(laboratory, root, other), rows);
}

/** A field, and values to ask of it: few enough for each to be a condition of its own. */
interface Asked {
  readonly name: string;
  readonly values: readonly string[];
}

/** Values of any field of an entity that is of some sort. */
function valuesOf(root: RootName, isAsked: (field: Field) => boolean, maxLength = 4): fc.Arbitrary<Asked> {
  const fields = Object.entries(entities[root].fields).filter(([, field]) => field.kind !== 'json' && isAsked(field));
  return fc
    .constantFrom(...fields)
    .chain(([name, { pool }]) =>
      fc
        .array(fc.constantFrom(...pools[pool].sent), { minLength: 2, maxLength, size: 'max' })
        .map((values) => ({ name, values })),
    );
}

/** A condition on a field, under each of its names. */
const about = (name: string, node: Node): Conditions => Object.fromEntries([nested(name.split('.'), node)]);
const each = ({ name, values }: Asked, operator: string) => values.map((value) => about(name, { [operator]: value }));

/** Operators of one value that stand for others. */
function scalarsOf(root: RootName): Law[] {
  const scalars = valuesOf(root, ({ list }) => list === undefined);
  const ranged = valuesOf(
    root,
    ({ list, pool }) => list === undefined && !['wild', 'alike', 'boolean', 'enum', 'uuid'].includes(pool),
  );
  return [
    equivalence('$in is $or of $eq', root, scalars, (asked) => [
      about(asked.name, { $in: asked.values }),
      { $or: each(asked, '$eq') },
    ]),
    equivalence('$notIn is $and of $ne', root, scalars, (asked) => [
      about(asked.name, { $notIn: asked.values }),
      { $and: each(asked, '$ne') },
    ]),
    equivalence('$between is $gte and $lte', root, ranged, ({ name, values: [low = '', high = ''] }) => [
      about(name, { $between: [low, high] }),
      about(name, { $gte: low, $lte: high }),
    ]),
    equivalence('$notBetween is $lt or $gt', root, ranged, ({ name, values: [low = '', high = ''] }) => [
      about(name, { $notBetween: [low, high] }),
      { $or: [about(name, { $lt: low }), about(name, { $gt: high })] },
    ]),
  ];
}

/** The relations of posts, all by one strategy. */
const byStrategy = (strategy: 'in' | 'exists'): ParseOverrides<Post> => ({
  relations: (['author', 'comments', 'tags'] as const).map((name) => ({ name, strategy })),
});

async function checkStrategies(laboratory: Laboratory, asked: Conditions): Promise<void> {
  const text = queryStringOf(parametersOf(asked));
  laboratory.parse('Post', text);
  const rows = await findByText(laboratory, 'Post', text);
  for (const strategy of ['in', 'exists'] as const) {
    const query = laboratory.service.parse(Post, text, byStrategy(strategy));
    const found = await laboratory.service.apply(builderFor(laboratory, 'Post', plainHandler), query).getMany();
    same(text, 'the rows by another strategy', keysOf(found.map((row) => ({ ...row }))), rows);
  }
}

const inComments = filtersOf('Comment');

export const lawsOfPosts: readonly Law[] = [
  ...logicOf('Post'),
  ...spellingsOf('Post'),
  ...scalarsOf('Post'),
  {
    name: 'where P is about relations only, P and not P are all rows, each once',
    holds: (laboratory) =>
      fc.asyncProperty(filtersOf('Post', { relationsOnly: true }), (asked) =>
        checkPartition(laboratory(), 'Post', asked, true),
      ),
  },
  {
    name: 'a relation finds the same rows by IN and by EXISTS',
    holds: (laboratory) =>
      fc.asyncProperty(filtersOf('Post'), (asked) =>
        checkSmallest(asked, (part) => checkStrategies(laboratory(), part)),
      ),
  },
  equivalence('$some is a count of one or more', 'Post', inComments, (inner) => [
    { comments: { $some: inner } },
    { comments: { $count: { $gte: '1', $where: inner } } },
  ]),
  equivalence('$none is a count of zero', 'Post', inComments, (inner) => [
    { comments: { $none: inner } },
    { comments: { $count: { $eq: '0', $where: inner } } },
  ]),
  equivalence('$none is not $some', 'Post', inComments, (inner) => [
    { comments: { $none: inner } },
    { $not: { comments: { $some: inner } } },
  ]),
];

const lists = valuesOf('Product', ({ list }) => list === true);

export const lawsOfProducts: readonly Law[] = [
  ...logicOf('Product'),
  ...spellingsOf('Product'),
  ...scalarsOf('Product'),
  equivalence('$hasSome is $or of $has', 'Product', lists, (asked) => [
    about(asked.name, { $hasSome: asked.values }),
    { $or: each(asked, '$has') },
  ]),
  equivalence('$hasEvery is $and of $has', 'Product', lists, (asked) => [
    about(asked.name, { $hasEvery: asked.values }),
    { $and: each(asked, '$has') },
  ]),
  equivalence('a list alone is $hasSome, in any order', 'Product', lists, ({ name, values }) => [
    about(name, values),
    about(name, { $hasSome: values.toReversed() }),
  ]),
  equivalence('the order of $hasEvery means nothing', 'Product', lists, ({ name, values }) => [
    about(name, { $hasEvery: values }),
    about(name, { $hasEvery: values.toReversed() }),
  ]),
  equivalence('a value alone is $has', 'Product', lists, ({ name, values: [value = ''] }) => [
    about(name, value),
    about(name, { $has: value }),
  ]),
  equivalence('a list that is not empty is there, and has an element', 'Product', lists, ({ name }) => [
    about(name, { $empty: 'false' }),
    { $and: [about(name, { $notNull: 'true' }), { $not: about(name, { $empty: 'true' }) }] },
  ]),
];
