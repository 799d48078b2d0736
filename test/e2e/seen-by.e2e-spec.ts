import { FilterConfigurationError, FilterException, FilterService, type FilterModuleOptions } from 'nestjs-filterable';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { seedBlog } from '../support/blog/data.js';
import { Post, blogEntities } from '../support/blog/entities.js';
import { timesCalled } from '../support/counting.js';
import { onEngines } from '../support/engines.js';

/*
 * How each default of docs/configuration.md is seen. The specs of the rows that need a server or Nest are named in
 * test/unit/documentation/defaults.
 */
onEngines('the defaults are seen', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) => {
  const serviceOf = (options: FilterModuleOptions = {}) => world.filtersWith({ context: undefined, ...options });
  const page = (filters: FilterService, request: string) =>
    filters.page(world.repository(Post), filters.parse(Post, request));

  /** The way in which each row is seen, and a look. */
  const looks: Readonly<Record<string, readonly [seen: string, look: () => void | Promise<void>]>> = {
    'cached row counts': [
      'fewer statements in TypeORM’s log',
      async () => {
        const filters = serviceOf();
        const request = 'filters[tags][name]=typeorm&pagination[pageSize]=2';
        const first = await world.sent(() => page(filters, request));
        const second = await world.sent(() => page(filters, request));
        expect(second.length).toBeLessThan(first.length);
      },
    ],
    totals: [
      '`meta.pagination.total`',
      async () => {
        const { meta } = await page(serviceOf(), 'pagination[pageSize]=2');
        expect(meta.pagination.total).toBe(await world.repository(Post).count());
      },
    ],
    'compiled hydration': [
      'a profile without TypeORM’s `RawSqlResultsToEntityTransformer`',
      async () => {
        const times = (options?: FilterModuleOptions) =>
          timesCalled(RawSqlResultsToEntityTransformer.prototype, 'transform', () =>
            page(serviceOf(options), 'pagination[pageSize]=2'),
          );
        expect([await times(), await times({ hydration: 'typeorm' })]).toEqual([0, 1]);
      },
    ],
    'relative dates': [
      '`describe()`: `relativeDates`',
      () => {
        const told = (options?: FilterModuleOptions) => serviceOf(options).describe(Post).relativeDates;
        expect([told(), told({ relativeDates: false })]).toEqual([true, false]);
      },
    ],
    'misspelled parameters': [
      'a 400 with `unknown_parameter` or `malformed_key`',
      () => {
        const codesOf = (request: string | object) => {
          try {
            serviceOf().parse(Post, request);
            return [];
          } catch (error) {
            if (!(error instanceof FilterException)) throw error;
            return [error.getStatus(), ...error.issues.map(({ code }) => code)];
          }
        };
        expect(codesOf({ sortBy: 'title' })).toEqual([400, 'unknown_parameter']);
        expect(codesOf('filter[title]=a')).toEqual([400, 'malformed_key']);
      },
    ],
    order: [
      'the SQL',
      async () => {
        const [statement = ''] = await world.sent(() => page(serviceOf(), 'sort=title&pagination[pageSize]=2'));
        expect(statement).toMatch(/ORDER BY "Post"."title" ASC, "Post"."id" ASC/);
      },
    ],
    'checks at boot': [
      'a boot error',
      () => {
        const wrong = { limits: { depth: -1 }, strategy: 'fast' } as never;
        expect(() => serviceOf(wrong)).toThrow(FilterConfigurationError);
        expect(() => serviceOf(wrong)).toThrow(/^2 mistakes[^]*`limits\.depth`[^]*`strategy`/);
      },
    ],
  };

  it.each(Object.entries(looks))('%s', (_name, [, look]) => look());
});
