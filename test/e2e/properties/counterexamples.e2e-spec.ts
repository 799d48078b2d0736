import { toQueryString } from 'nestjs-filterable/client';
import { describeOn, engines } from '../../support/databases.js';
import { type Dataset, blogWorld, fourPosts } from './blog.js';
import { fourProducts } from './documents.js';
import { type Conditions, Evaluator, ordered } from './evaluator.js';
import { type RootName, Laboratory, builderFor, handlers, plainHandler, rowsFor } from './laboratory.js';
import { timeout } from './settings.js';
import { shopOf, shopOn } from './shop.js';

/*
 * Requests that were once answered wrongly, here or in a copy of the library that was broken to see whether it shows:
 * the filters, the keys that they find among four rows, and what else there is.
 */
type Row = readonly [name: string, filters: Conditions, finds: string, more?: More];

interface More {
  readonly root?: RootName;
  /** By default, rows come in the order of their keys. */
  readonly sort?: string;
  /** Words of the handler's name. */
  readonly handler?: string;
}

const ofPosts: readonly Row[] = [
  ['a relation equal to null has no related row', { tags: { $eq: null } }, '2 4'],
  ['a relation not equal to null has one', { tags: { $ne: null } }, '1 3'],
  ['so says its negation', { $not: { tags: { $eq: null } } }, '1 3'],
  ['$every does not hold where it is unknown', { comments: { $every: { stars: { $notIn: ['2'] } } } }, '1 2 4'],
  ['no author is not the author that was named', { $not: { author: '1' } }, '2 3 4'],
  ['an underscore is an underscore', { title: { $endsWith: '_b' } }, '3'],
  ['a bracket is a bracket', { title: { $notContainsc: '[^a]' } }, '2 3 4'],
  ['a deleted row is not counted', { comments: { $count: '1' } }, '1'],
  ['a day ends before the next begins', { publishedAt: { $lte: '2024-03-31' } }, '1'],
  ['not unequal to a day is within it', { publishedAt: { $not: { $ne: '2024-03-31' } } }, '1'],
  ['in neither a moment nor a day', { publishedAt: { $notIn: ['2024-03-31T00:00:00Z', '2024-04-01'] } }, ''],
  ['not between is outside of both ends', { views: { $notBetween: ['1', '2'] } }, '3'],
  ['conditions on one row are all of them', { author: { id: '2', name: { $not: { $eq: 'b' } } } }, ''],
  ['a negated $none is of some', { $not: { posts: { $none: { title: '_b' } } } }, '1 2', { root: 'Tag' }],
  ['a subquery is of its own rows', { $not: { comments: { stars: { $eq: '5' } } } }, '2 4', { handler: 'calls' }],
  ['the handler’s OR does not leak', { title: { $eq: 'a' } }, '2', { handler: 'OR of its own' }],
  ['its parameters keep their values', { title: { $in: ['_b', 'xb', 'a'] } }, '3 4', { handler: 'parameters' }],
];

/** One product has a maker, and two have variants. */
const ofProducts: readonly Row[] = [
  ['a list is found under a key that is written in escapes', { specs: { labels: { $has: 'a' } } }, '1 2'],
  ['it is not found where it is negated', { specs: { labels: { $not: { $has: 'a' } } } }, '3'],
  ['texts of documents are equal in every letter and space', { specs: { word: { $in: ['A', 'a '] } } }, '2'],
  ['a number of more than 64 bits is not the nearest of 64', { notes: { big: '-9223372036854775808' } }, '2'],
  ['a document is there', { notes: { $notNull: 'true' } }, '1 2'],
  ['JSON null is none, and so is a text that is no JSON', { notes: { $null: 'true' } }, '3 4'],
  ['without a related row a count is NULL', {}, '1 2 3 4', { sort: 'maker.productCount:nullsLast,id' }],
  ['in the other direction, too', {}, '4 3 2 1', { sort: 'maker.productCount:desc:nullsFirst,id:desc' }],
  ['of many rows the least one counts', {}, '1 4 3 2', { sort: 'variants.specs.size.width:nullsFirst,id' }],
  ['of many rows the greatest one counts', {}, '3 2 1 4', { sort: 'variants.specs.size.width:desc:nullsLast,id' }],
];

describeOn(...engines)('counterexamples on %s', (engine) => {
  describe.each([
    ['posts', 'Post', ofPosts, () => Laboratory.openWith<Dataset>(engine, blogWorld), fourPosts],
    ['products', 'Product', ofProducts, () => Laboratory.openWith<Dataset>(engine, shopOn(engine)), undefined],
  ] as const)('of %s', (_, usual, rows, open, dataset) => {
    let laboratory: Laboratory;
    beforeAll(async () => {
      laboratory = await open();
      await laboratory.fill(dataset ?? shopOf(fourProducts, engine));
    }, timeout);
    afterAll(() => laboratory.close());

    const named = rows.map(([name, filters, finds, more = {}]) => ({ name, filters, finds, ...more }));
    it.each(named)('$name', async ({ filters, finds, root = usual, sort = 'id', handler: words = '-' }) => {
      const handler = handlers.find(({ name }) => name.includes(words)) ?? plainHandler;
      const query = laboratory.parse(root, toQueryString({ filters, sort }));
      const found = await laboratory.service.apply(builderFor(laboratory, root, handler), query).getMany();
      expect(found.map(({ id }) => String(id)).join(' ')).toBe(finds);
      const reading = laboratory.reading(handler);
      const evaluator = new Evaluator(reading);
      const held = rowsFor(laboratory.dataset, root, handler).filter(
        (row) => evaluator.conditions(filters, row) === true,
      );
      const keys = ordered(held, sort.split(','), reading).map(({ key }) => key);
      expect(keys.join(' ')).toBe(finds);
    });
  });

  it.each([
    [
      'a list of counts has no order',
      '[tags][$count][$in][0]=1&[tags][$count][$in][1]=0',
      '[tags][$count][]=0&[tags][$count][]=1',
    ],
    ['null is asked for in several ways', '[slug]&[tags]', '[tags][$exists]=false&[slug][$null]=true'],
  ])('are printed alike: %s', async (_, ...texts) => {
    const laboratory = await Laboratory.openWith<Dataset>(engine, blogWorld);
    try {
      await laboratory.fill(fourPosts);
      const [one, other] = texts.map((text) => laboratory.parse('Post', text.replace(/(^|&)/g, '$1filters')));
      expect(other?.toString()).toBe(one?.toString());
      expect(laboratory.parse('Post', one?.toString() ?? '').toJSON()).toEqual(one?.toJSON());
    } finally {
      await laboratory.close();
    }
  });
});
