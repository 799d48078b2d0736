import type { FilterModuleOptions, FilterQueryOverrides, OnRamp } from 'nestjs-filterable';
import { seedBlog } from '../../support/blog/data.js';
import { type Post, blogEntities } from '../../support/blog/entities.js';
import type { EngineName } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { postsModule } from './lists.js';

/** The table of one on-ramp. */
export interface Ramp {
  readonly onRamp: OnRamp;
  /** Lines `request -> canonical form -> what it finds`. */
  readonly requests: string;
  readonly options?: FilterModuleOptions;
  readonly overrides?: FilterQueryOverrides<Post>;
  /** What an answer has, as the table has it. */
  readonly found: (body: object) => string;
  /** Returns the canonical form on an engine, where operators depend on it. */
  readonly askedOn?: (asked: string, engine: EngineName) => string;
  /** True for a request whose canonical form asks for less: all rows are asked for by none. */
  readonly isLess?: (request: string) => boolean;
}

/** Runs the table of an on-ramp on each engine. */
export function describeRamp(name: string, ramp: Ramp): void {
  const { onRamp, options, overrides, found, isLess = () => false, askedOn = (asked) => asked } = ramp;
  const text = (part: string) => (part === 'nothing' ? '' : part);
  const requests = cases(ramp.requests).map(([head, rows]) => {
    const [request = '', asked = ''] = head.split(' -> ').map(text);
    return { request, asked, rows };
  });

  onEngines(name, { entities: blogEntities, seed: seedBlog }, (world) => {
    let opened: TestApp;
    beforeAll(async () => {
      opened = await openApp('express', postsModule(world.source, { onRamp, ...options }, overrides));
    });
    afterAll(() => opened.close());

    const get = async (path: string) => JSON.parse((await opened.client.get(encodeURI(path))).text) as object;

    it.each(requests)('?$request -> $asked -> $rows', async ({ request, asked, rows }) => {
      const canonical = { asked: askedOn(asked, world.engine) };
      expect(await get(`/posts/asked?${request}`)).toEqual(canonical);
      expect(found(await get(`/posts?${request}`))).toBe(rows);
      if (!isLess(request)) expect(await get(`/posts/asked?${canonical.asked}`)).toEqual(canonical);
    });

    if (world.engine !== 'sqlite') return;
    it('leave the host its own parameters, and no others', async () => {
      for (const { request } of requests) {
        const { dto } = (await get(`/posts/host?${request}&tenant=1&locale[a]=1`)) as { dto: object };
        expect([request, dto]).toEqual([request, { tenant: '1', 'locale[a]': '1' }]);
      }
    });
  });
}
