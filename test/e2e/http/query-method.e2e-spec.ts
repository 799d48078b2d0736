import http2 from 'node:http2';
import { METHODS, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module, QueryMethod, VersioningType } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { FilterQuery, HostQuery } from 'nestjs-filterable';
import { toRequest } from 'nestjs-filterable/client';
import { checkQueryHandler } from '../../../lib/handlers/index.js';
import { Post } from '../../support/blog/entities.js';
import { type AdapterName, adapters } from '../../support/http/adapters.js';
import { type Answer, HttpClient } from '../../support/http/client.js';
import { readingModule, told } from './reading.js';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const lists = { search: ['title'], deleted: true } as const;

@Controller({ path: 'posts', version: '1' })
class PostsController {
  @QueryMethod()
  list(@FilterQuery(Post, lists) query: FilterQuery<Post>, @HostQuery() host: object) {
    return { ...query.toJSON(), ...(Object.keys(host).length === 0 ? {} : { host }) };
  }

  @Get()
  get(@FilterQuery(Post, lists) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

/** Starts an application as programs do: `rawBody` is an option of the factory alone. */
async function start(adapter: AdapterName, rawBody: boolean, isHttp2 = false): Promise<INestApplication> {
  const metadata = await readingModule([PostsController]);
  @Module(metadata)
  class AppModule {}
  const options = { logger: false, rawBody } as const;
  const app =
    adapter === 'express'
      ? await NestFactory.create<NestExpressApplication>(AppModule, new ExpressAdapter(), options)
      : await NestFactory.create<NestFastifyApplication>(
          AppModule,
          isHttp2 ? new FastifyAdapter({ http2: true }) : new FastifyAdapter(),
          options,
        );
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI });
  await app.listen(0, '127.0.0.1');
  return app;
}

const spring = { filters: { title: { $eq: 'a b+c' } } };
const long = { title: { $in: Array.from({ length: 100 }, (_, index) => `title ${index}`) } };

/** What is sent, and what is read of it: a query as JSON, issues, or a status. */
const cases: readonly (readonly [why: string, url: string, type: string | undefined, body: string, reads: unknown])[] =
  [
    ['JSON', '', json, '{"filters":{"title":"a b+c"}}', spring],
    ['JSON of a type of its own', '', 'application/vnd.api+json', '{"filters":{"title":"a"}}', 415],
    ['no conditions, said aloud', '', json, '{}', {}],
    ['a form', '', form, 'filters[title]=a+b%2Bc', spring],
    ['a form with a charset', '', `${form}; charset=UTF-8`, 'filters%5Btitle%5D=a%20b%2Bc', spring],
    ['a form with a mark', '', form, 'filters[title][$contains]=?a', { filters: { title: { $contains: '?a' } } }],
    ['a form with JSON text', '', form, 'filters={"title":"a b%2Bc"}', spring],
    ['other lists', '', form, 'search=red&deleted=only', { search: 'red', deleted: 'only' }],
    ["what is the host's", '?tenant=3', json, '{"sort":"title"}', { sort: ['title:asc'], host: { tenant: '3' } }],
    ['as long as a body may be', '', json, JSON.stringify({ filters: long }), 'read'],
    ['a mistake in JSON', '', json, '{"filters":{"titel":"a"}}', ['unknown_field /filters/titel']],
    ['a mistake in a form', '', form, 'filters[titel]=a', ['unknown_field /filters/titel']],
    ['a broken key in a form', '', form, 'filters[title=a', ['malformed_key /filters']],
    ['a lost encoding in a form', '', form, 'filters[title]=%E9', ['malformed_encoding /filters/title']],
    ['a name of the language in a form', '', form, 'filters[__proto__][a]=1', ['unknown_field /filters/__proto__']],
    ['a key twice in a form', '', form, 'filters[title]=a&filters[title]=b', ['duplicate_key /filters/title']],
    [
      'a name of the language in JSON',
      '',
      json,
      '{"filters":{"constructor":1}}',
      ['unknown_field /filters/constructor'],
    ],
    ['a name that nobody reads', '', form, 'limit=3', ['unknown_parameter /limit']],
    ['an unknown name in JSON', '', json, '{"limit":3}', ['unknown_parameter /limit']],
    ['no content', '', undefined, '', ['malformed_encoding /filters']],
    ['no content, of a form', '', form, '', ['malformed_encoding /filters']],
    ['ours in the URL', '?filters[title]=a', json, '{}', ['duplicate_key /filters']],
    ['ours in the URL, encoded', '?%66ilters%5Btitle%5D=a', json, '{}', ['duplicate_key /filters']],
    ['ours in the URL, broken', '?filters[title=a', json, '{}', ['duplicate_key /filters']],
    ['ours in the URL, beside a form', '?sort=title&tenant=1', form, 'sort=title', ['duplicate_key /sort']],
    [
      'several of ours in the URL',
      '?sort=title&deleted=with',
      json,
      '{}',
      ['duplicate_key /sort', 'duplicate_key /deleted'],
    ],
    [
      'ours in the URL, and nothing else',
      '?sort=title',
      undefined,
      '',
      ['duplicate_key /sort', 'malformed_encoding /filters'],
    ],
    ['a text', '', 'text/plain', 'filters[title]=a', 415],
    ['a form of another charset', '', `${form}; charset=iso-8859-1`, 'filters[title]=a', 415],
  ];

