import type { ObjectLiteral } from 'typeorm';
import type { QueryInput } from 'nestjs-filterable';
import { onEveryEngine } from './fixture.js';
import { type Question, type Subject, idsOf, maker } from './question.js';

interface Pair {
  readonly name: string;
  readonly input: QueryInput<ObjectLiteral>;
  readonly wire: string;
  readonly about?: Subject;
}

/** Filters written in code with native values, and the query strings of the same meaning. */
const pairs: readonly Pair[] = [
  { name: 'an element', input: { filters: { tags: 'new' } }, wire: 'filters[tags]=new' },
  { name: 'elements', input: { filters: { tags: ['art', 'old'] } }, wire: 'filters[tags][0]=art&filters[tags][1]=old' },
  {
    name: '$hasEvery, and $not',
    input: { filters: { tags: { $hasEvery: ['new', 'art'] }, $not: { tags: { $has: 'old' } } } },
    wire: 'filters[tags][$hasEvery][0]=new&filters[tags][$hasEvery][1]=art&filters[$not][tags]=old',
  },
  { name: '$empty', input: { filters: { tags: { $empty: true } } }, wire: 'filters[tags][$empty]=true' },
  { name: 'null for a list', input: { filters: { tags: null } }, wire: 'filters[tags][$null]=true' },
  {
    name: 'null for a list, by a key without a value',
    input: { filters: { tags: { $null: true } } },
    wire: 'filters[tags]',
  },
  {
    name: 'a bigint in a list',
    input: { filters: { sizes: 9007199254740993n } },
    wire: 'filters[sizes]=9007199254740993',
  },
  {
    name: 'numbers in a list',
    input: { filters: { sizes: { $hasSome: [2, 20n] } } },
    wire: 'filters[sizes][$hasSome][0]=2&filters[sizes][$hasSome][1]=20',
  },
  {
    name: 'text at a path',
    input: { filters: { attributes: { color: 'red' } } },
    wire: 'filters[attributes][color]=red',
  },
  {
    name: 'a number at a path in an object',
    input: { filters: { attributes: { size: { width: { $gte: 4 } } } } },
    wire: 'filters[attributes][size][width][$gte]=4',
  },
  {
    name: 'a decimal at a path',
    input: { filters: { attributes: { weight: '1.50' } } },
    wire: 'filters[attributes][weight]=1.50',
  },
  {
    name: 'a float at a path',
    input: { filters: { attributes: { ratio: 0.5 } } },
    wire: 'filters[attributes][ratio]=0.5',
  },
  {
    name: 'a bigint at a path',
    input: { filters: { attributes: { big: 9007199254740993n } } },
    wire: 'filters[attributes][big]=9007199254740993',
  },
  { name: 'truth at a path', input: { filters: { attributes: { on: false } } }, wire: 'filters[attributes][on]=false' },
  {
    name: 'a day at a path',
    input: { filters: { attributes: { made: { $gt: '2024-01-05' } } } },
    wire: 'filters[attributes][made][$gt]=2024-01-05',
  },
  {
    name: 'null at a path',
    input: { filters: { attributes: { color: null } } },
    wire: 'filters[attributes][color][$null]=true',
  },
  {
    name: '$null of a document',
    input: { filters: { attributes: { $null: true } } },
    wire: 'filters[attributes][$null]=true',
  },
  {
    name: 'a list at a path, and a path by its alias',
    input: { filters: { $or: [{ attributes: { labels: ['art', 'old'] } }, { attributes: { ab: 'odd' } }] } },
    wire: 'filters[$or][0][attributes][labels][0]=art&filters[$or][0][attributes][labels][1]=old&filters[$or][1][attributes][ab]=odd',
  },
  {
    name: 'virtual columns',
    input: {
      filters: {
        lineCount: { $in: [1, 3] },
        total: { $gte: '15' },
        lastSold: { $lt: new Date('2024-03-01T00:00:00Z') },
      },
    },
    wire: 'filters[lineCount][$in][0]=1&filters[lineCount][$in][1]=3&filters[total][$gte]=15&filters[lastSold][$lt]=2024-03-01T00:00:00Z',
  },
  {
    name: 'behind relations, with a count',
    input: {
      filters: {
        maker: { langs: 'de', profile: { staff: 10 }, productCount: 3 },
        lines: { $count: { $gte: 1, $where: { notes: ['gift', 'red'], twice: { $lte: 10 } } } },
        categories: { $none: { words: { $empty: true } } },
      },
    },
    wire:
      'filters[maker][langs]=de&filters[maker][profile][staff]=10&filters[maker][productCount]=3' +
      '&filters[lines][$count][$gte]=1&filters[lines][$count][$where][notes][0]=gift&filters[lines][$count][$where][notes][1]=red' +
      '&filters[lines][$count][$where][twice][$lte]=10&filters[categories][$none][words][$empty]=true',
  },
  {
    name: 'orders',
    input: { sort: ['attributes.size.width:desc:nullsLast', 'lineCount:desc', 'maker.profile.staff:nullsFirst', 'id'] },
    wire: 'sort=attributes.size.width:desc:nullsLast,lineCount:desc,maker.profile.staff:nullsFirst,id',
  },
  {
    name: 'an order as an object',
    input: { sort: { attributes: { ab: 'desc:nullsLast' }, total: 'asc:nullsFirst', id: 'desc' } },
    wire: 'sort=attributes.ab:desc:nullsLast,total:nullsFirst,id:desc',
  },
  {
    name: 'products of a maker',
    about: 'Maker',
    input: {
      filters: { products: { attributes: { labels: { $has: 'art' }, on: true }, lineCount: { $gt: 0 } } },
      sort: 'id',
    },
    wire: 'filters[products][attributes][labels]=art&filters[products][attributes][on]=true&filters[products][lineCount][$gt]=0&sort=id',
  },
];

