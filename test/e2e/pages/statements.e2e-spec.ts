import type { SelectQueryBuilder } from 'typeorm';
import { FilterService, type FilterQueryOverrides } from 'nestjs-filterable';
import { Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from './spy.js';

type Builder = SelectQueryBuilder<Post>;

const plain = (builder: Builder): Builder => builder;
const withAuthor = (builder: Builder): Builder => builder.leftJoinAndSelect('post.author', 'author');
const withComments = (builder: Builder): Builder => builder.leftJoinAndSelect('post.comments', 'comment');
const withAll = (builder: Builder): Builder => withComments(withAuthor(builder)).leftJoinAndSelect('post.tags', 'tag');

interface Case {
  readonly why: string;
  readonly query: string;
  readonly prepare: (builder: Builder) => Builder;
  readonly statements: number;
  readonly pagination?: FilterQueryOverrides<Post>['pagination'];
}

const page = 'pagination[page]=1&pagination[pageSize]=10';
const cases: readonly Case[] = [
  { why: 'rows and total', query: page, prepare: plain, statements: 2 },
  { why: 'the same, sorted through a relation', query: `${page}&sort=author.name`, prepare: plain, statements: 2 },
  { why: 'the same, sorted through many', query: `${page}&sort=comments.stars`, prepare: plain, statements: 2 },
  { why: 'a to-one relation loaded', query: page, prepare: withAuthor, statements: 2 },
  { why: 'a page that is short', query: 'pagination[pageSize]=40', prepare: plain, statements: 1 },
  {
    why: 'the last page, which is short',
    query: 'pagination[page]=3&pagination[pageSize]=10',
    prepare: plain,
    statements: 1,
  },
  { why: 'a page beyond the last', query: 'pagination[page]=9&pagination[pageSize]=10', prepare: plain, statements: 2 },
  { why: 'an empty list', query: `${page}&filters[id]=99`, prepare: plain, statements: 1 },
  { why: 'no total', query: `${page}&pagination[withCount]=false`, prepare: plain, statements: 1 },
  { why: 'no total, by the handler', query: page, prepare: plain, pagination: { count: 'none' }, statements: 1 },
  { why: 'a capped total', query: page, prepare: plain, pagination: { count: { capped: 5 } }, statements: 2 },
  { why: 'an estimate', query: page, prepare: plain, pagination: { count: 'estimate' }, statements: 2 },
  { why: 'children loaded: rows, then what is in them, and the total', query: page, prepare: withAll, statements: 3 },
  { why: 'children loaded, no total', query: `${page}&pagination[withCount]=false`, prepare: withAll, statements: 2 },
  { why: 'children loaded, an empty list', query: `${page}&filters[id]=99`, prepare: withAll, statements: 1 },
  { why: 'a keyset page', query: 'pagination[after]=&sort=title', prepare: withAuthor, statements: 1 },
  { why: 'a keyset page backwards', query: 'pagination[before]=&sort=title', prepare: plain, statements: 1 },
  { why: 'a keyset page with children', query: 'pagination[after]=&sort=title', prepare: withAll, statements: 2 },
  {
    why: 'a keyset page and its total',
    query: `pagination[after]=&pagination[pageSize]=5&pagination[withCount]=true`,
    prepare: plain,
    statements: 2,
  },
];

/** SQL for the position of a cursor, without quotes and with every parameter as `?`. */
const positions = [
  {
    sort: 'title',
    postgres: '(post.title >= ? AND (post.title, post.id) > (?, ?))',
    portable: '(post.title >= ? AND (post.title > ? OR (post.title = ? AND post.id > ?)))',
  },
  {
    sort: 'title:desc,id',
    postgres: '(post.title <= ? AND (post.title < ? OR (post.title = ? AND post.id > ?)))',
    portable: '(post.title <= ? AND (post.title < ? OR (post.title = ? AND post.id > ?)))',
  },
  { sort: 'id:desc', postgres: 'post.id < ?', portable: 'post.id < ?' },
] as const;

describe.each(engines)('the statements of a page on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    await fillBlog(database.source);
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });

  afterAll(() => database.close());

  const posts = (): Builder => database.source.createQueryBuilder(Post, 'post');
  const pageOf = (query: string, prepare = plain, overrides: FilterQueryOverrides<Post> = {}) =>
    spy.during(() => filters.page(prepare(posts()), filters.parse(Post, query, overrides)));

  it.each(cases)('$statements: $why', async ({ query, prepare, pagination, statements }) => {
    const sent = await pageOf(query, prepare, pagination === undefined ? {} : { pagination });
    expect(sent.statements).toHaveLength(statements);
  });

  it.each(positions)('begins at the cursor, by $sort', async ({ sort, ...texts }) => {
    const first = await filters.page(posts(), filters.parse(Post, { sort, pagination: { after: '' } }));
    const after = 'next' in first.meta.pagination ? (first.meta.pagination.next ?? '') : '';
    const { statements } = await pageOf(`sort=${sort}&pagination[after]=${after}`);
    const text = (statements[0] ?? '').replaceAll(/["`]/g, '').replaceAll(/\$\d+/g, '?');
    expect(text).toContain(texts[engine === 'postgres' ? 'postgres' : 'portable']);
  });

  it('counts without an order, and without joins that decide nothing', async () => {
    const { statements } = await pageOf(`${page}&sort=author.name,title:desc`, withAll);
    const count = statements.at(-1) ?? '';
    expect(count).toMatch(/COUNT/);
    expect(count).not.toMatch(/JOIN|ORDER BY|comment|tag|author\./i);
    expect(statements[0]).toMatch(/ORDER BY/);
    expect(statements[0]).not.toMatch(/comment|tag/);
  });

  it('keeps a join that decides, wherever it is named', async () => {
    const deciding: readonly ((builder: Builder) => Builder)[] = [
      (builder) => builder.leftJoin('post.comments', 'comment').where('comment.stars = 4'),
      (builder) => builder.leftJoin('post.comments', 'comment').where('(\n\tcomment.stars = 4\n)'),
      (builder) => builder.innerJoin('post.comments', 'comment', 'comment.stars = 4'),
      (builder) => builder.leftJoin('post.tags', 'tag').where('post_tag.tagId = 1'),
      (builder) =>
        builder
          .leftJoin('post.author', 'author')
          .leftJoin(Comment, 'comment', 'comment.id = author.id')
          .where('comment.stars = 2'),
    ];
    // Everywhere but there an alias is the same in capitals.
    const inCapitals = (builder: Builder) => builder.leftJoin('post.comments', 'comment').where('COMMENT.stars = 4');
    for (const prepare of engine === 'mariadb' ? deciding : [...deciding, inCapitals]) {
      const whole = await prepare(posts()).getMany();
      const { result } = await pageOf('pagination[pageSize]=3', prepare);
      expect(result.data).toHaveLength(3);
      expect(result.meta.pagination).toMatchObject({ total: whole.length });
      expect(whole.length).toBeGreaterThan(3);
      expect(whole.length).toBeLessThan(29);
    }
  });
});
