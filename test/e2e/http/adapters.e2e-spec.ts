import {
  Body,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  type INestApplication,
  Post as HttpPost,
  Query,
  UnprocessableEntityException,
  ValidationPipe,
  VersioningType,
  createParamDecorator,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { PartialType } from '@nestjs/swagger';
import { Type as TypeOf } from 'class-transformer';
import { IsInt, IsOptional } from 'class-validator';
import express from 'express';
import fc from 'fast-check';
import { FilterQuery, HostQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import { Post } from '../../support/blog/entities.js';
import { type AdapterName, type AppOptions, adapters, useApp, withApp } from '../../support/http/adapters.js';
import { HttpClient } from '../../support/http/client.js';
import { cases } from '../../support/table.js';
import { line, readingController, readingModule } from './reading.js';
import { factor } from '../../support/thorough.js';

/*
 * What the library takes from a framework: the URL, the body and its type, and the parsed query string of the host. All
 * other specs run on Express alone.
 */

class ListPosts {
  @Filters(Post) query!: FilterQuery<Post>;
  @IsOptional() @IsInt() @TypeOf(() => Number) tenant?: number;
}
class ListSome extends PartialType(ListPosts) {}
class HostDto {
  @IsOptional() @IsInt() @TypeOf(() => Number) tenant?: number;
}

/** A body that a decorator of the application's own hands on. */
const SentBody = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => execution.switchToHttp().getRequest<{ body: unknown }>().body,
);

const shown = ({ query, tenant }: ListPosts) => ({ ...query.toJSON(), tenant });

@Controller()
class ListsController {
  @Get('dto') dto(@Query() dto: ListPosts) {
    return shown(dto);
  }
  @HttpPost('dto') @HttpCode(200) dtoOfBody(@Body() dto: ListPosts) {
    return shown(dto);
  }
  @HttpPost('some') @HttpCode(200) someOfBody(@Body() { query }: ListSome) {
    return query?.toJSON();
  }
  @HttpPost('custom') @HttpCode(200) custom(@SentBody() dto: ListPosts) {
    return shown(dto);
  }
  @HttpPost('beside') @HttpCode(200) beside(
    @FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>,
    @Body() body: unknown,
  ) {
    return body === undefined ? {} : query.toJSON();
  }
  @Get('host') host(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() { tenant }: HostDto) {
    return { ...query.toJSON(), tenant };
  }
  @HttpPost('body') @HttpCode(200) body(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @Get('function') ofFunction(
    @FilterQuery(Post, { source: ({ headers }: { headers: Record<string, string> }) => headers['x-query'] })
    query: FilterQuery<Post>,
  ) {
    return query.toJSON();
  }
  @Get('two') two(
    @FilterQuery(Post, { prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Post, { params: { filters: 'where' } }) others: FilterQuery<Post>,
  ) {
    return { posts: posts.toJSON(), others: others.toJSON() };
  }
}

const controllers = [readingController(), readingController({}, 'tags/:id/posts'), ListsController];

const strict = (app: INestApplication) =>
  void app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));

/** Parsers of query strings. The library reads the URL itself, whatever they make of it. */
const queryParsers: Readonly<Record<AdapterName, readonly (readonly [name: string, options: AppOptions])[]>> = {
  express: [
    ['the usual parser', {}],
    ['the extended parser', { express: (app) => app.set('query parser', 'extended') }],
    ['no parser', { express: (app) => app.set('query parser', false) }],
    ["a parser of the host's", { express: (app) => app.set('query parser', () => ({ filters: 'mine' })) }],
  ],
  fastify: [
    ['the usual parser', {}],
    [
      'a parser that nests',
      { fastify: () => new FastifyAdapter({ routerOptions: { querystringParser: (text) => qs.parse(text) } }) },
    ],
  ],
};

const urls = cases(`
  /posts -> nothing
  /posts? -> nothing
  /posts?& -> nothing
  /posts?filters[title]=Spring -> filters[title][$eq]=Spring
  /posts?filters%5Btitle%5D=Spring -> filters[title][$eq]=Spring
  /posts?filters[title]=a?b -> filters[title][$eq]=a?b
  /posts?filters[title]=a/b;c -> filters[title][$eq]=a/b;c
  /posts?filters[title]=a%23b -> filters[title][$eq]=a#b
  /posts?filters[title]=a#b -> malformed_encoding /filters
  /posts?x=1#&filters[title]=Spring -> malformed_encoding /filters
  /posts#?filters[title]=Spring -> malformed_encoding /filters
  /posts?filters[title]=a+%C3%A9 -> filters[title][$eq]=a é
  /posts?filters[title]=%zz -> malformed_encoding /filters/title
  /posts?filters[slug] -> filters[slug][$null]=true
  /posts?filters[id]=1&filters[id]=2 -> duplicate_key /filters/id
  /posts?filters[title]=a&filters[title]=b -> duplicate_key /filters/title
  /posts??filters[title]=Spring -> malformed_key /filters
  /posts?a?filters[title]=Spring -> malformed_key /filters
  /posts?filters[title -> malformed_key /filters
  /posts?filters[__proto__]=x -> unknown_field /filters/__proto__
  /posts?filters[titel]=x&sort=nope -> unknown_field /filters/titel, not_sortable /sort/0
  /posts?page=2 -> unknown_parameter /page
  /posts?tenant=2 -> nothing
  /tags/7/posts?filters[title]=Spring -> filters[title][$eq]=Spring
  /tags/filters[title]=x/posts?filters[title]=Spring -> filters[title][$eq]=Spring
  /tags/%3Ffilters[titel]=x/posts?filters[title]=Spring -> filters[title][$eq]=Spring
  /tags/a;b=c/posts?filters[title]=Spring -> filters[title][$eq]=Spring
  /tags/a;filters[titel]=x/posts -> unknown_field /filters/titel
  /two?posts_filters[id]=1&where[id]=2 -> posts[filters][id][$eq]=1&others[filters][id][$eq]=2
  /two?filters[id]=1 -> unknown_parameter /filters
  /dto?filters[title]=Spring&sort=id -> filters[title][$eq]=Spring&sort[0]=id:asc
  /dto?filters[slug] -> filters[slug][$null]=true
  /dto?filters[titel]=x -> 400
  /dto?filters[title -> 400
  /host?filters[title]=Spring -> filters[title][$eq]=Spring
  /host?filters[titel]=x -> unknown_field /filters/titel
`);

describe.each(adapters)('the query string on %s', (adapter) => {
  describe.each(queryParsers[adapter])('with %s', (parser, options) => {
    const app = useApp(() => readingModule(controllers), { ...options, adapter, prepare: strict });

    it.each(urls)('GET %s -> %s', async (url, reads) => {
      expect(line(await app.client.get(url))).toBe(reads);
    });

    it('leaves the rest to the pipes of the host', async () => {
      if (parser === 'no parser' || parser.includes('host')) return;
      for (const path of ['dto', 'host']) {
        const ask = (rest: string) => app.client.get(`/${path}?filters[title]=Spring&${rest}`);
        expect(line(await ask('tenant=3'))).toBe('filters[title][$eq]=Spring&tenant=3');
        expect((await ask('tenant=many')).text).toContain('tenant must be an integer number');
        expect((await ask('tennant=3')).text).toContain('property tennant should not exist');
      }
    });
  });

  const app = useApp(() => readingModule(controllers), { adapter });

  it('is read, and answered without a body, for HEAD', async () => {
    expect(await app.client.send('HEAD', '/posts?filters[title]=a')).toMatchObject({ status: 200, text: '' });
    expect(await app.client.send('HEAD', '/posts?filters[titel]=x')).toMatchObject({ status: 400, text: '' });
  });

  it('is taken from wherever a function finds it', async () => {
    const ask = async (query: string) =>
      line(await app.client.send('GET', '/function?filters[titel]=x', undefined, { 'x-query': query }));
    expect(await ask('filters[title]=a%20b')).toBe('filters[title][$eq]=a b');
    expect(await ask('filters[titel]=a')).toBe('unknown_field /filters/titel');
  });

  it.each<[where: string, prepare: (app: INestApplication) => unknown, path: string]>([
    ['a global prefix', (host) => host.setGlobalPrefix('api/v9'), '/api/v9/posts'],
    ['a version', (host) => host.enableVersioning({ type: VersioningType.URI, defaultVersion: '2' }), '/v2/posts'],
  ])('is read behind %s', async (_, prepare, path) => {
    await withApp(adapter, [readingModule(controllers), { prepare }], async ({ client }) => {
      expect(line(await client.get(`${path}?filters[title]=a`))).toBe('filters[title][$eq]=a');
      expect(line(await client.get(`${path}?filters[titel]=a`))).toBe('unknown_field /filters/titel');
      expect(line(await client.get('/posts?filters[title]=a'))).toBe('404');
    });
  });

  it('is read where the application is mounted under a path', async () => {
    const instance: unknown = app.app.getHttpAdapter().getInstance();
    const handler = typeof instance === 'function' ? instance : (instance as { routing: object }).routing;
    const outer = http.createServer((request, response) => {
      const url = request.url ?? '';
      Object.assign(request, { originalUrl: url, url: url.replace('/outer', '') });
      (handler as http.RequestListener)(request, response);
    });
    await expectMounted(outer, '/outer/posts');
  });

  it('is refused by the exception of the host', async () => {
    const errors = () => new UnprocessableEntityException('no');
    await withApp(adapter, [readingModule(controllers, { errors })], async ({ client }) => {
      expect(line(await client.get('/posts?filters[titel]=a'))).toBe('422');
    });
  });
});

it.each([[['/outer']], [['/tenants/:id']], [['/outer', '/inner']]])(
  'the query string is read by an application of Express under %j of another',
  async (paths) => {
    await withApp('express', [readingModule(controllers)], async ({ app }) => {
      let handler = app.getHttpAdapter().getInstance() as express.RequestHandler;
      for (const path of [...paths].reverse()) handler = express().use(path, handler) as express.RequestHandler;
      await expectMounted(http.createServer(handler as http.RequestListener), `${paths.join('')}/posts`);
    });
  },
);

async function expectMounted(outer: http.Server, path: string): Promise<void> {
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
  const client = new HttpClient(outer);
  try {
    expect(line(await client.get(`${path}?filters[title]=a`))).toBe('filters[title][$eq]=a');
    expect(line(await client.get(path))).toBe('nothing');
    expect(line(await client.get(`${path}?filters[titel]=x`))).toBe('unknown_field /filters/titel');
  } finally {
    client.close();
    await new Promise((resolve) => outer.close(resolve));
  }
}

it('is read on Fastify behind a semicolon, where its router takes it for the beginning of a query', async () => {
  const fastify = () => new FastifyAdapter({ routerOptions: { useSemicolonDelimiter: true } } as object);
  await withApp('fastify', [readingModule(controllers), { fastify }], async ({ client }) => {
    expect(line(await client.get('/posts;x=1&filters[title]=a'))).toBe('filters[title][$eq]=a');
    expect(line(await client.get('/posts;filters[title]=a?sort=id'))).toBe('filters[title][$eq]=a&sort[0]=id:asc');
    expect(line(await client.get('/posts;filters[titel]=x'))).toBe('unknown_field /filters/titel');
  });
});

type Rewrite = (url: string) => string;

/** Adds a condition, as an application does that narrows what a client may see. */
const withViews: Rewrite = (url) => `${url}${url.includes('?') ? '&' : '?'}filters[views]=7`;

const rewrites: readonly (readonly [what: string, rewrite: Rewrite, url: string, reads: string])[] = [
  ['adds a condition', withViews, '/posts?filters[id]=1', 'filters[id][$eq]=1&filters[views][$eq]=7'],
  ['adds a query', withViews, '/posts', 'filters[views][$eq]=7'],
  ['adds what is refused', (url) => `${url}&filters[titel]=x`, '/posts?sort=id', 'unknown_field /filters/titel'],
  ['adds a key that is there', (url) => `${url}&filters[id]=1`, '/posts?filters[id]=1', 'duplicate_key /filters/id'],
  ['takes the query away', () => '/posts', '/posts?filters[id]=1', 'nothing'],
  ['translates a path', (url) => url.replace('/old', '/posts'), '/old?filters[id]=1', 'filters[id][$eq]=1'],
  ['translates a name', (url) => url.replace('where', 'filters'), '/posts?where[id]=1', 'filters[id][$eq]=1'],
];

const middleware = (to: Rewrite) => (request: http.IncomingMessage, _: unknown, next: () => void) => {
  request.url = to(request.url ?? '');
  next();
};

/** Where an application of each platform rewrites a URL. */
const places: Readonly<Record<AdapterName, readonly (readonly [where: string, at: (to: Rewrite) => AppOptions])[]>> = {
  express: [
    ['a middleware', (to) => ({ prepare: (app) => app.use(middleware(to)) })],
    ['a middleware of Express', (to) => ({ express: (app: NestExpressApplication) => app.use(middleware(to)) })],
  ],
  fastify: [
    ['rewriteUrl', (to) => ({ fastify: () => new FastifyAdapter({ rewriteUrl: ({ url = '' }) => to(url) }) })],
    [
      'rewriteUrl, before a middleware',
      (to) => ({
        fastify: () => new FastifyAdapter({ rewriteUrl: ({ url = '' }) => to(url) }),
        prepare: (app) => app.use((_: unknown, __: unknown, next: () => void) => next()),
      }),
    ],
  ],
};

describe.each(adapters)('a URL that the application rewrites on %s', (adapter) => {
  describe.each(places[adapter])('in %s', (_, at) => {
    let rewrite: Rewrite = (url) => url;
    const app = useApp(() => readingModule(controllers), { ...at((url) => rewrite(url)), adapter });

    it.each(rewrites)('that %s is read as it was rewritten', async (__, to, url, reads) => {
      rewrite = to;
      expect(line(await app.client.get(url))).toBe(reads);
    });
  });
});

it.each<[where: string, prepare: (app: INestApplication) => unknown, reads: string]>([
  [
    'a hook of Fastify is read as it was rewritten',
    (app) =>
      (app as NestFastifyApplication)
        .getHttpAdapter()
        .getInstance()
        .addHook('onRequest', (request, _, next) => {
          request.raw.url = withViews(request.raw.url ?? '');
          next();
        }),
    'filters[id][$eq]=1&filters[views][$eq]=7',
  ],
  [
    'a middleware of Fastify is read as it was sent: its engine puts the URL back',
    (app) => app.use(middleware(withViews)),
    'filters[id][$eq]=1',
  ],
])('a URL that is rewritten by %s', async (_, prepare, reads) => {
  await withApp('fastify', [readingModule(controllers), { prepare }], async ({ client }) => {
    expect(line(await client.get('/posts?filters[id]=1'))).toBe(reads);
  });
});

/** Types of a body of JSON, and what a parser of JSON alone makes of it; the charset does not matter. */
const types = cases(`
  application/json -> filters[title][$eq]=Spring
  application/json; charset=utf-8 -> filters[title][$eq]=Spring
  APPLICATION/JSON -> filters[title][$eq]=Spring
  application/vnd.api+json -> 415
  text/plain;charset=UTF-8 -> 415
  text/html; note=application/json -> 415
  application/octet-stream -> 415
  multipart/form-data; boundary=x -> 415
  application/x-www-form-urlencoded -> 415
  none -> 415
`);

/** Texts of the type application/json. */
const texts = cases(String.raw`
  {} -> nothing
  {"draft":2} -> nothing
  {"filters":{"title":"Spring"},"sort":"id"} -> filters[title][$eq]=Spring&sort[0]=id:asc
  {"filters":{"titel":"x"}} -> unknown_field /filters/titel
  {"filters":{"prototype":1}} -> unknown_field /filters/prototype
  {"filters":{"title":"a","toString":{"name":"a"}}} -> unknown_field /filters/toString
  {"filters[title]":"a"} -> malformed_key /filters
  {"page":2} -> unknown_parameter /page
  {"filters":null} -> expected_object /filters
  [] -> expected_object /filters
  [{"filters":{"title":"a"}}] -> expected_object /filters
  {"filters":{"__proto__":{"$eq":"x"}}} -> 400
  { -> 400
  null -> 400
  5 -> 400
  false -> 400
  "filters[title]=Spring" -> 400
`);

/** Parsers that leave a body unread, or as bytes, a text or an empty object. */
const bodyParsers: Readonly<Record<AdapterName, readonly (readonly [name: string, options: AppOptions])[]>> = {
  express: [
    ['the usual parsers', {}],
    ['a parser of any JSON', { express: (app) => app.useBodyParser('json', { strict: false }) }],
    ['a parser of texts', { express: (app) => app.useBodyParser('text', { type: 'text/*' }) }],
    ['a parser of bytes', { express: (app) => app.useBodyParser('raw', { type: ['application/octet-stream'] }) }],
    [
      'an empty object in the place of a body, as Express 4 has it',
      {
        prepare: (app) =>
          app.use((request: { body?: unknown }, _: unknown, next: () => void) => {
            request.body ??= {};
            next();
          }),
      },
    ],
  ],
  fastify: [
    ['the usual parsers', {}],
    [
      'a parser that reads nothing',
      {
        prepare: (app) =>
          fastifyOf(app).addContentTypeParser('*', (_, payload, done) => {
            payload.resume();
            payload.on('end', () => done(null));
          }),
      },
    ],
  ],
};

const dtos = ['/dto', '/some', '/custom'];

/** A class whose properties are all optional tells what is no object from no property by 400 alone. */
const by = (path: string, answer: string) => (path === '/some' && answer === '415' ? '400' : answer);

const fastifyOf = (app: INestApplication) => (app as NestFastifyApplication).getHttpAdapter().getInstance();
const json = '{"filters":{"title":"Spring"}}';

describe.each(adapters)('a body on %s', (adapter) => {
  describe.each(bodyParsers[adapter])('with %s', (_, options) => {
    const prepare = (host: INestApplication) => {
      options.prepare?.(host);
      host.useGlobalPipes(new ValidationPipe({ transform: true, validateCustomDecorators: true }));
    };
    const app = useApp(() => readingModule(controllers), { ...options, adapter, prepare });

    it.each(types)('of the type %s -> %s', async (type, reads) => {
      const headers = { 'content-type': type === 'none' ? undefined : type };
      for (const path of ['/body', ...dtos]) {
        const answer = line(await app.client.send('POST', path, json, headers));
        expect([path, by(path, answer)]).toEqual([path, by(path, reads)]);
      }
    });

    it.each(texts)('%s -> %s', async (text, reads) => {
      const [own, dto] = [await app.client.post('/body', text), await app.client.post('/dto', text)];
      // Frameworks refuse some of it by themselves.
      expect(reads === '400' ? String(own.status) : line(own)).toBe(reads);
      // The host reads the body of a DTO, too: names that lists have elsewhere are its own.
      if (reads.startsWith('unknown_parameter')) expect(line(dto)).toBe('nothing');
      else expect(line(dto)).toBe(/ \/|^400/.test(reads) ? '400' : reads);
    });

    it('may be absent', async () => {
      for (const path of ['/body', '/dto']) expect(line(await app.client.send('POST', path))).toBe('nothing');
    });

    it('leaves the URL to others', async () => {
      const url = '/body?filters[titel]=Autumn';
      expect(line(await app.client.post(url, json))).toBe('filters[title][$eq]=Spring');
      expect(line(await app.client.post(url, '{}'))).toBe('nothing');
    });
  });

  it.each(['application/vnd.api+json', 'application/problem+json; charset=utf-8'])(
    'of the type %s is read where a parser takes it for JSON',
    async (type) => {
      const options: Readonly<Record<AdapterName, AppOptions>> = {
        express: { express: (app) => app.useBodyParser('json', { type: ['application/*+json'] }) },
        fastify: {
          prepare: (app) =>
            fastifyOf(app).addContentTypeParser(/^application\/.*\+json/, { parseAs: 'string' }, (_, body, done) => {
              done(null, JSON.parse(String(body)));
            }),
        },
      };
      await withApp(adapter, [readingModule(controllers), options[adapter]], async ({ client }) => {
        expect(line(await client.send('POST', '/body', json, { 'content-type': type }))).toBe(
          'filters[title][$eq]=Spring',
        );
      });
    },
  );

  it('of any type and content is answered alike by a DTO and a query', async () => {
    const type = fc.constantFrom(
      ...[undefined, 'application/json', 'text/plain', 'application/vnd.api+json', 'application/x-www-form-urlencoded'],
      ...['multipart/form-data; boundary=x', 'text/json', 'application/json5', 'x/y+json;q=1', 'json', ''],
    );
    // An empty text is no body to a query, and a pipe refuses it for a DTO.
    const body = fc
      .oneof(
        fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
        fc.string(),
        fc.constant(json),
      )
      .filter((text) => text !== '');
    const pipe = { transform: true, validateCustomDecorators: true };
    const prepare = (app: INestApplication) => void app.useGlobalPipes(new ValidationPipe(pipe));
    await withApp(adapter, [readingModule(controllers), { prepare }], async ({ client }) => {
      const answer = async (path: string, asType: string | undefined, text: string) => {
        const sent = await client.send('POST', path, text, { 'content-type': asType });
        return sent.status === 200 ? line(sent) : String(sent.status);
      };
      await fc.assert(
        fc.asyncProperty(type, body, async (asType, text) => {
          const query = await answer('/beside', asType, text);
          expect(query).not.toMatch(/^5/);
          for (const path of dtos) {
            expect([path, by(path, await answer(path, asType, text))]).toEqual([path, by(path, query)]);
          }
        }),
        { numRuns: 50 * factor },
      );
    });
  });

  it('of JSON that is left as bytes is refused', async () => {
    const options: Readonly<Record<AdapterName, AppOptions>> = {
      express: { prepare: (app) => void (app as NestExpressApplication).useBodyParser('raw', { type: () => true }) },
      fastify: {
        prepare: (app) => {
          (app as NestFastifyApplication).useBodyParser('application/json', {}, (_, body, done) => done(null, body));
        },
      },
    };
    await withApp(adapter, [readingModule(controllers), options[adapter]], async ({ client }) => {
      for (const body of [json, '{}', 'x']) expect((await client.post('/body', body)).status).toBe(400);
    });
  });
});

/** Fastify is the adapter that speaks HTTP/2; a request there has neither `content-length` nor `transfer-encoding`. */
describe('over HTTP/2', () => {
  const app = useApp(() => readingModule(controllers), {
    adapter: 'fastify',
    fastify: () => new FastifyAdapter({ http2: true } as object),
  });

  it.each<readonly [what: string, path: string, type: string | undefined, body: string | undefined, reads: string]>([
    ['JSON', '/body', 'application/json', json, 'filters[title][$eq]=Spring'],
    ['a text', '/body', 'text/plain', json, '415'],
    ['a form', '/body', 'application/x-www-form-urlencoded', 'filters[title]=Spring', '415'],
    ['a body without a type', '/body', undefined, json, '415'],
    ['a typo', '/body', 'application/json', '{"filters":{"titel":1}}', 'unknown_field /filters/titel'],
    ['no body', '/body', undefined, undefined, 'nothing'],
    ['the query string', '/posts?filters[title]=Spring', undefined, undefined, 'filters[title][$eq]=Spring'],
  ])('reads or refuses %s', async (_, path, type, body, reads) => {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const method = path === '/body' ? 'POST' : 'GET';
    const headers = { ':method': method, ':path': path, ...(type !== undefined && { 'content-type': type }) };
    const stream = session.request(headers, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
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