onEveryEngine((fixture) => {
  const byHand = (where: Question['where']) =>
    fixture.byHand({ name: '', query: '', ids: [], ...(where && { where }) });

  describe('filter()', () => {
    it.each(pairs)('$name: the same rows as over the wire', async ({ about = 'Product', input, wire }) => {
      const { filters, database } = fixture;
      const entity = fixture.classOf(about);
      const sorted = (rows: readonly ObjectLiteral[]) =>
        input.sort === undefined ? [...idsOf(rows)].sort((a, b) => a - b) : idsOf(rows);
      const expected = sorted(await filters.apply(fixture.builderOf(about), filters.parse(entity, wire)).getMany());
      const repository = database.source.getRepository(entity);

      expect(sorted(await filters.filter(entity, input).getMany())).toEqual(expected);
      expect(sorted(await filters.filter(repository, input).getMany())).toEqual(expected);
      expect(sorted(await filters.filter(repository, input, { trusted: true }).getMany())).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    });

    it('is held by the visibility of a path, unless it is trusted', async () => {
      const { filters } = fixture;
      const input = { filters: { attributes: { secret: 'key' } } };
      const entity = fixture.classOf('Product');
      const expected = await byHand((hand) => `${hand.at('p.attributes', 'text', 'secret')} = 'key'`);
      const refused = { status: 400 };

      expect(() => filters.filter(entity, input)).toThrow(expect.objectContaining(refused));
      expect(() => filters.filter(entity, input, { context: { isAdmin: false } })).toThrow(
        expect.objectContaining(refused),
      );
      for (const allowed of [{ context: { isAdmin: true } }, { trusted: true }] as const) {
        expect(idsOf(await filters.filter(entity, input, allowed).getMany())).toEqual(expected);
      }
      expect(expected).toEqual([1]);
    });
  });

  describe('and()', () => {
    it('adds conditions on lists, paths and virtual columns, and pages with them', async () => {
      const { filters } = fixture;
      const query = filters.parse(
        fixture.classOf('Product'),
        'filters[$or][0][tags]=new&filters[$or][1][lineCount][$gte]=1&sort=id&pagination[page]=2&pagination[pageSize]=2',
      );
      const own = filters.and(filters.and(query, { attributes: { on: true }, $not: { tags: { $has: 'party' } } }), {
        $or: [{ maker: { langs: ['de', 'En'] } }, { attributes: { secret: 'lock' } }],
        lineCount: { $lte: 3 },
      });
      const expected = await byHand(
        (hand) =>
          `(${hand.array('p.tags').has(`'new'`)} OR (SELECT COUNT(*) FROM line l WHERE l.product_id = p.id) >= 1)
           AND ${hand.at('p.attributes', 'boolean', 'on')} = ${hand.yes} AND NOT ${hand.array('p.tags').has(`'party'`)}
           AND ${maker(`${hand.array('m.langs').has(`'de'`)} OR ${hand.array('m.langs').has(`'En'`)}`)}`,
      );
      const { data, meta } = await filters.page(fixture.builderOf('Product'), own);

      expect(expected).toEqual([1, 3, 15]);
      expect(idsOf(data)).toEqual([15]);
      expect(meta.pagination).toMatchObject({ page: 2, total: 3 });
      expect(own.toString()).toBe(query.toString());
    });
  });
});