const knows = METHODS.includes('QUERY');
if (!knows) process.stderr.write(`\nNot tested here, for want of QUERY in Node ${process.version}: HTTP QUERY.\n`);

(knows ? describe : describe.skip).each(adapters)('HTTP QUERY on %s', (adapter) => {
  let app: INestApplication;
  let client: HttpClient;

  beforeAll(async () => {
    app = await start(adapter, true);
    client = new HttpClient(app.getHttpServer() as never);
  });
  afterAll(async () => {
    client.close();
    await app.close();
  });

  const send = (url: string, type: string | undefined, body: string): Promise<Answer> =>
    client.send('QUERY', `/api/v1/posts${url}`, type === undefined ? undefined : body, { 'content-type': type });

  it.each(cases)('reads %s', async (_, url, type, body, reads) => {
    const read = told(await send(url, type, body));
    if (reads === 'read') expect(read).toHaveProperty('filters.title.$in.99', 'title 99');
    // A framework may answer by itself before the handler runs: an unread QUERY is refused in any case.
    else if (reads === 415 || type === undefined || body === '') expect([reads, 400, 415]).toContainEqual(read);
    else expect(read).toEqual(reads);
  });

  it('refuses what has no Content-Type', async () => {
    const answer = await send('', undefined, '');
    expect(answer.status).toBe(400);
    const untyped = await client.send('QUERY', '/api/v1/posts', 'filters[title]=a', { 'content-type': undefined });
    expect([400, 415]).toContain(untyped.status);
  });

  it('refuses what is larger than a body may be, and reads a GET as ever', async () => {
    const large = await send('', form, `filters[title]=${'a'.repeat(70_000)}`);
    expect(told(large)).toEqual(['limit_exceeded /filters']);
    expect(told(await client.get('/api/v1/posts?filters[title]=a%20b%2Bc'))).toEqual(spring);
    expect(told(await client.post('/api/v1/posts', '{}'))).toBe(404);
  });

  it.each([{}, { form: true }])('reads what the client prints with %j', async (options) => {
    const printed = toRequest<Post>('/api/v1/posts', { filters: long, sort: ['title:desc'] }, options);
    expect(printed.method).toBe('QUERY');
    const answer = await client.send(printed.method, printed.url, printed.body, printed.headers);
    const asked = (await client.send('QUERY', '/api/v1/posts', JSON.stringify({ filters: long, sort: ['title:desc'] })))
      .text;
    expect(answer.text).toBe(asked);
    expect(JSON.parse(asked)).toHaveProperty('sort', ['title:desc']);
  });
});

(knows ? describe : describe.skip).each(adapters)('HTTP QUERY on %s without the raw text', (adapter) => {
  it('reads JSON, and names `rawBody` to a form', async () => {
    const app = await start(adapter, false);
    const client = new HttpClient(app.getHttpServer() as never);
    const read = await client.send('QUERY', '/api/v1/posts', '{"filters":{"title":"a b+c"}}');
    expect(told(read)).toEqual(spring);
    const answer = await client.send('QUERY', '/api/v1/posts', 'filters[title]=a', { 'content-type': form });
    expect([answer.status, answer.text]).toEqual([415, expect.stringContaining('rawBody: true')]);
    const { port } = (app.getHttpServer() as unknown as { address(): AddressInfo }).address();
    const accepted = await new Promise((resolve) => {
      const options = { port, method: 'QUERY', path: '/api/v1/posts', headers: { 'content-type': form } };
      request(options, ({ headers }) => resolve(headers['accept-query'])).end('filters[title]=a');
    });
    expect(accepted).toBe(`${json}, ${form}`);
    client.close();
    await app.close();
  });
});

(knows ? describe : describe.skip)('HTTP QUERY on Fastify over HTTP/2', () => {
  it.each([
    [json, '{"filters":{"title":"a b+c"}}', spring],
    [form, 'filters[title]=a+b%2Bc', spring],
    [json, '{"filters":{"titel":1}}', ['unknown_field /filters/titel']],
  ])('reads %s', async (type, body, reads) => {
    const app = await start('fastify', true, true);
    const { port } = (app.getHttpServer() as unknown as { address(): AddressInfo }).address();
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const answer = await new Promise<Answer>((resolve, reject) => {
      const stream = session.request({ ':method': 'QUERY', ':path': '/api/v1/posts', 'content-type': type });
      let [status, contentType, text] = [0, '', ''];
      stream.on('response', (headers) => {
        [status, contentType] = [Number(headers[':status']), String(headers['content-type'])];
      });
      stream.on('data', (chunk: Buffer) => (text += String(chunk)));
      stream.on('end', () => resolve({ status, type: contentType, text }));
      stream.on('error', reject);
      stream.end(body);
    });
    expect(told(answer)).toEqual(reads);
    session.close();
    await app.close();
  });
});

describe('a boot', () => {
  it('refuses a handler of QUERY requests where Node or Nest does not know the method', () => {
    expect(() => checkQueryHandler()).not.toThrow();
    expect(() => checkQueryHandler(['GET'])).toThrow('which this Node does not know');
    expect(() => checkQueryHandler(['QUERY'], { 0: 'GET' })).toThrow('one that has @QueryMethod()');
  });
});
