import http, { METHODS } from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Controller, Get, QueryMethod, type Type, VersioningType } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  type FilterModuleOptions,
  FilterQuery,
  type FilterQueryOverrides,
  FilterService,
  HostQuery,
  type Page,
} from 'nestjs-filterable';
import { toRequest } from 'nestjs-filterable/client';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { checkQueryHandler } from '../../../lib/handlers/index.js';
import { Post } from '../../support/blog/entities.js';
import { expand } from '../../support/hostile/refusals.js';
import { type AppOptions, type SuiteApp, adapters, useApp, withApp } from '../../support/http/adapters.js';
import type { Answer } from '../../support/http/client.js';
import { cases } from '../../support/table.js';
import { line, readingModule } from './reading.js';

const types: Readonly<Record<string, string | undefined>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  utf8: 'application/x-www-form-urlencoded; charset=UTF-8',
  latin1: 'application/x-www-form-urlencoded; charset=iso-8859-1',
  text: 'text/plain',
  api: 'application/vnd.api+json',
};

const page = {
  data: [{ id: 1 }],
  meta: { pagination: { page: 1, pageSize: 1, pageCount: 3, total: 3 } },
} as unknown as Page<Post>;

/** Handlers of a list under some overrides. */
function handlers(overrides: FilterQueryOverrides<Post>): Type {
  @Controller({ path: 'posts', version: '1' })
  class PostsController {
    constructor(private readonly filters: FilterService) {}

    @Get()
    get(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return query.toJSON();
    }
    @QueryMethod()
    list(@FilterQuery(Post, overrides) query: FilterQuery<Post>, @HostQuery() host: object) {
      return { ...query.toJSON(), ...(Object.keys(host).length === 0 ? {} : { host }) };
    }
    @QueryMethod('links')
    links(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return { links: this.filters.links(query, page, '/posts') };
    }
  }
  return PostsController;
}

const moduleOf = (overrides: FilterQueryOverrides<Post>, options: FilterModuleOptions = {}) =>
  readingModule([handlers(overrides)], options);

const usual: AppOptions = {
  rawBody: true,
  prepare: (app) => app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI }),
};

const lists = { search: ['title'], deleted: true } as const;

/** Sends `url type content`; `-` stands for no more URL, `none` for no type, and nothing for no content. */
async function ask({ client }: SuiteApp, request: string): Promise<Answer> {
  const [, url = '', type = '', content] = /^(\S+) (\w+)(?: (.*))?$/.exec(expand(request)) ?? [];
  const path = `/api/v1/posts${url === '-' ? '' : url}`;
  return client.send('QUERY', path, content, { 'content-type': types[type] });
}

const knows = METHODS.includes('QUERY');
if (!knows) process.stderr.write(`\nNot tested here, for want of QUERY in Node ${process.version}: HTTP QUERY.\n`);
const describeQuery = knows ? describe : describe.skip;

