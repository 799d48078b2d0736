import { FilterConfigurationError, FilterException, FilterService } from 'nestjs-filterable';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { rowsOf, scripted } from '../../support/scripted.js';

type Builder = SelectQueryBuilder<Post>;

const { source, sent } = await scripted('postgres', blogEntities, (sql) => rowsOf(sql, [{ id: 1 }]));
const filters = FilterService.forDataSource(source);
const posts = (): Builder => source.createQueryBuilder(Post, 'post');
const all = () => filters.parse(Post, '', { pagination: false });

beforeEach(() => (sent.length = 0));
afterEach(() => expect(sent).toEqual([]));

/** Each method that reads entities. */
const methods: readonly (readonly [string, (builder: Builder) => unknown])[] = [
  ['page', (builder) => filters.page(builder, all())],
  ['each', (builder) => filters.each(builder, all())],
  ['count', (builder) => filters.count(builder, all())],
  ['facets', (builder) => filters.facets(builder, all())],
  ['aggregates', (builder) => filters.aggregates(builder, all())],
];

/** Clauses of a builder whose rows are no entities. */
const clauses: readonly (readonly [string, (builder: Builder) => Builder])[] = [
  ['GROUP BY', (builder) => builder.groupBy('post.id')],
  ['HAVING', (builder) => builder.having('COUNT(*) > 1')],
  ['DISTINCT ON', (builder) => builder.distinctOn(['post.id'])],
  ['a second table in FROM', (builder) => Object.assign(builder, builder.addFrom(Author, 'author'))],
];

describe.each(clauses)('a builder with %s has no entities', (clause, prepare) => {
  it.each(methods)('for %s()', async (method, read) => {
    await expect(Promise.resolve(posts()).then((builder) => read(prepare(builder)))).rejects.toThrow(
      `${method}(): the builder has ${clause}, and ${method}() reads entities; use apply(builder, query).getRawMany()`,
    );
  });
});

describe('a builder with an order', () => {
  const prepare = (builder: Builder) => builder.orderBy('post.title');

  it('has no each()', () => {
    expect(() => filters.each(prepare(posts()), all())).toThrow(FilterConfigurationError);
    expect(() => filters.each(prepare(posts()), all())).toThrow(/has its own order; leave it out/);
  });

  it.each(['after', 'before'])('has no pages by cursor: %s', async (key) => {
    const page = filters.page(prepare(posts()), filters.parse(Post, `pagination[${key}]=`));
    await expect(page).rejects.toMatchObject({
      issues: [
        {
          code: 'invalid_pagination',
          pointer: `/pagination/${key}`,
          message: expect.stringMatching(/has an order of its own/) as unknown,
        },
      ],
    });
  });
});

it.each([
  ['take()', (builder: Builder) => builder.take(2)],
  ['limit() and offset()', (builder: Builder) => builder.offset(1).limit(2)],
])('a builder with %s has no each()', (_, limited) => {
  expect(() => filters.each(limited(posts()), all())).toThrow(/has its own limit; leave it out, and pass `max`/);
});

it.each<readonly [string, () => Builder]>([
  ['an aggregate', () => posts().select('COUNT(*)', 'count')],
  ['raw columns', () => posts().select('post.title', 'title')],
  ['nothing', () => posts().select([])],
  ['a relation alone', () => posts().leftJoin('post.comments', 'comment').select('comment')],
])('a builder that selects no entity has no rows: %s', async (_, make) => {
  const query = filters.parse(Post, 'pagination[pageSize]=2');
  await expect((async () => filters.page(make(), query))()).rejects.toThrow(
    'page(): the builder selects nothing of Post',
  );
  expect(() => filters.each(make(), all())).toThrow('each(): the builder selects nothing of Post');
});

it('a builder must select the entity of the query', async () => {
  const authors: SelectQueryBuilder<ObjectLiteral> = source.createQueryBuilder(Author, 'author');
  await expect((async () => filters.page(authors, filters.parse<ObjectLiteral>(Post, '')))()).rejects.toThrow(
    FilterConfigurationError,
  );
});

