import { runInNewContext } from 'node:vm';
import {
  BadRequestException,
  Controller,
  Get,
  type INestApplication,
  Query,
  UnprocessableEntityException,
  ValidationPipe,
} from '@nestjs/common';
import { type FilterModuleOptions, FilterQuery, type FilterQueryOverrides, HostQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Post } from '../../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { readingController, readingModule, titled, told as toldBy } from './reading.js';

/** What a function makes of a request; the request says which. */
const made: Readonly<Record<string, () => unknown>> = {
  text: () => 'filters[title]=a',
  url: () => new URL('http://localhost/?filters[title]=a'),
  object: () => ({ filters: { title: 'a' } }),
  nothing: () => undefined,
  named: () => ({ input: { filters: { title: 'a' } }, names: { '/filters/title': 't' } }),
  nameless: () => ({ input: { filters: { title: 'a' } } }),
  'named-text': () => ({ input: 'filters[title]=a', names: {} }),
  wrong: () => ({ input: { filters: { author: { id: 'x' } } }, names: { '/filters/author/id': 'writer' } }),
  'wrong-group': () => ({
    input: { filters: { $and: [{ id: 1 }, { titel: 'x' }] } },
    names: { '/filters/$and/1': 'where.titel' },
  }),
  'wrong-text': () => ({ input: 'filters[id]=x&sort=nope', names: { '/filters/id': 'no', '/sort': 'by' } }),
  'wrong-unnamed': () => ({ input: { filters: { id: 'x' } }, names: { '/filters/title': 't' } }),
  'wrong-name': () => ({ input: 'filters[id]=x', names: { '/filters/id': 'a/b~c[\n' } }),
  renamed: () => ({ input: 'where[id]=x&by=nope', names: { '/filters/id': 'no', '/sort': 'order' } }),
  flat: () => ({ input: 't=a&filters[id]=x', names: { '/filters/id': 'no' } }),
  json: () => JSON.parse('{"secret') as unknown,
  regexp: () => new RegExp(['(', 'a'].join('')),
  thrown: () => {
    throw new SyntaxError('secret');
  },
  'other-realm': () => runInNewContext('JSON.parse("{")') as unknown,
  http: () => {
    throw new BadRequestException('of the host');
  },
  type: () => {
    throw new TypeError('of the host');
  },
  promise: () => Promise.resolve('filters[title]=a'),
  rejected: () => Promise.reject(new Error('of the host')),
  number: () => 7,
  'input-number': () => ({ input: 7 }),
  'more-members': () => ({ input: {}, nmaes: {} }),
  'names-list': () => ({ input: {}, names: ['/filters'] }),
  'names-pointer': () => ({ input: {}, names: { 'filters[id]': 'no' } }),
  'names-number': () => ({ input: {}, names: { '/filters/id': 7 } }),
};

const overrides: FilterQueryOverrides<Post> = {
  source: (request: { url: string }) => made[request.url.split('?')[1] ?? '']?.() ?? {},
};

const malformed = ['malformed_encoding filters /filters'];

const rows: readonly (readonly [asked: string, status: number, told: unknown])[] = [
  ...['text', 'url', 'object', 'named', 'nameless', 'named-text'].map((name) => [name, 200, titled('a')] as const),
  ['nothing', 200, {}],
  ['wrong', 400, ['invalid_value writer /writer']],
  ['wrong-group', 400, ['unknown_field where.titel /where.titel']],
  ['wrong-text', 400, ['invalid_value no /no', 'not_sortable by /by/0']],
  ['wrong-unnamed', 400, ['invalid_value filters[id] /filters/id']],
  ['json', 400, malformed],
  ['regexp', 400, malformed],
  ['thrown', 400, malformed],
  ['other-realm', 400, malformed],
  ['http', 400, 'of the host'],
  ...['type', 'promise', 'rejected', 'number', 'input-number', 'more-members'].map(
    (name) => [name, 500, 'Internal server error'] as const,
  ),
  ...['names-list', 'names-pointer', 'names-number'].map((name) => [name, 500, 'Internal server error'] as const),
];

