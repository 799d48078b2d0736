import { FilterService, type FilterQueryOverrides } from 'nestjs-filterable';
import { Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from '../../support/spy.js';
import { type Builder, cases, page, plain, withAll } from './statement-cases.js';

/** Returns the condition of a cursor, without quotes and with every parameter as `?`. */
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

  it('counts without an order, and without idle joins', async () => {
    const { statements } = await pageOf(`${page}&sort=author.name,title:desc`, withAll);
    const count = statements.at(-1) ?? '';
    expect(count).toMatch(/COUNT/);
    expect(count).not.toMatch(/JOIN|ORDER BY|comment|tag|author\./i);
    expect(statements[0]).toMatch(/ORDER BY/);
    expect(statements[0]).not.toMatch(/comment|tag/);
  });

  it('keeps a join that is mentioned anywhere', async () => {
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
    // On every other engine an alias is the same name in capitals.
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
