import type { FilterModuleOptions, FilterQueryOverrides, OnRamp } from 'nestjs-filterable';
import { type AdapterName, type TestApp, openApp } from '../../support/http/adapters.js';
import { seedBlog } from '../../support/blog/data.js';
import { type Post, blogEntities } from '../../support/blog/entities.js';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type RampCase, type RefusedCase, postsModule } from './lists.js';

/** The tables of one on-ramp. */
export interface RampTables {
  readonly onRamp: OnRamp;
  readonly requests: readonly RampCase[];
  readonly refused: readonly RefusedCase[];
  readonly options?: FilterModuleOptions;
  readonly overrides?: FilterQueryOverrides<Post>;
  /** Tells of an answer what the table has. */
  readonly found: (body: object) => Pick<RampCase, 'found' | 'keys'>;
  /** Returns the canonical form on an engine, where operators depend on it. */
  readonly askedOn?: (asked: string, engine: EngineName) => string;
  /** True for a request whose canonical form asks for less: all rows are asked for by none. */
  readonly isLess: (request: string) => boolean;
}

interface Refusal {
  readonly issues?: readonly { readonly code: string; readonly path: string; readonly pointer: string }[];
}

/** Every engine on Express, and SQLite on Fastify as well. */
const places = [...engines.map((engine) => [engine, 'express'] as const), ['sqlite', 'fastify'] as const];

/** Runs the tables of an on-ramp. */
export function describeRamp(name: string, tables: RampTables): void {
  const { onRamp, requests, refused, options, overrides, found, isLess, askedOn = (asked) => asked } = tables;

  describe.each(places)(`${name} on %s, %s`, (engine, adapter: AdapterName) => {
    let database: TestDatabase;
    let opened: TestApp;
    const get = (path: string) => opened.client.get(encodeURI(path));

    beforeAll(async () => {
      database = await openDatabase(engine, { entities: blogEntities });
      await seedBlog(database.source);
      opened = await openApp(adapter, postsModule(database.source, { onRamp, ...options }, overrides));
    });
    afterAll(async () => {
      await opened.close();
      await database.close();
    });

    it.each(requests)('?$request', async (row) => {
      const { text } = await get(`/posts?${row.request}`);
      const { asked } = JSON.parse((await get(`/posts/asked?${row.request}`)).text) as { asked: string };
      const expected = { ...row, asked: askedOn(row.asked, engine) };
      expect({ request: row.request, asked, ...found(JSON.parse(text) as object) }).toEqual(expected);
      if (isLess(row.request)) return;
      expect((await get(`/posts/asked?${asked}`)).text).toBe(JSON.stringify({ asked }));
    });

    it('leaves the host its own parameters, and no others', async () => {
      const rest = Object.fromEntries(['tenant', 'locale[a]'].map((name) => [name, '1']));
      for (const { request } of requests) {
        const { text } = await get(`/posts/host?${request}&tenant=1&locale[a]=1`);
        expect({ request, ...(JSON.parse(text) as object) }).toMatchObject({ request, dto: rest });
        expect(Object.keys((JSON.parse(text) as { dto: object }).dto)).toEqual(Object.keys(rest));
      }
    });

    it.each(refused)('refuses ?$request: $why', async ({ request, refused: told }) => {
      const { status, text } = await opened.client.get(`/posts?${request}`);
      const { issues = [] } = JSON.parse(text) as Refusal;
      expect([status, issues.map(({ code, path }) => `${code} ${path}`).join(', ')]).toEqual([400, told]);
      for (const { path, pointer } of issues)
        expect(pointer).toBe(`/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    });
  });
}