async function open(adapter: (typeof adapters)[number], options: FilterModuleOptions = {}): Promise<TestApp> {
  const controllers = [
    readingController(overrides),
    readingController({ ...overrides, params: { filters: 'where', sort: 'by' } }, 'renamed'),
    readingController({ ...overrides, flat: { filters: { t: 'title' } } }, 'flat'),
  ];
  return openApp(adapter, await readingModule(controllers, options));
}

describe.each(adapters)('a source that is a function, on %s', (adapter) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open(adapter);
  });
  afterAll(() => app.close());

  const ask = async (path: string) => {
    const { status, text } = await app.client.get(path);
    const body = JSON.parse(text) as { issues?: { code: string; path: string; pointer: string }[]; message?: unknown };
    const issues = body.issues?.map((issue) => `${issue.code} ${issue.path} ${issue.pointer}`);
    return { status, told: status === 200 ? body : (issues ?? body.message), text };
  };

  it.each(rows)('that gives %s answers %i, %j', async (asked, status, told) => {
    expect(await ask(`/posts?${asked}`)).toMatchObject({ status, told });
  });

  it('says nothing of the text that it could not read', async () => {
    for (const asked of ['json', 'thrown']) expect((await ask(`/posts?${asked}`)).text).not.toContain('secret');
  });

  it('escapes its names in pointers', async () => {
    expect((await ask('/posts?wrong-name')).told).toEqual([expect.stringMatching(/^invalid_value .*\/a~1b~0c\[\n$/s)]);
  });

  it('names places by the usual names of parameters, whatever the host calls them', async () => {
    expect((await ask('/renamed?renamed')).told).toEqual(['invalid_value no /no', 'not_sortable order /order/0']);
  });

  it('names places beside flat parameters', async () => {
    expect((await ask('/flat?flat')).told).toEqual(['invalid_value no /no']);
  });
});

describe('a text that a function cannot read', () => {
  it("is refused in the application's own words", async () => {
    const errors = (issues: readonly { code: string }[]) =>
      new UnprocessableEntityException(issues.map(({ code }) => code));
    const app = await open('express', { errors });
    const { status, text } = await app.client.get('/posts?json');
    await app.close();
    expect([status, (JSON.parse(text) as { message: unknown }).message]).toEqual([422, ['malformed_encoding']]);
  });
});

describe.each(adapters)('a function that reads request.query, on %s', (adapter) => {
  const source = ({ query }: { query: Readonly<Record<string, string>> }) => ({
    filters: JSON.parse(query['filters'] ?? '{}') as unknown,
  });
  const everything = ({ query }: { query: object }) => query;

  class ListPosts {
    @Filters(Post, { source }) query!: FilterQuery<Post>;
  }

  @Controller('posts')
  class PostsController {
    @Get('own') own(@FilterQuery(Post, { source }) query: FilterQuery<Post>, @HostQuery() rest: object) {
      return { ...query.toJSON(), rest };
    }
    @Get('dto') dto(@Query() { query }: ListPosts, @HostQuery() rest: object) {
      return { ...query.toJSON(), rest };
    }
    @Get('flat') flat(@FilterQuery(Post, { source: everything }) query: FilterQuery<Post>, @HostQuery() rest: object) {
      return { ...query.toJSON(), rest };
    }
  }

  it('finds its conditions where they are left out for @HostQuery()', async () => {
    const prepare = (opened: INestApplication) => void opened.useGlobalPipes(new ValidationPipe({ transform: true }));
    const app = await openApp(adapter, await readingModule([PostsController]), { prepare });
    try {
      const [asked, rest] = ['filters={"title":"a"}&tenant=3', { tenant: '3' }];
      for (const path of ['own', 'dto']) {
        const answer = toldBy(await app.client.get(`/posts/${path}?${asked.replaceAll('"', '%22')}`));
        expect([path, answer]).toEqual([path, { filters: { title: { $eq: 'a' } }, rest }]);
      }
      expect(toldBy(await app.client.get('/posts/flat?filters[title]=a'))).toEqual(['malformed_key /filters']);
    } finally {
      await app.close();
    }
  });
});
