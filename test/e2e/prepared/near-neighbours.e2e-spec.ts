import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn, SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Author, Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { aside, expectAlike } from './kept.js';

/*
 * Requests and builders that are nearly alike, in turns. What is kept of one must not answer another: each is read as
 * its builder itself is.
 */

/** Limits with room for lists that are longer than usual. */
const limits = { members: 1_000, values: 1_000, parameters: 1_000, queryBytes: 16_384 };

const upTo = (length: number) => Array.from({ length }, (_, index) => String(index + 1));
const list = (field: string, values: readonly string[]) =>
  values.map((value, n) => `filters[${field}][${n}]=${value}`).join('&');
const lists = (field: string, ...lengths: number[]) => lengths.map((length) => list(field, upTo(length)));
const days = ['2024-01-05', '2024-01-06T00:00:00Z', '2024-01-07', '2024-01-09'];
const instants = days.map((day) => `${day.slice(0, 10)}T10:00:00Z`);
const each = <T>(values: readonly T[], write: (value: T) => string) => values.map(write);

/** Requests of one shape, each of which may have a statement of its own. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  'days and instants': each(
    ['2024-01-05', '2024-01-05T00:00:00Z', '2024-01-06'],
    (at) => `filters[publishedAt][$gte]=${at}`,
  ),
  'a day and an instant in one list': [
    list('publishedAt][$in', ['2024-01-05', '2024-01-06T00:00:00Z']),
    list('publishedAt][$in', ['2024-01-05T10:00:00Z', '2024-01-06']),
    list('publishedAt][$in', ['2024-01-05T10:00:00Z', '2024-01-06T00:00:00Z']),
  ],
  'instants with a fraction and without': each(
    ['', '.123456'],
    (part) => `filters[publishedAt]=2024-01-05T10:00:00${part}Z`,
  ),
  'a millisecond and a microsecond in one list': each(
    [
      ['.123', '.123456'],
      ['.123456', '.123'],
      ['', '.000'],
    ],
    (parts) =>
      list(
        'createdAt][$in',
        parts.map((part) => `2024-01-05T10:00:00${part}Z`),
      ),
  ),
  'bounds that are a day and an instant': each(['2024-01-20', '2024-01-20T10:00:00Z'], (to) =>
    list('createdAt][$between', ['2024-01-05', to]),
  ),
  'flags that are true and false': ['true', 'false'].flatMap((one) =>
    each(
      ['true', 'false'],
      (other) => `filters[slug][$null]=${one}&filters[comments][$exists]=${other}&filters[views][$gte]=1`,
    ),
  ),
  'members in another order': [
    list('id][$in', ['1', '2']),
    'filters[id][$in][1]=3&filters[id][$in][0]=4',
    list('id][$in', ['5', '5']),
  ],
  'lists of many lengths': lists('id][$in', 1, 2, 3, 4, 7, 5, 500, 2, 64, 1),
  'lists of many lengths, negated': lists('id][$notIn', 1, 3, 4, 40, 2),
  'lists of texts': lists('slug][$in', 1, 2, 5),
  'lists of days': each([1, 2, 3, 4, 2], (length) => list('publishedAt][$in', days.slice(0, length))),
  'lists of instants': each([1, 2, 3, 4, 2], (length) => list('publishedAt][$in', instants.slice(0, length))),
  'lists of fractions': lists('score][$in', 1, 2, 3, 4, 2),
  'two lists of many lengths': each(
    [
      [2, 1],
      [1, 2],
      [3, 3],
      [2, 3],
    ],
    ([one = 0, other = 0]) => `${list('id][$in', upTo(one))}&${list('views][$notIn', upTo(other))}`,
  ),
  'a list beside a range': each(
    [1, 2, 9],
    (length) => `${list('id][$in', upTo(length))}&${list('views][$between', ['0', `${length}00`])}`,
  ),
  'keys of a related row': lists('author][$in', 1, 2, 3),
  'related rows': lists('comments][stars][$in', 1, 2, 3, 1),
  'counts of many': lists('comments][$count][$in', 1, 2, 3),
  'whole numbers and fractions': each(['1', '1.5'], (score) => `filters[score][$gte]=${score}`),
  'texts that are patterns': each(['a', '%25', '_\\'], (text) => `filters[title][$contains]=${text}`),
  'several kinds of values': each(
    ['true&filters[score][$lt]=9.5', 'false&filters[score][$lt]=7.5'],
    (rest) => `filters[isFeatured]=${rest}&filters[views][$gte]=1`,
  ),
  'counts of related rows': [
    'filters[comments][$count][$gte]=1&filters[tags][name]=red',
    'filters[comments][$count][$gte]=2&filters[tags][name]=blue',
  ],
  'two relations': each(
    ['Kai', 'Ann'],
    (name) => `filters[author][name][$ne]=${name}&filters[comments][stars][$gte]=1&sort=author.name`,
  ),
  'pages of one list': each(
    ['page]=1', 'page]=3', 'start]=4', 'after]='],
    (slice) => `filters[views][$gte]=1&sort=views&pagination[${slice}`,
  ),
};

type Posts = SelectQueryBuilder<Post>;

interface Asked {
  readonly builder?: (posts: Posts) => Posts;
  readonly overrides?: object;
  /** A count in place of a page. */
  readonly of?: 'count';
}

