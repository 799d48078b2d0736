import { Controller, Get, Headers, type Type } from '@nestjs/common';
import { FilterConfigurationError, FilterQuery, type FilterQueryOverrides } from 'nestjs-filterable';
import { Author, Post } from '../../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { readingController, readingModule, titled, told } from './reading.js';

/** The members that the requests of both adapters share. */
interface AnyRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
}

@Controller('two')
class TwoListsController {
  @Get() get(
    @FilterQuery(Post, { prefix: 'posts_' }) posts: FilterQuery<Post>,
    @Headers('host') host: string,
    @FilterQuery(Author, { prefix: 'authors_' }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toString(), authors: authors.toString(), hasHost: host !== '' };
  }
}

/** Two parameters, of which one reads a name that the other would take for a typing error. */
@Controller('neighbours')
class NeighboursController {
  @Get() get(
    @FilterQuery(Post) posts: FilterQuery<Post>,
    @FilterQuery(Author, { params: { filters: 'filter', sort: 'sorts', pagination: 'page' } }) authors: FilterQuery,
  ) {
    return { posts: posts.toString(), authors: authors.toString() };
  }

  @Get('alone') alone(@FilterQuery(Post) posts: FilterQuery<Post>) {
    return { posts: posts.toString() };
  }
}

const overrides = {
  closed: { unknownParameters: 'refuse', allowParameters: ['locale'] },
  open: { unknownParameters: 'ignore' },
  allowing: { allowParameters: ['filter'] },
  renamed: { params: { filters: 'where', sort: 'order', pagination: 'slice' } },
  unpaged: { pagination: false },
  narrow: { fields: ['title'], relations: [], limits: { conditions: 1 } },
  given: { source: (request: AnyRequest) => request.headers['x-query'] },
  object: { source: ({ method }: AnyRequest) => ({ filters: { title: method } }) },
  number: { source: () => 7 },
  broken: {
    source: () => {
      throw new Error('of the host');
    },
  },
} as const satisfies Record<string, FilterQueryOverrides<Post>>;

const controllers: readonly Type[] = [
  TwoListsController,
  NeighboursController,
  ...Object.entries(overrides).map(([path, each]) => readingController(each, path)),
];

interface HandlerCase {
  readonly path: string;
  readonly reads: unknown;
  readonly why: string;
}