describeQuery.each(adapters)('HTTP QUERY on %s', (adapter) => {
  const app = useApp(() => moduleOf(lists), { ...usual, adapter });

  it.each(
    cases(`
      - json {"filters":{"title":"a b+c"}} -> filters[title][$eq]=a b+c
      - json {} -> nothing
      - form filters[title]=a+b%2Bc -> filters[title][$eq]=a b+c
      - utf8 filters%5Btitle%5D=a%20b%2Bc -> filters[title][$eq]=a b+c
      - form filters[title][$contains]=?a -> filters[title][$contains]=?a
      - form filters={"title":"a b%2Bc"} -> filters[title][$eq]=a b+c
      - form search=red&deleted=only -> search=red&deleted=only
      ?tenant=3 json {"sort":"title"} -> sort[0]=title:asc&host[tenant]=3
      - json {"filters":{"titel":"a"}} -> unknown_field /filters/titel
      - json {"filters":{"constructor":1}} -> unknown_field /filters/constructor
      - json {"limit":3} -> unknown_parameter /limit
      - form filters[titel]=a -> unknown_field /filters/titel
      - form filters[title=a -> malformed_key /filters
      - form filters[title]=%E9 -> malformed_encoding /filters/title
      - form filters[__proto__][a]=1 -> unknown_field /filters/__proto__
      - form filters[title]=a&filters[title]=b -> duplicate_key /filters/title
      - form limit=3 -> unknown_parameter /limit
      - form filters[title]={70000*a} -> limit_exceeded /filters
      ?filters[title]=a json {} -> duplicate_key /filters
      ?%66ilters%5Btitle%5D=a json {} -> duplicate_key /filters
      ?filters[title=a json {} -> duplicate_key /filters
      ?sort=title&tenant=1 form sort=title -> duplicate_key /sort
      ?sort=title&deleted=with json {} -> duplicate_key /sort, duplicate_key /deleted
    `),
  )('%s -> %s', async (request, reads) => {
    expect(line(await ask(app, request))).toBe(reads);
  });

  // A framework may answer these by itself, before the handler runs.
  it.each([
    ...['- none', '- none filters[title]=a', '- form', '?sort=title none', '- text filters[title]=a'],
    ...['- latin1 filters[title]=a', '- api {"filters":{"title":"a"}}'],
  ])('%s is refused', async (request) => {
    expect([400, 415]).toContain((await ask(app, request)).status);
  });

  it('leaves GET as it is, and no handler to POST', async () => {
    const url = '/api/v1/posts';
    expect(line(await app.client.get(`${url}?filters[title]=a%20b%2Bc`))).toBe('filters[title][$eq]=a b+c');
    expect(line(await app.client.post(url, '{}'))).toBe('404');
  });

  it.each([{}, { form: true }])('reads what the client prints with %j, as long as a body may be', async (options) => {
    const title = { $in: Array.from({ length: 100 }, (_, index) => `title ${index + 100}`) };
    const printed = toRequest<Post>('/api/v1/posts', { filters: { title }, sort: ['title:desc'] }, options);
    expect(printed.method).toBe('QUERY');
    const { text } = await app.client.send(printed.method, printed.url, printed.body, printed.headers);
    expect(JSON.parse(text)).toEqual({ filters: { title }, sort: ['title:desc'] });
  });

  it('without the raw text reads JSON, and names `rawBody` to a form', async () => {
    await withApp(adapter, [moduleOf(lists), { ...usual, rawBody: false }], async (opened) => {
      expect(line(await ask(opened, '- json {"filters":{"title":"a"}}'))).toBe('filters[title][$eq]=a');
      const { status, text } = await ask(opened, '- form filters[title]=a');
      expect([status, text]).toEqual([415, expect.stringContaining('rawBody: true')]);
      const { port } = opened.app.getHttpServer().address() as AddressInfo;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const accepted = await new Promise((resolve) => {
        const sent = { port, method: 'QUERY', path: '/api/v1/posts', headers };
        http.request(sent, (answer) => resolve(answer.headers['accept-query'])).end('filters[title]=a');
      });
      expect(accepted).toBe('application/json, application/x-www-form-urlencoded');
    });
  });
});

describeQuery('HTTP QUERY on Fastify over HTTP/2', () => {
  const fastify = () => new FastifyAdapter({ http2: true } as object);
  const app = useApp(() => moduleOf(lists), { ...usual, adapter: 'fastify', fastify });

  it.each([
    ['json', '{"filters":{"title":"a b+c"}}', 'filters[title][$eq]=a b+c'],
    ['form', 'filters[title]=a+b%2Bc', 'filters[title][$eq]=a b+c'],
    ['json', '{"filters":{"titel":1}}', 'unknown_field /filters/titel'],
  ])('reads %s %s as %s', async (type, body, reads) => {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const sent = { ':method': 'QUERY', ':path': '/api/v1/posts', 'content-type': types[type] };
    const stream = session.request(sent).end(body);
    const [status, contentType] = await new Promise<[number, string]>((resolve, reject) => {
      stream.on('error', reject);
      stream.on('response', (received) => resolve([received[':status'] ?? 0, received['content-type'] ?? '']));
    });
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
    session.close();
    expect(line({ status, type: contentType, text })).toBe(reads);
  });
});

const flat = { page: 'p', pageSize: 'limit', filters: { name: { field: 'title' }, id: true } } as const;

