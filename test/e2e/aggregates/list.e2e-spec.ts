import type { ObjectLiteral } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { verdictOn } from '../../support/table.js';
import { marketModels } from './model.js';
import { questions } from './questions.js';
import { seedMarket } from './rows.js';

onEngines(
  'aggregates of a list',
  { entities: (engine) => marketModels[engine].entities, seed: seedMarket, options: { limits: { aggregates: 20 } } },
  (world) => {
    const model = marketModels[world.engine];
    const Stall: new () => ObjectLiteral = model.Stall;
    const stalls = () => world.builder(Stall);

    it.each(questions)('$name -> $verdict', async ({ about, request, guest, prepare, verdict }) => {
      const entity: new () => ObjectLiteral = model[about];
      const query = world.filters.parse(entity, request, { context: guest });
      const expected = JSON.parse(verdictOn(world.engine, verdict)) as unknown;
      const { meta } = await world.filters.page(prepare(world.builder(entity)), query);
      expect(meta.aggregates).toStrictEqual(expected);
      expect(await world.filters.aggregates(prepare(world.builder(entity)), query)).toStrictEqual(expected);
      // The second time, its statements are kept.
      expect((await world.filters.page(prepare(world.builder(entity)), query)).meta).toStrictEqual(meta);
    });

    it('have the moments of rows', async () => {
      const { meta, data } = await world.page(Stall, 'aggregates=seen:min,seen:max&sort=seen:desc:nullsLast');
      const moments = data.flatMap(({ seen }) => (seen === null ? [] : [seen as Date]));
      expect(meta.aggregates).toEqual({ seen: { min: moments.at(-1), max: moments[0] } });
    });

    it.each([
      ['page', 'pagination[page]=2&pagination[pageSize]=2', { page: 2, pageSize: 2, pageCount: 3, total: 5 }],
      ['offset', 'pagination[start]=4&pagination[limit]=3', { start: 4, limit: 3, total: 5 }],
      ['beyond the end', 'pagination[page]=9', { page: 9, pageSize: 25, pageCount: 1, total: 5 }],
      [
        'without a total',
        'pagination[pageSize]=2&pagination[withCount]=false',
        { page: 1, pageSize: 2, hasNext: true },
      ],
    ])('stand beside pages: %s', async (_, slice, pagination) => {
      const { meta } = await world.page(Stall, `aggregates=rating:sum&sort=id&${slice}`);
      expect(meta).toStrictEqual({ pagination, aggregates: { rating: { sum: 6 } } });
    });

    it('stand beside pages by cursor, with a total where it is asked for', async () => {
      const slice = 'pagination[after]=&pagination[pageSize]=2';
      const { meta } = await world.page(Stall, `aggregates=rating:sum&${slice}&pagination[withCount]=true`);
      expect(meta.pagination).toMatchObject({ pageSize: 2, total: 5, previous: null });
      expect(meta.aggregates).toEqual({ rating: { sum: 6 } });
      const first = await world.page(Stall, `aggregates=rating:sum&${slice}`);
      expect(first.meta.pagination).not.toHaveProperty('total');
    });

    it('cost one statement, which has the total; without them nothing is sent that was not', async () => {
      const asked = (query: string) => world.sent(() => world.page(Stall, query));
      const page = 'sort=id&pagination[pageSize]=2';
      expect(await asked(`${page}&aggregates=rating:sum,price:avg,pieces:max`)).toHaveLength(2);
      expect(await asked(`${page}&aggregates=rating:sum&pagination[withCount]=false`)).toHaveLength(2);
      expect(await asked(`${page}&pagination[withCount]=false`)).toHaveLength(1);
      expect(Object.keys((await world.page(Stall, `${page}&aggregates=`)).meta)).toEqual(['pagination']);
    });

    it('may be asked by the program, by its own names or those of clients', async () => {
      const { filters } = world;
      const query = filters.parse(Stall, 'filters[rating][$gt]=0');
      const builder = stalls();
      expect(await filters.aggregates(builder, query, ['stock:count', 'rating:sum'])).toEqual({
        stock: { count: 3 },
        rating: { sum: 7.5 },
      });
      expect(await filters.aggregates(builder, query, ['pieces:count', 'cost:sum'])).toEqual({ pieces: { count: 3 } });
      expect(await filters.aggregates(builder, query)).toEqual({});
      await expect(filters.aggregates(builder, query, ['rating:med'])).rejects.toThrow(
        'aggregates(): rating:med is not an aggregate of Stall; did you mean rating:',
      );
    });

    it('are refused where nothing answers them', () => {
      const { filters } = world;
      const query = filters.parse(Stall, 'aggregates=rating:sum');
      expect(() => filters.each(stalls(), query)).toThrow('aggregates is not supported here: only rows are answered');
      expect(() => filters.filter(Stall, { aggregates: ['rating:sum'] } as object)).toThrow(
        'aggregates is not read here; only pages have aggregates',
      );
      expect(filters.apply(stalls(), query).getQuery()).not.toContain('SUM');
    });
  },
);
