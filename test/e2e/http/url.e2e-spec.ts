import { VersioningType, type INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import http from 'node:http';
import { type AdapterName, type AppOptions, type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { HttpClient } from '../../support/http/client.js';
import { readingController, readingModule, titled, told } from './reading.js';

const spring = 'filters[title]=Spring';

interface UrlCase {
  readonly url: string;
  readonly reads: unknown;
  readonly why: string;
}

const near = ['malformed_key /filters'];
const hash = ['malformed_encoding /filters'];

const urls: readonly UrlCase[] = [
  { url: '/posts', reads: {}, why: 'no query' },
  { url: '/posts?', reads: {}, why: 'an empty query' },
  { url: '/posts?&', reads: {}, why: 'an empty piece' },
  { url: `/posts?${spring}`, reads: titled('Spring'), why: 'a query' },
  { url: `/posts?filters%5Btitle%5D=Spring`, reads: titled('Spring'), why: 'as URLSearchParams writes it' },
  { url: '/posts?filters[title]=a?b', reads: titled('a?b'), why: 'a question mark in a value' },
  { url: '/posts?filters[title]=a/b', reads: titled('a/b'), why: 'a slash in a value' },
  { url: '/posts?filters[title]=a;b', reads: titled('a;b'), why: 'a semicolon in a value' },
  { url: '/posts?filters[title]=a%23b', reads: titled('a#b'), why: 'an encoded hash in a value' },
  { url: '/posts?filters[title]=a#b', reads: hash, why: 'a value cut in two, or a fragment, which no client sends' },
  { url: `/posts?x=1#&${spring}`, reads: hash, why: 'all of ours in the fragment' },
  { url: `/posts#?${spring}`, reads: hash, why: 'and the question mark, too' },
  { url: '/posts?filters[title]=a+b', reads: titled('a b'), why: 'a plus' },
  { url: '/posts?filters[title]=%C3%A9', reads: titled('é'), why: 'UTF-8' },
  { url: `/posts??${spring}`, reads: near, why: 'a second question mark' },
  { url: `/posts?a?${spring}`, reads: near, why: 'a question mark in a name that ends like ours' },
  { url: '/posts?filters[titel]=x', reads: ['unknown_field /filters/titel'], why: 'a typo' },
];

async function withApp(
  adapter: AdapterName,
  options: AppOptions,
  test: (app: TestApp) => Promise<void>,
  controllers = [readingController()],
) {
  const app = await openApp(adapter, await readingModule(controllers), options);
  try {
    await test(app);
  } finally {
    await app.close();
  }
}

const parsers: Readonly<Record<AdapterName, readonly (readonly [name: string, options: AppOptions])[]>> = {
  express: [
    ['the usual query parser', {}],
    ['the extended query parser', { express: (app) => app.set('query parser', 'extended') }],
    ['the simple query parser', { express: (app) => app.set('query parser', 'simple') }],
    ['no query parser', { express: (app) => app.set('query parser', false) }],
    ["a query parser of the host's own", { express: (app) => app.set('query parser', () => ({ filters: 'mine' })) }],
  ],
  fastify: [
    ['the usual query parser', {}],
    [
      "a query parser of the host's own",
      {
        fastify: () =>
          new FastifyAdapter({ routerOptions: { querystringParser: () => ({ filters: { title: 'mine' } }) } }),
      },
    ],
  ],
};

describe.each(adapters)('the query string on %s', (adapter) => {
  it.each(parsers[adapter])('is read alike with %s', async (_, options) => {
    await withApp(adapter, options, async ({ client }) => {
      const answers = await Promise.all(urls.map(async ({ url }) => told(await client.get(url))));
      expect(urls.map(({ url, why }, index) => ({ url, why, reads: answers[index] }))).toEqual(urls);
    });
  });

  it('is read behind a global prefix', async () => {
    await withApp(adapter, { prepare: (app) => app.setGlobalPrefix('api/v9') }, async ({ client }) => {
      expect(told(await client.get(`/api/v9/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(`/posts?${spring}`))).toBe(404);
    });
  });

  it('is read behind a semicolon, where the router takes it for the beginning of a query', async () => {
    if (adapter === 'express') return;
    const fastify = () => new FastifyAdapter({ routerOptions: { useSemicolonDelimiter: true } } as object);
    await withApp(adapter, { fastify }, async ({ client }) => {
      expect(told(await client.get(`/posts;${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(`/posts;x=1&${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(`/posts;${spring}?sort=title`))).toEqual({
        ...Object(titled('Spring')),
        sort: ['title:asc'],
      });
      expect(told(await client.get('/posts;filters[titel]=x'))).toEqual(['unknown_field /filters/titel']);
    });
  });

  it('is read on a versioned route', async () => {
    const versioned = [readingController(undefined, 'posts', '2')];
    const prepare = (app: INestApplication) => app.enableVersioning({ type: VersioningType.URI });
    const check = async ({ client }: TestApp) => {
      expect(told(await client.get(`/v2/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get('/v2/posts?filters[titel]=x'))).toEqual(['unknown_field /filters/titel']);
      expect(told(await client.get(`/v1/posts?${spring}`))).toBe(404);
    };
    await withApp(adapter, { prepare }, check, versioned);
  });

  it('is read where the path has parameters', async () => {
    const check = async ({ client }: TestApp) => {
      expect(told(await client.get(`/tags/7/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(`/tags/filters[title]=x/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(`/tags/%3Ffilters[titel]=x/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(`/tags/a;b=c/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get('/tags/a;filters[titel]=x/posts'))).toEqual(['unknown_field /filters/titel']);
    };
    await withApp(adapter, {}, check, [readingController(undefined, 'tags/:id/posts')]);
  });

  it('is read, and answered without a body, for HEAD', async () => {
    await withApp(adapter, {}, async ({ client }) => {
      expect(await client.send('HEAD', `/posts?${spring}`)).toMatchObject({ status: 200, text: '' });
      expect(await client.send('HEAD', '/posts?filters[titel]=x')).toMatchObject({ status: 400, text: '' });
    });
  });

  it('is read where the application is mounted under a path', async () => {
    await withApp(adapter, {}, async ({ app }) => {
      const outer = http.createServer((request, response) => {
        const url = request.url ?? '';
        Object.assign(request, { originalUrl: url, url: url.replace('/outer', '') });
        handlerOf(app)(request, response);
      });
      await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
      const client = new HttpClient(outer);
      expect(told(await client.get(`/outer/posts?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get('/outer/posts?filters[titel]=x'))).toEqual(['unknown_field /filters/titel']);
      client.close();
      await new Promise((resolve) => outer.close(resolve));
    });
  });
});

/** Handler of requests inside another server: Express itself, or Fastify's `routing`. */
function handlerOf(app: INestApplication): http.RequestListener {
  const instance: unknown = app.getHttpAdapter().getInstance();
  if (typeof instance === 'function') return instance as http.RequestListener;
  return (instance as { routing: http.RequestListener }).routing;
}