/** Lists that read other names as well, in the content of a QUERY. */
const others: readonly (readonly [FilterQueryOverrides<Post>, FilterModuleOptions, name: string, table: string])[] = [
  [
    {},
    { onRamp: nestjsPaginate() },
    'the on-ramp of nestjs-paginate',
    `
      - form filter.title=$eq:a -> filters[title][$eq]=a
      - form filters[title]=a -> filters[title][$eq]=a
      - json {"filters":{"title":"a"}} -> filters[title][$eq]=a
      - form filter.title=a&filters[id]=1 -> unknown_parameter /filters[id]
      - form filters[nonsense]=a -> unknown_field /filters/nonsense
      - form filter.title=% -> malformed_encoding /filters
      ?filter.title=a json {} -> duplicate_key /filter.title
      ?limit=3 form filter.title=a -> duplicate_key /limit
      ?filters[title]=a form filter.title=a -> duplicate_key /filters
      - form filter.title={70000*a} -> limit_exceeded /filters
    `,
  ],
  [
    {},
    { onRamp: crud() },
    'the on-ramp of crud',
    `
      - form s={"title":"a"} -> filters[title][$eq]=a
      - form filters[title]=a -> filters[title][$eq]=a
      ?s={"title":"a"} json {} -> duplicate_key /s
    `,
  ],
  [
    { flat },
    {},
    'flat names',
    `
      - form name=a -> filters[title][$eq]=a
      - json {"filters":{"title":"a"}} -> filters[title][$eq]=a
      - json {"name":"a"} -> unknown_parameter /name
      ?name=a json {} -> duplicate_key /name
      ?name[0]=a json {} -> duplicate_key /name
      ?limit=1 form name=a -> duplicate_key /limit
      ?tenant=1 form name=a -> filters[title][$eq]=a&host[tenant]=1
    `,
  ],
  [
    { flat: { ...flat, brackets: false } },
    {},
    'flat names alone',
    `
      - form name=a -> filters[title][$eq]=a
      - form filters[title]=a -> unknown_parameter /filters
      - json {"filters":{"title":"a"}} -> unknown_parameter /filters
      - json {"name":"a"} -> unknown_parameter /name
      - json {"pagination":{"page":2}} -> unknown_parameter /pagination
    `,
  ],
];

describeQuery.each(others)('HTTP QUERY of a list %#', (overrides, options, name, table) => {
  const app = useApp(() => moduleOf(overrides, options), usual);

  it.each(cases(table))(`with ${name}: %s -> %s`, async (request, reads) => {
    expect(line(await ask(app, request))).toBe(reads);
  });
});

describeQuery('a page that was asked for by QUERY', () => {
  it.each<[why: string, FilterQueryOverrides<Post>, next: string]>([
    [
      'in brackets where the list reads them',
      { flat },
      '</posts?filters%5Btitle%5D%5B$eq%5D=a&pagination%5Bpage%5D=2&pagination%5BpageSize%5D=1>; rel="next"',
    ],
    ['to nowhere where it does not', { flat: { ...flat, brackets: false } }, ''],
  ])('links %s', async (_, overrides, next) => {
    await withApp('express', [moduleOf(overrides), usual], async (app) => {
      const { text } = await ask(app, '/links form name=a&limit=1');
      const { links } = JSON.parse(text) as { links: string };
      expect(next === '' ? links : links.includes(next)).toEqual(next === '' ? '' : true);
    });
  });
});

describe('flat names beside an on-ramp', () => {
  const overrides = { flat: { ...flat, page: undefined } };
  const app = useApp(() => moduleOf(overrides, { onRamp: nestjsPaginate() }), usual);

  it.each(
    cases(`
      name=a -> filters[title][$eq]=a
      name=a&sort=id -> filters[title][$eq]=a&sort[0]=id:asc
      name=a&limit=3 -> filters[title][$eq]=a&pagination[page]=1&pagination[pageSize]=3
      limit=3 -> pagination[page]=1&pagination[pageSize]=3
      filter.title=a -> filters[title][$eq]=a
      filter.title=a&name=b -> unknown_parameter /name
      filter.title=a&limit=3 -> filters[title][$eq]=a&pagination[page]=1&pagination[pageSize]=3
    `),
  )('GET ?%s -> %s', async (query, reads) => {
    expect(line(await app.client.get(`/api/v1/posts?${query}`))).toBe(reads);
  });
});

describe('a boot', () => {
  it('refuses a handler of QUERY requests where Node or Nest does not know the method', () => {
    expect(() => checkQueryHandler()).not.toThrow();
    expect(() => checkQueryHandler(['GET'])).toThrow('which this Node does not support');
    expect(() => checkQueryHandler(['QUERY'], { 0: 'GET' })).toThrow('one that has @QueryMethod()');
  });
});