it('apply() refuses a cursor, which it cannot answer, and so does filter()', () => {
  const query = filters.parse(Post, 'pagination[after]=');
  expect(() => filters.apply(posts(), query)).toThrow(FilterException);
  const trusted = { trusted: true } as const;
  expect(() => filters.filter(Post, { pagination: { after: '' } }, trusted)).toThrow(FilterConfigurationError);
});

it.each([{ onyl: 'filters' }, { only: 'filter' }, { only: true }])('apply() has no options %j', (options) => {
  expect(() => filters.apply(posts(), all(), options as never)).toThrow(FilterConfigurationError);
});

describe('each()', () => {
  it.each<readonly [options: object, message: RegExp]>([
    [{ chunk: 0 }, /`chunk` must be a whole number from 1 to 10000/],
    [{ chunk: 10_001 }, /`chunk` must be a whole number from 1 to 10000/],
    [{ chunk: 1.5 }, /`chunk`/],
    [{ chunk: '5' }, /`chunk`/],
    [{ chunk: null }, /`chunk`/],
    [{ max: -1 }, /`max` must be a whole number of at least 0/],
    [{ max: Infinity }, /`max`/],
    [{ max: NaN }, /`max`/],
    [{ maximum: 5 }, /`maximum` does not exist/],
  ])('refuses the options %j', (options, message) => {
    expect(() => filters.each(posts(), all(), options)).toThrow(FilterConfigurationError);
    expect(() => filters.each(posts(), all(), options)).toThrow(message);
  });

  const beside = { facets: ['status' as const], aggregates: { views: ['max' as const] } };

  it.each([
    ['pagination[page]=1', ['invalid_pagination /pagination']],
    ['pagination[after]=', ['invalid_pagination /pagination']],
    ['facets=status', ['unknown_parameter /facets']],
    ['aggregates=views:max', ['unknown_parameter /aggregates']],
    ['pagination[page]=1&facets=status', ['invalid_pagination /pagination', 'unknown_parameter /facets']],
  ])('refuses %s: it answers every row, and nothing beside', (request, issues) => {
    const query = filters.parse(Post, request, beside);
    const refusal = (): unknown => {
      try {
        return filters.each(posts(), query);
      } catch (error) {
        return error;
      }
    };
    expect((refusal() as FilterException).issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(issues);
  });
});

describe('page() and others', () => {
  const hydration = /`hydration` must be compiled or typeorm, not/;

  it.each<readonly [options: object, message: RegExp]>([
    [{ hydration: 'typeorn' }, /`hydration` must be compiled or typeorm, not typeorn; did you mean typeorm\?/],
    [{ hydration: true }, hydration],
    [{ hydrate: 'typeorm' }, /`hydrate` does not exist/],
    [{ reads: { consistency: 'serial' } }, /`consistency` must be one of|consistency.*must be/],
    [{ reads: { form: 'primary' } }, /`form` does not exist; did you mean from/],
    [{ read: {} }, /`read` does not exist; did you mean reads/],
  ])('refuse the options %j', async (options, message) => {
    const calls = [
      () => filters.page(posts(), filters.parse(Post, ''), options),
      () => filters.each(posts(), all(), options),
      () => FilterService.forDataSource(source, options),
    ];
    for (const call of calls) await expect((async () => call())()).rejects.toThrow(FilterConfigurationError);
    for (const call of calls.slice(0, 2)) await expect((async () => call())()).rejects.toThrow(message);
  });

  it('have no option that is another method’s', async () => {
    const options: object = { hydration: 'typeorm' };
    await expect((async () => filters.count(posts(), all(), options))()).rejects.toThrow(/`hydration` does not exist/);
    await expect((async () => filters.explain(posts(), all(), { plans: true } as object))()).rejects.toThrow(
      FilterConfigurationError,
    );
  });
});
