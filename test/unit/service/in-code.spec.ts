import type { DataSource, ObjectLiteral } from 'typeorm';
import { FilterService, type QueryInput } from 'nestjs-filterable';
import { columnsModels } from '../../e2e/columns/model.js';
import { Post, PostStatus, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

interface Pair {
  readonly name: string;
  readonly input: QueryInput<ObjectLiteral>;
  readonly wire: string;
  readonly about?: 'Product' | 'Maker';
}

interface PostPair {
  readonly name: string;
  readonly input: QueryInput<Post>;
  readonly wire: string;
}

/** Filters written in code with native values, and the query strings of the same meaning. */
const ofProducts: readonly Pair[] = [
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

const ofPosts: readonly PostPair[] = [
  { name: 'text', input: { filters: { title: 'Snow' } }, wire: 'filters[title]=Snow' },
  { name: 'a number', input: { filters: { views: { $gte: 100 } } }, wire: 'filters[views][$gte]=100' },
  {
    name: 'a bigint',
    input: { filters: { visits: 9007199254740993n } },
    wire: 'filters[visits]=9007199254740993',
  },
  { name: 'a decimal', input: { filters: { rating: '4.50' } }, wire: 'filters[rating]=4.50' },
  { name: 'a float', input: { filters: { score: { $lt: 0.5 } } }, wire: 'filters[score][$lt]=0.5' },
  { name: 'truth', input: { filters: { isFeatured: false } }, wire: 'filters[isFeatured]=false' },
  { name: 'null', input: { filters: { slug: null } }, wire: 'filters[slug][$null]=true' },
  { name: 'not null', input: { filters: { slug: { $ne: null } } }, wire: 'filters[slug][$null]=false' },
  {
    name: 'a member of an enum',
    input: { filters: { status: [PostStatus.Draft, PostStatus.Archived] } },
    wire: 'filters[status][$in][0]=draft&filters[status][$in][1]=archived',
  },
  {
    name: 'a moment',
    input: { filters: { publishedAt: { $lte: new Date('2024-03-01T10:00:00Z') } } },
    wire: 'filters[publishedAt][$lte]=2024-03-01T10:00:00Z',
  },
  { name: 'a day', input: { filters: { publishedAt: '2024-03-01' } }, wire: 'filters[publishedAt]=2024-03-01' },
  {
    name: 'a pair',
    input: { filters: { publishedOn: { $between: ['2024-02-29', '2024-03-01'] } } },
    wire: 'filters[publishedOn][$between][0]=2024-02-29&filters[publishedOn][$between][1]=2024-03-01',
  },
  { name: 'a key', input: { filters: { author: 3 } }, wire: 'filters[author]=3' },
  { name: 'keys', input: { filters: { tags: [1, 2] } }, wire: 'filters[tags][$in][0]=1&filters[tags][$in][1]=2' },
  { name: 'no relation', input: { filters: { author: null } }, wire: 'filters[author][$exists]=false' },
  {
    name: 'no relation, by $eq',
    input: { filters: { author: { $eq: null } } },
    wire: 'filters[author][$exists]=false',
  },
  {
    name: 'relations, quantifiers, groups and a count',
    input: {
      filters: {
        $or: [{ author: { country: { name: 'Norway' } } }, { comments: { $none: { approved: true } } }],
        comments: { $count: { $gte: 1, $where: { stars: { $in: [4, 5] } } } },
        $not: { status: PostStatus.Draft },
      },
    },
    wire: 'filters[$or][0][author][country][name]=Norway&filters[$or][1][comments][$none][approved]=true&filters[comments][$count][$gte]=1&filters[comments][$count][$where][stars][$in][0]=4&filters[comments][$count][$where][stars][$in][1]=5&filters[$not][status]=draft',
  },
  {
    name: 'an order, and a slice',
    input: { sort: ['author.name:desc', 'views'], pagination: { start: 4, limit: 6 } },
    wire: 'sort=author.name:desc,views&pagination[start]=4&pagination[limit]=6',
  },
  {
    name: 'an order as an object',
    input: { sort: { views: 'desc:nullsLast', id: 'asc' } },
    wire: 'sort=views:desc:nullsLast,id',
  },
  { name: 'nothing', input: {}, wire: 'sort=' },
];

/** The statement and its values, for one alias. */
function sentBy(builder: { getQueryAndParameters(): [string, unknown[]] }) {
  return builder.getQueryAndParameters();
}

describe.each(['sqlite', 'postgres', 'mariadb'] as const)(
  'filter() sends what a request of the same meaning does, on %s',
  (engine) => {
    const { entities, ...model } = columnsModels[engine];
    let source: DataSource;
    let filters: FilterService;
    beforeAll(async () => {
      source = await describeEntities(engine, [...entities, ...blogEntities]);
      filters = FilterService.forDataSource(source);
    });

    it.each(ofProducts)('products: $name', ({ about = 'Product', input, wire }) => {
      const entity: new () => ObjectLiteral = model[about];
      const builder = source.getRepository(entity).createQueryBuilder(about);
      const expected = sentBy(filters.apply(builder, filters.parse(entity, wire)));
      expect(sentBy(filters.filter(entity, input))).toEqual(expected);
      expect(sentBy(filters.filter(source.getRepository(entity), input))).toEqual(expected);
      expect(sentBy(filters.filter(entity, input, { trusted: true }))).toEqual(expected);
    });

    it.each(ofPosts)('posts: $name', ({ input, wire }) => {
      const builder = source.getRepository(Post).createQueryBuilder('Post');
      const expected = sentBy(filters.apply(builder, filters.parse(Post, wire)));
      expect(sentBy(filters.filter(Post, input))).toEqual(expected);
      expect(sentBy(filters.filter(source.getRepository(Post), input))).toEqual(expected);
    });
  },
);