const declared = { facets: ['status', 'views', 'author.name', 'tags.name', 'comments.stars', 'isFeatured'] };
const ranges = { facets: ['views', 'score', 'comments.stars'].map((name) => ({ name, type: 'range' })) };
const commented = (posts: Posts) => posts.leftJoinAndSelect('post.comments', 'comment');
const tagged = (posts: Posts) => commented(posts).leftJoinAndSelect('post.tags', 'tag');
const byStars = (posts: Posts) => commented(posts).orderBy('comment.stars', 'DESC');
const starred = (posts: Posts) => posts.innerJoin('post.comments', 'comment', 'comment.stars > :stars', { stars: 1 });
const capped = (most: number) => ({ pagination: { count: { capped: most } } });
const few = 'pagination[pageSize]=2&sort=id';

/** Statements beside the rows of a page, or of builders that join. */
const besides: Readonly<Record<string, readonly (readonly [Asked, readonly string[]])[]>> = {
  'facets of several fields': [
    [
      { overrides: declared },
      [
        'facets=status',
        'facets=status,views',
        'facets=isFeatured',
        'facets=status&filters[views][$gte]=2',
        'facets=status&filters[views][$gte]=3',
      ],
    ],
  ],
  'facets with a limit, or a search': [
    [
      { overrides: declared },
      [
        'facets[author.name][search]=a',
        'facets[author.name][search]=%25',
        'facets[author.name][limit]=1',
        'facets[author.name]=true&facets[tags.name][search]=a',
      ],
    ],
  ],
  'facets behind relations': [
    [
      { overrides: declared },
      [
        'facets=author.name',
        'facets=tags.name',
        'facets=comments.stars',
        'facets=tags.name&filters[tags][name]=red',
        'facets=tags.name&filters[tags][name]=blue',
      ],
    ],
  ],
  'facets of ranges': [
    [
      { overrides: ranges },
      ['facets=views', 'facets=score', 'facets=views,score', 'facets=comments.stars,views&filters[views][$gte]=2'],
    ],
  ],
  'facets over several builders': [tagged, starred, commented, (posts: Posts) => posts.withDeleted()].map((builder) => [
    { overrides: declared, builder },
    ['facets=status,tags.name'],
  ]),
  'pages of joined relations': [tagged, commented, starred].map((builder) => [
    { builder },
    [
      'pagination[pageSize]=3&sort=id',
      'pagination[pageSize]=3&pagination[page]=2&sort=id',
      'filters[views][$gte]=2&pagination[pageSize]=3&sort=views',
      'filters[views][$gte]=4&pagination[pageSize]=3&sort=views',
      'pagination[after]=&pagination[pageSize]=3&sort=views',
    ],
  ]),
  'pages in the order of joined rows': [
    [
      { builder: byStars },
      [
        'pagination[pageSize]=3',
        'pagination[pageSize]=3&pagination[page]=2',
        'pagination[pageSize]=2&filters[id][$gte]=4&sort=title',
      ],
    ],
  ],
  'totals up to a number': [5, 6].flatMap((most) => [
    [{ overrides: capped(most) }, [few, `${few}&filters[views][$gte]=2`, `${few}&filters[views][$gte]=3`]],
    [{ overrides: capped(most), builder: tagged }, [few]],
  ]),
  'totals of builders whose joins multiply rows': [
    [{ builder: starred, of: 'count' }, ['', 'filters[views][$gte]=2', 'filters[views][$gte]=3']],
    [{ builder: tagged, of: 'count' }, ['']],
  ],
  // Their statements are alike, and their rows become other properties.
  'joins that fill properties': (
    [
      (posts) => posts.leftJoinAndSelect('post.author', 'writer'),
      (posts) => posts.leftJoinAndMapOne('post.writer', 'post.author', 'writer'),
      (posts) => posts.leftJoinAndMapOne('post.by', 'post.author', 'writer'),
      (posts) => posts.leftJoinAndMapMany('post.writer', 'post.author', 'writer'),
      (posts) => posts.leftJoinAndSelect('post.comments', 'writer'),
      (posts) => posts.leftJoinAndMapMany('post.said', 'post.comments', 'writer'),
      (posts) => posts.leftJoinAndMapOne('post.said', 'post.comments', 'writer'),
      (posts) => posts.leftJoinAndSelect(Author, 'writer', 'writer.id = post.authorId'),
      (posts) => posts.leftJoinAndMapOne('post.writer', Author, 'writer', 'writer.id = post.authorId'),
      (posts) => posts.leftJoinAndMapMany('post.writer', Comment, 'writer', 'writer.postId = post.id'),
    ] satisfies ((posts: Posts) => Posts)[]
  ).map((builder) => [{ builder }, ['sort=id', 'filters[id][$gte]=2&sort=id&pagination[pageSize]=3']]),
};

