import type { SelectQueryBuilder } from 'typeorm';
import type { Post } from '../../support/blog/entities.js';

type Posts = SelectQueryBuilder<Post>;

/** A request about posts. */
export interface Asked {
  readonly query: string;
  readonly builder?: (posts: Posts) => Posts;
  readonly overrides?: object;
  /** A count in place of a page. */
  readonly of?: 'count';
}

const declared = ['status', 'views', 'author.name', 'tags.name', 'comments.stars', 'isFeatured'];
const facets = { facets: declared };
const ranges = {
  facets: [
    { name: 'views', type: 'range' },
    { name: 'score', type: 'range' },
    { name: 'comments.stars', type: 'range' },
  ],
};

const commented = (posts: Posts) => posts.leftJoinAndSelect('post.comments', 'comment');
const tagged = (posts: Posts) => commented(posts).leftJoinAndSelect('post.tags', 'tag');
const byStars = (posts: Posts) => commented(posts).orderBy('comment.stars', 'DESC');
const starred = (posts: Posts) => posts.innerJoin('post.comments', 'comment', 'comment.stars > :stars', { stars: 1 });

const few = 'pagination[pageSize]=2&sort=id';
const capped = { pagination: { count: { capped: 5 } } };
const cappedLater = { pagination: { count: { capped: 6 } } };
const keys = { relations: ['tags', 'author', 'comments'].map((name) => ({ name, strategy: 'keys' })) };

/** Each request with the same builder and handler. */
const asking =
  (rest: Omit<Asked, 'query'>) =>
  (...queries: string[]): Asked[] =>
    queries.map((query) => ({ query, ...rest }));

/** Requests that are alike, with other values or of another shape. */
export const neighbours: Readonly<Record<string, readonly Asked[]>> = {
  'facets of several fields': asking({ overrides: facets })(
    'facets=status',
    'facets=status,views',
    'facets=isFeatured',
    'facets=views&filters[views][$gte]=2',
    'facets=status&filters[views][$gte]=2',
    'facets=status&filters[views][$gte]=3',
    'facets=status,views&filters[views][$gte]=3&filters[status]=draft',
    'facets=status,views&filters[views][$gte]=3&filters[status]=published',
  ),
  'facets with a limit, or a search': asking({ overrides: facets })(
    'facets[author.name][search]=a',
    'facets[author.name][search]=%25',
    'facets[author.name][limit]=1',
    'facets[author.name][limit]=2&facets[status][limit]=1',
    'facets[author.name]=true&facets[tags.name][search]=a',
    'facets[tags.name][search]=e&facets[tags.name][limit]=1',
  ),
  'facets behind relations': asking({ overrides: facets })(
    'facets=author.name',
    'facets=tags.name',
    'facets=comments.stars',
    'facets=tags.name,comments.stars&filters[tags][name]=red',
    'facets=tags.name,comments.stars&filters[tags][name]=blue',
    'facets=tags.name&filters[comments][stars][$gte]=2',
  ),
  'facets of ranges': asking({ overrides: ranges })(
    'facets=views',
    'facets=score',
    'facets=views,score',
    'facets=comments.stars,views&filters[views][$gte]=2',
    'facets=comments.stars,views&filters[views][$gte]=4',
  ),
  'facets over several builders': [tagged, starred, commented, (posts: Posts) => posts.withDeleted()].flatMap(
    (builder) => asking({ overrides: facets, builder })('facets=status,tags.name', 'facets=views&filters[id][$gte]=3'),
  ),
  'pages of joined relations': [tagged, commented, starred].flatMap((builder) =>
    asking({ builder })(
      'pagination[pageSize]=3&sort=id',
      'pagination[pageSize]=3&pagination[page]=2&sort=id',
      'pagination[pageSize]=4&sort=title:desc',
      'filters[views][$gte]=2&pagination[pageSize]=3&sort=views:desc:nullsLast',
      'filters[views][$gte]=4&pagination[pageSize]=3&sort=views:desc:nullsLast',
      'filters[id][$lt]=3&pagination[pageSize]=3&sort=id',
      'filters[id][$lt]=2&pagination[pageSize]=3&sort=id',
      'filters[id][$lt]=0&sort=id',
      'filters[author][name]=Kai&sort=author.name,id&pagination[withCount]=false',
    ),
  ),
  'pages of joined relations by cursor': asking({ builder: tagged })(
    'pagination[after]=&pagination[pageSize]=2&sort=views',
    'pagination[after]=&pagination[pageSize]=3&sort=views',
    'pagination[page]=1&pagination[pageSize]=3&sort=views',
    'pagination[page]=1&pagination[pageSize]=3&sort=title:desc',
    'pagination[before]=&pagination[pageSize]=3&sort=views',
    'pagination[after]=&pagination[pageSize]=3&sort=title:desc&pagination[withCount]=true',
  ),
  'pages in the order of joined rows': asking({ builder: byStars })(
    'pagination[pageSize]=3',
    'pagination[pageSize]=3&pagination[page]=2',
    'pagination[pageSize]=2&filters[id][$gte]=2',
    'pagination[pageSize]=2&filters[id][$gte]=4&sort=title',
  ),
  'totals up to a number': [capped, cappedLater].flatMap((overrides) => [
    ...asking({ overrides })(few, `${few}&filters[views][$gte]=2`, `${few}&filters[views][$gte]=3`),
    ...asking({ overrides, builder: tagged })(few, `${few}&filters[views][$gte]=3`),
  ]),
  'totals of builders whose joins multiply rows': [
    ...asking({ builder: starred, of: 'count' })('', 'filters[views][$gte]=2', 'filters[views][$gte]=3'),
    ...asking({ builder: tagged, of: 'count' })('', 'filters[views][$gte]=2'),
    ...asking({ builder: starred })(`${few}&pagination[withCount]=true`),
  ],
  'keys that are looked up': asking({ overrides: keys })(
    `filters[tags][name]=red&${few}`,
    `filters[tags][name]=blue&${few}`,
    `filters[tags][name]=none&${few}`,
    `filters[tags][name][$contains]=e&${few}`,
    `filters[author][name]=Kai&${few}`,
    `filters[author][name]=red&${few}`,
    `filters[tags][name]=Kai&${few}`,
    `filters[comments][stars]=2&${few}`,
  ),
};

/** Requests whose builders have a feature that their other statements have to keep. */
export const unprepared: readonly (readonly [feature: string, asked: Asked])[] = [
  ['a comment', { query: 'facets=status', overrides: facets, builder: (posts) => posts.comment('theirs') }],
  ['a cache', { query: 'facets=status', overrides: facets, builder: (posts) => posts.cache(false) }],
  ['a timeout', { query: few, overrides: capped, builder: (posts) => posts.maxExecutionTime(1_000) }],
  ['a timeout and joins', { query: few, builder: (posts) => tagged(posts).maxExecutionTime(1_000) }],
  ['groups', { query: 'facets=status', overrides: facets, builder: (posts) => posts.groupBy('post.id') }],
  ['mapped ids', { query: few, builder: (posts) => tagged(posts).loadRelationIdAndMap('post.tagIds', 'post.tags') }],
];
