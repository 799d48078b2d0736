import { readFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { FilterModule } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { onEngines } from '../../../support/engines.js';
import { type TestApp, openApp } from '../../../support/http/adapters.js';
import request from 'supertest';
import { Book } from './book.js';
import { CachedBooks } from './cached-books.js';

const page = 'docs/recipes.md';
const folder = 'test/e2e/recipes/http-caching';

it('is shown on the page as the code that runs here', () => {
  const code = readFileSync(`${folder}/cached-books.ts`, 'utf8');
  const shown = code.slice(code.indexOf('@Controller('));
  expect(readFileSync(page, 'utf8')).toContain(`\`\`\`ts\n${shown}\`\`\``);
});

/** Tells caches of the header `Origin`, as middleware for CORS does. */
function varyByOrigin({ headers }: Request, response: Response, next: () => void): void {
  if (headers.origin !== undefined) response.vary('Origin');
  next();
}

onEngines('the recipe of HTTP caching', { entities: [Book], on: ['sqlite'] }, (world) => {
  let app: TestApp;
  const get = (tenant: number, query = '', tag?: string) => {
    const sent = request(app.app.getHttpServer() as Parameters<typeof request>[0])
      .get(`/books?${query}`)
      .set('Authorization', `tenant ${tenant}`);
    return tag === undefined ? sent : sent.set('If-None-Match', tag);
  };
  const books = () => world.repository(Book);
  beforeAll(async () => {
    const tenantOf = ({ headers }: { headers: { authorization?: string } }) => ({
      tenant: Number(headers.authorization?.split(' ')[1]),
    });
    app = await openApp(
      'express',
      {
        imports: [FilterModule.forRoot({ context: tenantOf })],
        controllers: [CachedBooks],
        providers: [{ provide: DataSource, useValue: world.source }],
      },
      { express: (express: NestExpressApplication) => express.set('etag', false).use(varyByOrigin) },
    );
  });
  beforeEach(async () => {
    await books().clear();
    await books().insert([
      { id: 1, title: 'a', tenant: 1, version: 1 },
      { id: 2, title: 'b', tenant: 2, version: 2 },
    ]);
  });
  afterAll(() => app.close());

  it('answers 304 without a body where nothing has changed', async () => {
    const first = await get(1);
    expect([first.status, first.headers.vary, first.headers['cache-control']]).toEqual([
      ...[200, 'Authorization', 'private, no-cache'],
    ]);
    const tag = first.headers.etag ?? '';
    const second = await get(1, '', tag);
    expect([second.status, second.text, second.headers.etag]).toEqual([304, '', tag]);
    expect((await get(1, '', `"other", ${tag}`)).status).toBe(304);
  });

  it.each([
    ['an insert', () => books().insert({ id: 3, title: 'c', tenant: 1, version: 3 })],
    ['an update', () => books().update(1, { title: 'z', version: 3 })],
    ['a deletion', () => books().delete(1)],
  ])('answers anew after %s', async (_why, write) => {
    const { etag } = (await get(1)).headers;
    await write();
    const after = await get(1, '', etag);
    expect([after.status, after.headers.etag === etag]).toEqual([200, false]);
  });

  it('has another tag for each question, whatever its spelling', async () => {
    const tags = await Promise.all(
      ['filters[id]=1', 'filters[id][$eq]=1', 'filters[id]=2', 'sort=title'].map(async (query) => {
        return (await get(1, query)).headers.etag;
      }),
    );
    expect(tags[0]).toBe(tags[1]);
    expect(new Set(tags).size).toBe(3);
  });

  it('never takes the tag of another user, in turns', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const [one, two] = [await get(1), await get(2)];
      expect([one.headers.etag === two.headers.etag, one.text === two.text]).toEqual([false, false]);
      expect((await get(2, '', one.headers.etag)).status).toBe(200);
      expect((await get(1, '', one.headers.etag)).status).toBe(304);
    }
  });

  it('answers a wrong request with its refusal, whatever tag it has', async () => {
    const { etag } = (await get(1)).headers;
    expect((await get(1, 'filters[nope]=1', etag)).status).toBe(400);
  });

  it('gives no tag to what `page()` refuses: 304 would stand for the refusal', async () => {
    const { status, headers } = await get(1, 'pagination[after]=broken');
    expect([status, headers.etag, headers['cache-control']]).toEqual([400, undefined, undefined]);
  });

  it('adds to the headers that the answer depends on', async () => {
    const { headers } = await get(1).set('Origin', 'https://app.example');
    expect(headers.vary).toBe('Origin, Authorization');
  });
});
