import { METHODS } from 'node:http';
import { Controller, Get, Module, QueryMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  type FilterModuleOptions,
  FilterQuery,
  type FilterQueryOverrides,
  FilterService,
  type Page,
} from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Post } from '../../support/blog/entities.js';
import { HttpClient } from '../../support/http/client.js';
import { readingModule, told } from './reading.js';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const a = { filters: { title: { $eq: 'a' } } };

const flat = { page: 'p', pageSize: 'limit', filters: { name: { field: 'title' }, id: true } } as const;

/** Page of a list whose links are asked for. */
const page = {
  data: [{ id: 1 }],
  meta: { pagination: { page: 1, pageSize: 1, pageCount: 3, total: 3 } },
} as unknown as Page<Post>;

async function start(overrides: FilterQueryOverrides<Post>, options: FilterModuleOptions = {}) {
  @Controller('posts')
  class PostsController {
    constructor(private readonly filters: FilterService) {}

    @Get()
    get(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return query.toJSON();
    }

    @QueryMethod()
    content(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return query.toJSON();
    }

    @QueryMethod('links')
    links(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return { links: this.filters.links(query, page, '/posts') };
    }
  }
  @Module(await readingModule([PostsController], options))
  class AppModule {}
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false, rawBody: true });
  await app.listen(0, '127.0.0.1');
  const client = new HttpClient(app.getHttpServer());
  return {
    get: async (query: string) => told(await client.get(`/posts?${query}`)),
    ask: async (url: string, type: string, body: string) =>
      told(await client.send('QUERY', `/posts${url}`, body, { 'content-type': type })),
    close: async () => {
      client.close();
      await app.close();
    },
  };
}

const knows = METHODS.includes('QUERY');
if (!knows)
  process.stderr.write(`\nNot tested here, for want of QUERY in Node ${process.version}: names in its content.\n`);

type Row = readonly [why: string, url: string, type: string, body: string, reads: unknown];

const lists: readonly (readonly [name: string, FilterQueryOverrides<Post>, FilterModuleOptions, readonly Row[]])[] = [
  [
    'a list with the on-ramp of nestjs-paginate',
    {},
    { onRamp: nestjsPaginate() },
    [
      ['a form in its spelling', '', form, 'filter.title=$eq:a', a],
      ['a form in brackets', '', form, 'filters[title]=a', a],
      ['JSON', '', json, '{"filters":{"title":"a"}}', a],
      ['a form of both', '', form, 'filter.title=a&filters[id]=1', ['unknown_parameter /filters[id]']],
      ['a field that does not exist', '', form, 'filters[nonsense]=a', ['unknown_field /filters/nonsense']],
      ['a form that cannot be decoded', '', form, 'filter.title=%', ['malformed_encoding /filters']],
      ['its parameter in the URL of JSON', '?filter.title=a', json, '{}', ['duplicate_key /filter.title']],
      ['its parameter in the URL of a form', '?limit=3', form, 'filter.title=a', ['duplicate_key /limit']],
      ['brackets in the URL of a form', '?filters[title]=a', form, 'filter.title=a', ['duplicate_key /filters']],
      ['a form beyond the limit', '', form, `filter.title=${'a'.repeat(70_000)}`, ['limit_exceeded /filters']],
    ],
  ],
  [
    'a list with the on-ramp of crud',
    {},
    { onRamp: crud() },
    [
      ['a form in its spelling', '', form, 's={"title":"a"}', a],
      ['a form in brackets', '', form, 'filters[title]=a', a],
      ['its parameter in the URL', '?s={"title":"a"}', json, '{}', ['duplicate_key /s']],
    ],
  ],
  [
    'a list with flat names',
    { flat },
    {},
    [
      ['a form', '', form, 'name=a', a],
      ['JSON of the list', '', json, '{"filters":{"title":"a"}}', a],
      ['a flat name in JSON', '', json, '{"name":"a"}', ['unknown_parameter /name']],
      ['a flat name in the URL of JSON', '?name=a', json, '{}', ['duplicate_key /name']],
      ['a flat list in the URL', '?name[0]=a', json, '{}', ['duplicate_key /name']],
      ['flat pages in the URL', '?limit=1', form, 'name=a', ['duplicate_key /limit']],
      ['a name of the host in the URL', '?tenant=1', form, 'name=a', a],
    ],
  ],
  [
    'a list with flat names alone',
    { flat: { ...flat, brackets: false } },
    {},
    [
      ['a form', '', form, 'name=a', a],
      ['a form in brackets', '', form, 'filters[title]=a', ['unknown_parameter /filters']],
      ['JSON', '', json, '{"filters":{"title":"a"}}', ['unknown_parameter /filters']],
      ['a flat name in JSON', '', json, '{"name":"a"}', ['unknown_parameter /name']],
      ['pages in JSON', '', json, '{"pagination":{"page":2}}', ['unknown_parameter /pagination']],
    ],
  ],
];

(knows ? describe.each(lists) : describe.skip.each(lists))(
  '%s in the content of a QUERY',
  (_, overrides, options, rows) => {
    let app: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => (app = await start(overrides, options)));
    afterAll(() => app.close());

    it.each(rows)('reads %s', async (_why, url, type, body, reads) => {
      const read = await app.ask(url, type, body);
      if (Array.isArray(reads)) expect(read).toEqual(reads);
      else expect(read).toMatchObject(reads as object);
    });
  },
);

(knows ? describe : describe.skip)('a page that was asked for by QUERY', () => {
  it.each<[why: string, FilterQueryOverrides<Post>, body: string, next: string]>([
    [
      'in brackets where the list reads them',
      { flat },
      'name=a&limit=1',
      '</posts?filters%5Btitle%5D%5B$eq%5D=a&pagination%5Bpage%5D=2&pagination%5BpageSize%5D=1>; rel="next"',
    ],
    ['to nowhere where it does not', { flat: { ...flat, brackets: false } }, 'name=a&limit=1', ''],
  ])('links %s', async (_, overrides, body, next) => {
    const app = await start(overrides);
    const read = (await app.ask('/links', form, body)) as { links: string };
    await app.close();
    if (next === '') expect(read.links).toBe('');
    else expect(read.links).toContain(next);
  });
});

describe('flat names beside an on-ramp', () => {
  let app: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => (app = await start({ flat: { ...flat, page: undefined } }, { onRamp: nestjsPaginate() })));
  afterAll(() => app.close());

  it.each<[query: string, reads: unknown]>([
    ['name=a', a],
    ['name=a&sort=id', { ...a, sort: ['id:asc'] }],
    ['name=a&limit=3', { ...a, pagination: { pageSize: '3' } }],
    ['limit=3', { pagination: { pageSize: '3' } }],
    ['filter.title=a', a],
    ['filter.title=a&name=b', ['unknown_parameter /name']],
    ['filter.title=a&limit=3', { ...a, pagination: { pageSize: '3' } }],
  ])('%s is read, or refused, whole', async (query, reads) => {
    const read = await app.get(query);
    if (Array.isArray(reads)) expect(read).toEqual(reads);
    else expect(read).toMatchObject(reads as object);
  });
});
