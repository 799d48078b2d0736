import type { DataSource, ObjectLiteral } from 'typeorm';
import { FilterService, type QueryInput } from 'nestjs-filterable';
import { columnsModels } from '../../e2e/columns/model.js';
import { Post, PostStatus, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

type Pair<Entity> = readonly [wire: string, input: QueryInput<Entity>];

/** Filters written in code with native values, and the query strings of the same meaning. */
const ofProducts: readonly Pair<ObjectLiteral>[] = [
  ['filters[tags]=new', { filters: { tags: 'new' } }],
  ['filters[tags][0]=art&filters[tags][1]=old', { filters: { tags: ['art', 'old'] } }],
  [
    'filters[tags][$hasEvery][0]=new&filters[tags][$hasEvery][1]=art&filters[$not][tags]=old',
    { filters: { tags: { $hasEvery: ['new', 'art'] }, $not: { tags: { $has: 'old' } } } },
  ],
  ['filters[tags][$empty]=true', { filters: { tags: { $empty: true } } }],
  ['filters[tags][$null]=true', { filters: { tags: null } }],
  ['filters[tags]', { filters: { tags: { $null: true } } }],
  ['filters[sizes]=9007199254740993', { filters: { sizes: 9007199254740993n } }],
  ['filters[sizes][$hasSome][0]=2&filters[sizes][$hasSome][1]=20', { filters: { sizes: { $hasSome: [2, 20n] } } }],
  ['filters[attributes][color]=red', { filters: { attributes: { color: 'red' } } }],
  ['filters[attributes][size][width][$gte]=4', { filters: { attributes: { size: { width: { $gte: 4 } } } } }],
  ['filters[attributes][weight]=1.50', { filters: { attributes: { weight: '1.50' } } }],
  ['filters[attributes][ratio]=0.5', { filters: { attributes: { ratio: 0.5 } } }],
  ['filters[attributes][big]=9007199254740993', { filters: { attributes: { big: 9007199254740993n } } }],
  ['filters[attributes][on]=false', { filters: { attributes: { on: false } } }],
  ['filters[attributes][made][$gt]=2024-01-05', { filters: { attributes: { made: { $gt: '2024-01-05' } } } }],
  ['filters[attributes][color][$null]=true', { filters: { attributes: { color: null } } }],
  ['filters[attributes][$null]=true', { filters: { attributes: { $null: true } } }],
  [
    'filters[$or][0][attributes][labels][0]=art&filters[$or][0][attributes][labels][1]=old&filters[$or][1][attributes][ab]=odd',
    { filters: { $or: [{ attributes: { labels: ['art', 'old'] } }, { attributes: { ab: 'odd' } }] } },
  ],
  [
    'filters[lineCount][$in][0]=1&filters[lineCount][$in][1]=3&filters[total][$gte]=15&filters[lastSold][$lt]=2024-03-01T00:00:00Z',
    {
      filters: {
        lineCount: { $in: [1, 3] },
        total: { $gte: '15' },
        lastSold: { $lt: new Date('2024-03-01T00:00:00Z') },
      },
    },
  ],
  [
    'filters[maker][langs]=de&filters[maker][profile][staff]=10&filters[maker][productCount]=3&filters[lines][$count][$gte]=1&filters[lines][$count][$where][notes][0]=gift&filters[lines][$count][$where][notes][1]=red&filters[lines][$count][$where][twice][$lte]=10&filters[categories][$none][words][$empty]=true',
    {
      filters: {
        maker: { langs: 'de', profile: { staff: 10 }, productCount: 3 },
        lines: { $count: { $gte: 1, $where: { notes: ['gift', 'red'], twice: { $lte: 10 } } } },
        categories: { $none: { words: { $empty: true } } },
      },
    },
  ],
  [
    'sort=attributes.size.width:desc:nullsLast,lineCount:desc,maker.profile.staff:nullsFirst,id',
    { sort: ['attributes.size.width:desc:nullsLast', 'lineCount:desc', 'maker.profile.staff:nullsFirst', 'id'] },
  ],
  [
    'sort=attributes.ab:desc:nullsLast,total:nullsFirst,id:desc',
    { sort: { attributes: { ab: 'desc:nullsLast' }, total: 'asc:nullsFirst', id: 'desc' } },
  ],
  [
    'filters[products][attributes][labels]=art&filters[products][attributes][on]=true&filters[products][lineCount][$gt]=0&sort=id',
    { filters: { products: { attributes: { labels: { $has: 'art' }, on: true }, lineCount: { $gt: 0 } } }, sort: 'id' },
  ],
];

const ofPosts: readonly Pair<Post>[] = [
  ['filters[title]=Snow', { filters: { title: 'Snow' } }],
  ['filters[views][$gte]=100', { filters: { views: { $gte: 100 } } }],
  ['filters[visits]=9007199254740993', { filters: { visits: 9007199254740993n } }],
  ['filters[rating]=4.50', { filters: { rating: '4.50' } }],
  ['filters[score][$lt]=0.5', { filters: { score: { $lt: 0.5 } } }],
  ['filters[isFeatured]=false', { filters: { isFeatured: false } }],
  ['filters[slug][$null]=true', { filters: { slug: null } }],
  ['filters[slug][$null]=false', { filters: { slug: { $ne: null } } }],
  [
    'filters[status][$in][0]=draft&filters[status][$in][1]=archived',
    { filters: { status: [PostStatus.Draft, PostStatus.Archived] } },
  ],
  [
    'filters[publishedAt][$lte]=2024-03-01T10:00:00Z',
    { filters: { publishedAt: { $lte: new Date('2024-03-01T10:00:00Z') } } },
  ],
  ['filters[publishedAt]=2024-03-01', { filters: { publishedAt: '2024-03-01' } }],
  [
    'filters[publishedOn][$between][0]=2024-02-29&filters[publishedOn][$between][1]=2024-03-01',
    { filters: { publishedOn: { $between: ['2024-02-29', '2024-03-01'] } } },
  ],
  ['filters[author]=3', { filters: { author: 3 } }],
  ['filters[tags][$in][0]=1&filters[tags][$in][1]=2', { filters: { tags: [1, 2] } }],
  ['filters[author][$exists]=false', { filters: { author: null } }],
  ['filters[author][$exists]=false', { filters: { author: { $eq: null } } }],
  [
    'filters[$or][0][author][country][name]=Norway&filters[$or][1][comments][$none][approved]=true&filters[comments][$count][$gte]=1&filters[comments][$count][$where][stars][$in][0]=4&filters[comments][$count][$where][stars][$in][1]=5&filters[$not][status]=draft',
    {
      filters: {
        $or: [{ author: { country: { name: 'Norway' } } }, { comments: { $none: { approved: true } } }],
        comments: { $count: { $gte: 1, $where: { stars: { $in: [4, 5] } } } },
        $not: { status: PostStatus.Draft },
      },
    },
  ],
  [
    'sort=author.name:desc,views&pagination[start]=4&pagination[limit]=6',
    { sort: ['author.name:desc', 'views'], pagination: { start: 4, limit: 6 } },
  ],
  ['sort=views:desc:nullsLast,id', { sort: { views: 'desc:nullsLast', id: 'asc' } }],
  ['sort=', {}],
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

    it.each(ofProducts)('products: %s', (wire, input) => {
      const entity: new () => ObjectLiteral = wire.includes('[products]') ? model.Maker : model.Product;
      const builder = source.getRepository(entity).createQueryBuilder(entity.name);
      const expected = sentBy(filters.apply(builder, filters.parse(entity, wire)));
      expect(sentBy(filters.filter(entity, input))).toEqual(expected);
      expect(sentBy(filters.filter(source.getRepository(entity), input))).toEqual(expected);
      expect(sentBy(filters.filter(entity, input, { trusted: true }))).toEqual(expected);
    });

    it.each(ofPosts)('posts: %s', (wire, input) => {
      const builder = source.getRepository(Post).createQueryBuilder('Post');
      const expected = sentBy(filters.apply(builder, filters.parse(Post, wire)));
      expect(sentBy(filters.filter(Post, input))).toEqual(expected);
      expect(sentBy(filters.filter(source.getRepository(Post), input))).toEqual(expected);
    });
  },
);
