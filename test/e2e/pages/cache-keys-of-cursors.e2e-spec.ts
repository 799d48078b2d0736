import { FilterException, Filterable, type FilterQueryOverrides } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';

@Entity('nf_entry')
@Filterable({ fields: ['id', 'name', 'rank'] })
class Entry {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', length: 20 }) name!: string;
  @Column({ type: 'int' }) rank!: number;
}

const entries = [1, 2, 3, 4].map((id) => ({ id, name: `entry ${id}`, rank: id % 2 }));

/** Handlers whose answers have the same rows, and that may read one another's cursors or not. */
const handlers: readonly FilterQueryOverrides<Entry>[] = [
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
  { entities: [Entry], seed: (source) => source.getRepository(Entry).insert(entries) },
  (world) => {
    const parse = (request: string, handler: FilterQueryOverrides<Entry>) =>
      world.filters.parse(Entry, `${request}&pagination[pageSize]=2`.replace(/^&/, ''), handler);

    /** The cursor of a page, if it has one. */
    async function cursorOf(request: string, handler: FilterQueryOverrides<Entry>): Promise<string | undefined> {
      const { meta } = await world.filters.page(world.repository(Entry), parse(request, handler));
      return meta.pagination.next ?? undefined;
    }

    async function reads(cursor: string, request: string, handler: FilterQueryOverrides<Entry>): Promise<boolean> {
      const sort = request.includes('sort=id') ? '&sort=id' : '';
      try {
        const next = parse(`pagination[after]=${encodeURIComponent(cursor)}${sort}`, handler);
        await world.filters.page(world.repository(Entry), next);
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