const cases: readonly HandlerCase[] = [
  { path: '/closed?filters[title]=a&locale=en', reads: titled('a'), why: 'what is allowed' },
  {
    path: '/closed?locale=en&lang=en&x[a]=1',
    reads: ['unknown_parameter /lang', 'unknown_parameter /x'],
    why: 'what is not',
  },
  { path: '/closed?filter[title]=a', reads: ['malformed_key /filters'], why: 'a near miss says what was meant' },
  { path: '/open?filter[title]=a&lang=en', reads: {}, why: 'nothing is looked at' },
  { path: '/open?filters[title', reads: ['malformed_key /filters'], why: 'but what is ours' },
  { path: '/allowing?filter[title]=a', reads: {}, why: "a near miss that is the host's" },
  { path: '/allowing?filterx[title]=a', reads: ['malformed_key /filters'], why: 'and another that is not' },
  {
    path: '/neighbours?filters[title]=a&filter[name]=b&sorts=name&page[page]=2',
    reads: {
      posts: 'filters[title][$eq]=a',
      authors: 'filter[name][$eq]=b&sorts[0]=name%3Aasc&page[page]=2&page[pageSize]=25',
    },
    why: 'what another parameter of the handler reads is no near miss',
  },
  { path: '/neighbours?Pagination[page]=2', reads: ['malformed_key /pagination'], why: 'what neither reads is one' },
  { path: '/neighbours/alone?filter[title]=a', reads: ['malformed_key /filters'], why: 'elsewhere it is one' },
  { path: '/renamed?where[title]=a', reads: titled('a'), why: 'by the new name' },
  { path: '/renamed?where[titel]=a', reads: ['unknown_field /where/titel'], why: 'the pointer has the new name' },
  {
    path: '/renamed?order=x&slice[x]=1',
    reads: ['not_sortable /order/0', 'invalid_pagination /slice/x'],
    why: 'all three',
  },
  { path: '/renamed?slice[page]=2', reads: { pagination: { page: '2', pageSize: '25' } }, why: 'a slice' },
  {
    path: '/renamed?filters[titel]=a&sort=x&pagination=y',
    reads: ['unknown_parameter /filters', 'unknown_parameter /sort', 'unknown_parameter /pagination'],
    why: 'nobody reads the usual names',
  },
  { path: '/renamed?where.title=a', reads: ['malformed_key /where'], why: 'evidently meant for us' },
  {
    path: '/two?posts_filters[title]=a&authors_filters[name]=b',
    reads: { posts: 'posts_filters[title][$eq]=a', authors: 'authors_filters[name][$eq]=b', hasHost: true },
    why: 'each its own',
  },
  {
    path: '/two?posts_sort=id:desc',
    reads: { posts: 'posts_sort[0]=id%3Adesc', authors: '', hasHost: true },
    why: 'one of them',
  },
  {
    path: '/two?filters[titel]=a',
    reads: ['unknown_parameter /filters'],
    why: 'nobody reads it without a prefix',
  },
  { path: '/two?posts_filters[name]=a', reads: ['unknown_field /posts_filters/name'], why: "the other list's field" },
  {
    path: '/two?authors_filters[title]=a',
    reads: ['unknown_field /authors_filters/title'],
    why: "the other list's field",
  },
  { path: '/unpaged?filters[title]=a', reads: titled('a'), why: 'conditions are read' },
  {
    path: '/unpaged?pagination[page]=1',
    reads: ['invalid_pagination /pagination'],
    why: 'a slice is not, and is refused',
  },
  { path: '/unpaged?pagination=', reads: ['invalid_pagination /pagination'], why: 'whatever it is' },
  { path: '/narrow?filters[title]=a', reads: titled('a'), why: 'the one field' },
  { path: '/narrow?filters[id]=1', reads: ['unknown_field /filters/id'], why: 'no other' },
  { path: '/narrow?filters[author][name]=a', reads: ['unknown_field /filters/author'], why: 'no relation' },
  {
    path: '/narrow?filters[title][$ne]=a&filters[title][$eq]=b',
    reads: ['limit_exceeded /filters'],
    why: 'one condition',
  },
  { path: '/object?filters[title]=a', reads: titled('GET'), why: 'an object that a function gives' },
  { path: '/given', reads: {}, why: 'nothing that a function gives' },
];

describe.each(adapters)('handlers on %s', (adapter) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openApp(adapter, await readingModule(controllers));
  });

  afterAll(() => app.close());

  it.each(cases)('$path: $why', async ({ path, reads }) => {
    expect(told(await app.client.get(path))).toEqual(reads);
  });

  it('take a query string from wherever a function finds it', async () => {
    const ask = (query: string) => app.client.send('GET', '/given?filters[titel]=x', undefined, { 'x-query': query });
    expect(told(await ask('filters[title]=a%20b'))).toEqual(titled('a b'));
    expect(told(await ask('filters[titel]=a'))).toEqual(['unknown_field /filters/titel']);
  });

  it('answer a mistake of the host for what it is', async () => {
    expect((await app.client.get('/number')).status).toBe(500);
    expect((await app.client.get('/broken')).status).toBe(500);
  });
});

describe.each(adapters)('a module on %s', (adapter) => {
  it('names the parameters, and says where they are, for every handler', async () => {
    const options = { params: { filters: 'where' }, source: 'body' } as const;
    const module = await readingModule([readingController(), readingController({ source: 'query' }, 'own')], options);
    const app = await openApp(adapter, module);
    expect(told(await app.client.post('/posts', '{"where":{"title":"a"},"filters":{"x":1}}'))).toEqual(titled('a'));
    expect(told(await app.client.post('/posts', '{"where":{"x":1}}'))).toEqual(['unknown_field /where/x']);
    expect(told(await app.client.post('/own?where[title]=b', '{"where":{"x":1}}'))).toEqual(titled('b'));
    await app.close();
  });

  it('makes the exception that the host wants', async () => {
    const errors = (issues: readonly { code: string }[]) =>
      new FilterConfigurationError(issues.map(({ code }) => code).join());
    const app = await openApp(adapter, await readingModule([readingController()], { errors }));
    expect((await app.client.get('/posts?filters[x]=1')).status).toBe(500);
    await app.close();
  });
});