onEngines(
  'requests that are nearly alike',
  { entities: blogEntities, seed: seedBlog, options: { limits } },
  (world) => {
    const posts = () => world.repository(Post).createQueryBuilder('post');

    async function expectSame({ builder = (made) => made, overrides, of }: Asked, request: string) {
      const { filters } = world;
      const text =
        /withCount/.test(request) || of === 'count'
          ? request
          : `pagination[withCount]=${overrides !== undefined && 'pagination' in overrides}&${request}`;
      const query = filters.parse(Post, text, overrides);
      const read = (made: Posts) => (of === 'count' ? filters.count(made, query) : filters.page(made, query));
      // What the first page asks about the table is remembered for the others.
      await read(builder(posts()).comment(aside));
      const answer = await expectAlike<Post, unknown>(world.spy, () => builder(posts()), read);
      expect(typeof answer).not.toBe('string');
    }

    it.each(Object.entries(neighbours))('are read as themselves: %s', async (_, requests) => {
      for (const request of [...requests, ...requests, ...requests.toReversed()]) await expectSame({}, request);
    });

    it.each(Object.entries(besides))('are read as themselves: %s', async (_, rows) => {
      const all = rows.flatMap(([asked, requests]) => requests.map((request) => ({ asked, request })));
      for (const { asked, request } of [...all, ...all.toReversed()]) await expectSame(asked, request);
    });

    const request = 'filters[views][$gte]=1&sort=slug&pagination[pageSize]=3&pagination[withCount]=false';

    /** A query that was read, and paged, several times. */
    async function known(filters: FilterService) {
      for (let time = 0; time < 3; time += 1) await filters.page(posts(), filters.parse(Post, request));
      return filters.parse(Post, request);
    }

    it('are ordered by the service that reads the page, not by the one that has read the request', async () => {
      const [first, last] = (['first', 'last'] as const).map((nulls) =>
        FilterService.forDataSource(world.source, { nulls }),
      );
      const query = await known(first ?? world.filters);
      for (const service of [last, first]) {
        await expectAlike(world.spy, posts, (builder) => (service ?? world.filters).page(builder, query));
      }
    });

    it('have the conditions that the program adds', async () => {
      const { filters } = world;
      const query = await known(filters);
      for (const added of [
        filters.and(query, { filters: { slug: { $null: true } } }),
        filters.and(query, { tenantId: 2 }),
        query,
      ]) {
        await expectAlike(world.spy, posts, (builder) => filters.page(builder, added));
      }
    });

    it('have the parameters, the alias and the class of their builder', async () => {
      const query = await known(world.filters);
      class OwnBuilder extends SelectQueryBuilder<Post> {
        override getQuery(): string {
          return super.getQuery().replace(' WHERE ', ' WHERE 1 = 1 AND ');
        }
      }
      const builders: readonly (() => Posts)[] = [
        ...['nf_p1', 'tenant'].flatMap((name) =>
          [1, 2, '2'].map((tenant) => () => posts().where(`post.tenantId = :${name}`, { [name]: tenant })),
        ),
        () => posts().setParameter('nf_p1', 5),
        () => world.repository(Post).createQueryBuilder('nf_1'),
        () => posts().withDeleted(),
        () => posts().leftJoinAndSelect('post.author', 'nf_1'),
        () => posts().innerJoin('post.author', 'author', 'author.id > :least', { least: 1 }),
        () => new OwnBuilder(world.source).select('post').from(Post, 'post'),
        posts,
      ];
      for (const builder of builders) await expectAlike(world.spy, builder, (made) => world.filters.page(made, query));
    });
  },
);

@Entity()
@Filterable({ fields: ['id', 'labels', 'at'] })
class Ware {
  @PrimaryColumn() id!: number;
  @Column('simple-array') labels!: string[];
  @Column({ type: Date }) at!: Date;
}

const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index));

/** Lists whose values are bound one by one have SQL of their own for each number of values, up to a number. */
onEngines(
  'long lists',
  {
    entities: [Ware],
    seed: (source) =>
      source
        .getRepository(Ware)
        .insert(upTo(60).map((id) => ({ id: Number(id), labels: ['every', `label ${id}`], at: day(Number(id)) }))),
  },
  (world) => {
    it.each<[string, (ids: readonly string[]) => object]>([
      ['elements of a list in a text', (ids) => ({ labels: { $hasSome: ids.map((id) => `label ${id}`) } })],
      ['days of a date-time', (ids) => ({ at: { $in: ids.map((id) => day(Number(id)).toISOString().slice(0, 10)) } })],
      ['members of a list', (ids) => ({ id: { $in: ids } })],
    ])('find the rows of every number of values: %s', async (_, filtersOf) => {
      const filters = FilterService.forDataSource(world.source, { limits: { unanchoredNeedles: 16 } });
      for (const size of [1, 2, 31, 32, 33, 34, 59, 60, 33, 2, 60, 1, 34]) {
        const query = filters.parse(Ware, {
          filters: filtersOf(upTo(size)),
          pagination: { pageSize: 100 },
          sort: 'id',
        });
        const { data } = await filters.page(world.repository(Ware), query);
        expect([size, data.map(({ id }) => String(id))]).toEqual([size, upTo(size)]);
      }
    });
  },
);
