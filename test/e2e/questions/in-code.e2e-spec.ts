import type { QueryInput } from 'nestjs-filterable';
import { Post, PostStatus } from '../../support/blog/entities.js';
import { arranged, inNumericOrder, questionsAboutPosts } from './about-posts.js';
import { aboutPosts, idsOf, posts, subject, tag } from './question.js';
import { onEveryEngine } from './fixture.js';

interface Pair {
  readonly name: string;
  readonly input: QueryInput<Post>;
  readonly wire: string;
}

/** Filters written in code with native values, and the query strings of the same meaning. */
const pairs: readonly Pair[] = [
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

const byExists = postsByStrategy('exists');
const byIn = postsByStrategy('in');

onEveryEngine((fixture) => {
  describe('filter()', () => {
    it.each(pairs)('$name: the same rows as over the wire', async ({ input, wire }) => {
      const { filters, database } = fixture;
      const inOrder = input.sort !== undefined;
      const sorted = (ids: readonly number[]) => (inOrder ? ids : inNumericOrder(ids));
      const expected = sorted(await aboutPosts.ask(filters, database.source, wire));

      expect(sorted(await idsOf(filters.filter(Post, input)))).toEqual(expected);
      expect(sorted(await idsOf(filters.filter(database.source.getRepository(Post), input)))).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    });

    it('is held by the allow-list, unless it is trusted', async () => {
      const input: QueryInput<Post> = { filters: { tenantId: 2, author: { posts: { title: 'Harvest' } } }, sort: 'id' };
      const { filters } = fixture;
      expect(() => filters.filter(Post, input)).toThrow(expect.objectContaining({ status: 400 }));
      expect(await idsOf(filters.filter(Post, input, { trusted: true }))).toEqual(
        await fixture.byHand(posts('p.[tenantId] = 2 AND p.[authorId] IN (5, 6)', 'ORDER BY p.id')),
      );
    });
  });

  describe('and()', () => {
    const red = tag('t.id = 1');

    it('adds a condition on any column, which is not printed', async () => {
      const { filters } = fixture;
      const query = filters.parse(Post, 'filters[tags]=1&sort=id');
      const own = filters.and(query, { tenantId: 2 });
      expect(await idsOf(filters.apply(fixture.posts(), own))).toEqual(
        await fixture.byHand(posts(`p.[tenantId] = 2 AND ${red}`, 'ORDER BY p.id')),
      );
      expect(own.toString()).toBe(query.toString());
      expect(await filters.count(fixture.posts(), own)).toBeLessThan(await filters.count(fixture.posts(), query));
    });

    it('is no alternative to what the client asks for', async () => {
      const { filters } = fixture;
      const query = filters.parse(Post, 'filters[$or][0][tags]=1&filters[$or][1][title]=Snow&sort=id');
      const own = filters.and(query, { $or: [{ tenantId: 2 }, { secretNote: 'hold' }] });
      expect(await idsOf(filters.apply(fixture.posts(), own))).toEqual(
        await fixture.byHand(
          posts(`(${red} OR p.title = 'Snow') AND (p.[tenantId] = 2 OR p.[secretNote] = 'hold')`, 'ORDER BY p.id'),
        ),
      );
    });

    it('is added twice, through relations, and pages and counts with it', async () => {
      const { filters } = fixture;
      const query = filters.parse(
        Post,
        'filters[comments][$exists]=true&sort=id&pagination[page]=2&pagination[pageSize]=3',
      );
      const own = filters.and(filters.and(query, { tenantId: 1 }), { author: { resetToken: null } });
      const sql = posts(
        `p.[tenantId] = 1 AND EXISTS (SELECT 1 FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL)
         AND p.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[resetToken] IS NULL)`,
        'ORDER BY p.id',
      );
      const all = await fixture.byHand(sql);
      const { data, meta } = await filters.page(fixture.posts(), own);
      expect(data.map(({ id }) => id)).toEqual(all.slice(3, 6));
      expect(data).toHaveLength(3);
      expect(meta.pagination).toMatchObject({ page: 2, total: all.length });
      expect(await filters.count(fixture.posts(), own)).toBe(all.length);
    });
  });

  describe('a relation by another strategy gives the same rows', () => {
    const questions = questionsAboutPosts(
      'relation paths',
      'one object is one row',
      'different objects, different rows',
      'quantifiers',
      'existence',
      'keys',
      'negation',
    );

    it.each(questions)('$name', async (question) => {
      const { filters, database } = fixture;
      const expected = arranged(question, await aboutPosts.ask(filters, database.source, question.query));
      for (const about of [byExists, byIn]) {
        const found = await about.ask(filters, database.source, question.query);
        expect(arranged(question, found)).toEqual(expected);
      }
    });
  });
});

function postsByStrategy(strategy: 'exists' | 'in') {
  return subject(Post, {
    relations: [
      { name: 'author', strategy },
      { name: 'comments', strategy },
      { name: 'tags', strategy },
    ],
  });
}
