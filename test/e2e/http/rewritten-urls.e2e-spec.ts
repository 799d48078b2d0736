import { type INestApplication, VersioningType } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import express from 'express';
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import { type AdapterName, type AppOptions, type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { HttpClient } from '../../support/http/client.js';
import { readingController, readingModule, titled, told } from './reading.js';

type Rewrite = (url: string) => string;

const spring = 'filters[title]=Spring';
const titledSpringWith = (views: string) => ({ filters: { title: { $eq: 'Spring' }, views: { $eq: views } } });

/** Adds a condition, as an application does that narrows what a client may see. */
const withViews: Rewrite = (url) => `${url}${url.includes('?') ? '&' : '?'}filters[views]=7`;

const rewrites: readonly (readonly [what: string, rewrite: Rewrite, url: string, reads: unknown])[] = [
  ['adds a condition to a query', withViews, `/posts?${spring}`, titledSpringWith('7')],
  ['adds a query', withViews, '/posts', { filters: { views: { $eq: '7' } } }],
  ['adds what is refused', (url) => `${url}&filters[titel]=x`, `/posts?${spring}`, ['unknown_field /filters/titel']],
  ['adds a key that is there', (url) => `${url}&${spring}`, `/posts?${spring}`, ['duplicate_key /filters/title']],
  ['replaces a query', () => '/posts?sort=title', `/posts?${spring}`, { sort: ['title:asc'] }],
  ['takes the query away', () => '/posts', `/posts?${spring}`, {}],
  ['translates an older path', (url) => url.replace('/old', '/posts'), `/old?${spring}`, titled('Spring')],
  [
    'translates an older name',
    (url) => url.replace('where', 'filters'),
    '/posts?where[title]=Spring',
    titled('Spring'),
  ],
  ['encodes', (url) => url.replaceAll('[', '%5B').replaceAll(']', '%5D'), `/posts?${spring}`, titled('Spring')],
  ['leaves all as it is', (url) => url, `/posts?${spring}`, titled('Spring')],
];

/** The places at which an application of each platform rewrites a URL. */
const places: Readonly<Record<AdapterName, readonly (readonly [where: string, at: (to: Rewrite) => AppOptions])[]>> = {
  express: [
    ['a middleware', (to) => ({ prepare: (app) => app.use(middleware(to)) })],
    ['a middleware under a path', (to) => ({ prepare: (app) => app.use('/', middleware(to)) })],
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

function middleware(to: Rewrite) {
  return (request: IncomingMessage, _: unknown, next: () => void) => {
    request.url = to(request.url ?? '');
    next();
  };
}

async function withApp(adapter: AdapterName, options: AppOptions, test: (app: TestApp) => Promise<void>) {
  const app = await openApp(adapter, await readingModule([readingController()]), options);
  try {
    await test(app);
  } finally {
    await app.close();
  }
}

describe.each(adapters)('a URL that the application rewrites on %s', (adapter) => {
  describe.each(places[adapter])('in %s', (_, at) => {
    it.each(rewrites)('that %s is read as it was rewritten', async (__, rewrite, url, reads) => {
      await withApp(adapter, at(rewrite), async ({ client }) => {
        expect(told(await client.get(url))).toEqual(reads);
      });
    });
  });

  it.each<[what: string, prepare: (app: INestApplication) => unknown, path: string]>([
    ['a global prefix', (app) => app.setGlobalPrefix('api'), '/api/posts'],
    ['a global prefix of two parts', (app) => app.setGlobalPrefix('api/v9'), '/api/v9/posts'],
    ['a version', (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '2' }), '/v2/posts'],
  ])('is read behind %s', async (_, prepare, path) => {
    const [, at] = places[adapter][0] ?? [];
    const options = at?.(withViews);
    const both = (app: INestApplication) => {
      prepare(app);
      options?.prepare?.(app);
    };
    await withApp(adapter, { ...options, prepare: both }, async ({ client }) => {
      expect(told(await client.get(`${path}?${spring}`))).toEqual(titledSpringWith('7'));
    });
  });
});

describe('an application of Express under a path of another', () => {
  it.each<[mounts: string, paths: readonly (string | RegExp)[], url: string]>([
    ['a path', ['/outer'], '/outer/posts'],
    ['a path with a parameter', ['/tenants/:id'], '/tenants/7/posts'],
    ['a path of two parts', ['/outer/inner'], '/outer/inner/posts'],
    ['a path under a path', ['/outer', '/inner'], '/outer/inner/posts'],
  ])('of %s reads the query, which a mount keeps', async (_, paths, url) => {
    await withApp('express', {}, async ({ app }) => {
      let handler = app.getHttpAdapter().getInstance() as http.RequestListener;
      for (const path of [...paths].reverse()) {
        const outer = express();
        outer.use(path, handler as express.RequestHandler);
        handler = outer;
      }
      const server = http.createServer(handler);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const client = new HttpClient(server);
      expect(told(await client.get(`${url}?${spring}`))).toEqual(titled('Spring'));
      expect(told(await client.get(url))).toEqual({});
      expect(told(await client.get(`${url}?filters[titel]=x`))).toEqual(['unknown_field /filters/titel']);
      client.close();
      await new Promise((resolve) => server.close(resolve));
    });
  });
});

describe('a hook of Fastify that rewrites the URL of the request below', () => {
  it('is read as it was rewritten', async () => {
    const prepare = (app: INestApplication) => {
      const instance = (app as NestFastifyApplication).getHttpAdapter().getInstance();
      instance.addHook('onRequest', (request, _, next) => {
        request.raw.url = withViews(request.raw.url ?? '');
        next();
      });
    };
    await withApp('fastify', { prepare }, async ({ client }) => {
      expect(told(await client.get(`/posts?${spring}`))).toEqual(titledSpringWith('7'));
    });
  });
});

describe('a middleware of Fastify', () => {
  it('rewrites nothing: its engine puts the URL back', async () => {
    await withApp('fastify', { prepare: (app) => app.use(middleware(withViews)) }, async ({ client }) => {
      expect(told(await client.get(`/posts?${spring}`))).toEqual(titled('Spring'));
    });
  });
});
