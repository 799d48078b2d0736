import { onEveryEngine, statementsOf } from './fixture.js';
import { on, questions } from './questions.js';

onEveryEngine((fixture) => {
  it.each(questions)('$name', async ({ query, answer, ...asking }) => {
    const { meta } = await fixture.page(query, asking);
    expect(meta.aggregates).toStrictEqual(on(fixture.engine, answer));
    expect(await fixture.aggregates(query, asking)).toStrictEqual(on(fixture.engine, answer));
    // The second time, its statements are known.
    expect((await fixture.page(query, asking)).meta).toStrictEqual(meta);
  });

  it('have the moments of rows', async () => {
    const { meta, data } = await fixture.page('aggregates=seen:min,seen:max&sort=seen:desc:nullsLast');
    const moments = data.flatMap(({ seen }) => (seen === null ? [] : [seen as Date]));
    expect(meta.aggregates).toEqual({ seen: { min: moments.at(-1), max: moments[0] } });
  });

  it.each([
    ['page', 'pagination[page]=2&pagination[pageSize]=2', { page: 2, pageSize: 2, pageCount: 3, total: 5 }],
    ['offset', 'pagination[start]=4&pagination[limit]=3', { start: 4, limit: 3, total: 5 }],
    ['beyond the end', 'pagination[page]=9', { page: 9, pageSize: 25, pageCount: 1, total: 5 }],
    ['without a total', 'pagination[pageSize]=2&pagination[withCount]=false', { page: 1, pageSize: 2, hasNext: true }],
  ])('stand beside pages: %s', async (_, slice, pagination) => {
    const { meta } = await fixture.page(`aggregates=rating:sum&sort=id&${slice}`);
    expect(meta).toStrictEqual({ pagination, aggregates: { rating: { sum: 6 } } });
  });

  it('stand beside pages by cursor, with a total where it is asked for', async () => {
    const slice = 'pagination[after]=&pagination[pageSize]=2';
    const { meta } = await fixture.page(`aggregates=rating:sum&${slice}&pagination[withCount]=true`);
    expect(meta.pagination).toMatchObject({ pageSize: 2, total: 5, previous: null });
    expect(meta.aggregates).toEqual({ rating: { sum: 6 } });
    const first = await fixture.page(`aggregates=rating:sum&${slice}`);
    expect(first.meta.pagination).not.toHaveProperty('total');
  });

  it('cost one statement, which has the total; without them nothing is sent that was not', async () => {
    const asked = (query: string) => statementsOf(fixture, () => fixture.page(query));
    const page = 'sort=id&pagination[pageSize]=2';
    expect(await asked(`${page}&aggregates=rating:sum,price:avg,pieces:max`)).toHaveLength(2);
    expect(await asked(`${page}&aggregates=rating:sum&pagination[withCount]=false`)).toHaveLength(2);
    expect(await asked(`${page}&pagination[withCount]=false`)).toHaveLength(1);
    expect(Object.keys((await fixture.page(`${page}&aggregates=`)).meta)).toEqual(['pagination']);
  });

  it('may be asked by the program, by its own names or those of clients', async () => {
    const { filters, model } = fixture;
    const query = filters.parse(model.Stall, 'filters[rating][$gt]=0');
    const builder = fixture.builderOf('Stall');
    expect(await filters.aggregates(builder, query, ['stock:count', 'rating:sum'])).toEqual({
      stock: { count: 3 },
      rating: { sum: 7.5 },
    });
    expect(await filters.aggregates(builder, query, ['pieces:count', 'cost:sum'])).toEqual({ pieces: { count: 3 } });
    expect(await filters.aggregates(builder, query)).toEqual({});
    await expect(filters.aggregates(builder, query, ['rating:med'])).rejects.toThrow(
      'aggregates(): rating:med is no aggregate of Stall; did you mean rating:',
    );
  });

  it('are refused where nothing answers them', () => {
    const { filters, model } = fixture;
    const query = filters.parse(model.Stall, 'aggregates=rating:sum');
    expect(() => filters.each(fixture.builderOf('Stall'), query)).toThrow(
      'aggregates is not supported here: only rows are answered',
    );
    expect(() => filters.filter(model.Stall, { aggregates: ['rating:sum'] } as object)).toThrow(
      'aggregates is not read here; only pages have aggregates',
    );
    expect(filters.apply(fixture.builderOf('Stall'), query).getQuery()).not.toContain('SUM');
  });
});
