import { FilterException, type FilterQueryOverrides } from 'nestjs-filterable';
import { onEngines } from '../../support/engines.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

const entries = [1, 2, 3, 4].map((id) => ({ id, name: `entry ${id}`, rank: id % 2 }));

/** Handlers whose answers have the same rows, and that may read one another's cursors or not. */
const handlers: readonly FilterQueryOverrides<Harbour>[] = [
  {},
  { facets: ['name'] },
  { search: ['name'] },
  { sort: ['id', 'name'] },
  { fields: ['id', 'name'] },
  { limits: { offset: 10 } },
  { defaults: { filters: { rank: { $gte: 0 } } } },
  { pagination: { styles: ['cursor', 'page'] } },
  { pagination: { styles: ['cursor', 'page'] }, facets: ['name'] },
];

const requests = [
  '',
  'sort=id',
  'pagination[page]=1',
  ...['', '&sort=id', '&filters[id][$gte]=0'].map((rest) => `pagination[after]=${rest}`),
];

onEngines(
  'cache keys of pages with cursors',
  { entities: harbourEntities, seed: (source) => source.getRepository(Harbour).insert(entries) },
  (world) => {
    const parse = (request: string, handler: FilterQueryOverrides<Harbour>) =>
      world.filters.parse(Harbour, `${request}&pagination[pageSize]=2`.replace(/^&/, ''), handler);

    /** The cursor of a page, if it has one. */
    async function cursorOf(request: string, handler: FilterQueryOverrides<Harbour>): Promise<string | undefined> {
      const { meta } = await world.filters.page(world.repository(Harbour), parse(request, handler));
      return meta.pagination.next ?? undefined;
    }

    async function reads(cursor: string, request: string, handler: FilterQueryOverrides<Harbour>): Promise<boolean> {
      const sort = request.includes('sort=id') ? '&sort=id' : '';
      try {
        const next = parse(`pagination[after]=${encodeURIComponent(cursor)}${sort}`, handler);
        await world.filters.page(world.repository(Harbour), next);
        return true;
      } catch (error) {
        if (error instanceof FilterException) return false;
        throw error;
      }
    }

    it.each(requests)('differ for %j wherever one handler refuses the cursor of another', async (request) => {
      for (const one of handlers) {
        const cursor = await cursorOf(request, one);
        if (cursor === undefined) continue;
        for (const other of handlers) {
          if (parse(request, one).cacheKey() !== parse(request, other).cacheKey()) continue;
          expect([one, other, await reads(cursor, request, other)]).toEqual([one, other, true]);
        }
      }
    });

    it('are shared by handlers that differ in their cursors alone, for a page without any', () => {
      const [plain, counted] = handlers.slice(0, 2).map((handler) => parse('pagination[page]=1', handler).cacheKey());
      expect(counted).toBe(plain);
    });
  },
);
