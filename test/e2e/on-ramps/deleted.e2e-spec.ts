import type { FilterQueryOverrides, OnRamp } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { postsModule } from './lists.js';

interface Ramp {
  readonly onRamp: OnRamp;
  readonly name: string;
  readonly yes: string;
  readonly no: string;
  /** A parameter for one row on the page. */
  readonly one: string;
}

const ramps: readonly (readonly [string, Ramp])[] = [
  ['nestjs-paginate', { onRamp: nestjsPaginate(), name: 'withDeleted', yes: 'true', no: 'false', one: 'limit=1' }],
  ['crud', { onRamp: crud({ alwaysPaginate: true }), name: 'include_deleted', yes: '1', no: '0', one: 'limit=1' }],
];

onEngines('deleted rows', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) =>
  describe.each(ramps)('for clients of %s', (_, ramp) => {
    const { onRamp, name, yes, no, one } = ramp;
    const opened: TestApp[] = [];
    let [all, kept] = [0, 0];
    let next: string | undefined;

    beforeAll(async () => {
      const posts = world.repository(Post);
      [all, kept] = [await posts.count({ withDeleted: true }), await posts.count()];
    });
    afterEach(async () => {
      for (const app of opened.splice(0)) await app.close();
    });

    async function ask(query: string, overrides: FilterQueryOverrides<Post>): Promise<unknown> {
      const app = await openApp(
        'express',
        postsModule(world.source, { onRamp, context: () => ({ isAdmin: false }) }, overrides),
      );
      opened.push(app);
      const { text } = await app.client.get(`/posts?${one}&${query}`);
      const body = JSON.parse(text) as {
        readonly issues?: readonly { code: string; path: string }[];
        readonly total?: number;
        readonly meta?: { totalItems: number };
        readonly links?: { next?: string };
      };
      next = body.links?.next;
      return body.issues?.map(({ code, path }) => `${code} ${path}`) ?? body.total ?? body.meta?.totalItems;
    }

    it('are in the list where the handler declares them', async () => {
      expect(all).toBeGreaterThan(kept);
      expect(await ask(`${name}=${yes}`, { deleted: true })).toBe(all);
      expect(await ask(`${name}=${no}`, { deleted: true })).toBe(kept);
      expect(await ask('', { deleted: true })).toBe(kept);
    });

    it('are on the next page, too', async () => {
      await ask(`${name}=${yes}`, { deleted: true });
      if (name === 'withDeleted') expect(next).toContain('&withDeleted=true');
      await ask('', { deleted: true });
      expect(next ?? '').not.toContain('eleted');
    });

    it('are documented where they are read', () => {
      const filters = world.filtersWith({ context: undefined });
      const namesFor = (overrides: FilterQueryOverrides<Post>) =>
        onRamp.parameters(filters.describe(Post, overrides)).map((parameter) => parameter.name);
      expect(namesFor({ deleted: true })).toContain(name);
      expect(namesFor({})).not.toContain(name);
    });

    it('are refused where it does not, and where they are not for this client', async () => {
      expect(await ask(`${name}=${yes}`, {})).toEqual([`unknown_parameter ${name}`]);
      const deleted = (user?: { isAdmin: boolean }) => user?.isAdmin === true;
      expect(await ask(`${name}=${yes}`, { deleted })).toEqual([`unknown_parameter ${name}`]);
      expect(await ask(`${name}=${no}`, {})).toBe(kept);
    });

    it.each([
      ['', 'expected_boolean'],
      ['only', 'expected_boolean'],
      ['with', 'expected_boolean'],
      ['TRUE', 'expected_boolean'],
      ['__proto__', 'expected_boolean'],
      [`${yes}&${name}=${yes}`, 'duplicate_key'],
    ])(`are refused as %j`, async (value, code) => {
      expect(await ask(`${name}=${value}`, { deleted: true })).toEqual([`${code} ${name}`]);
    });
  }),
);
