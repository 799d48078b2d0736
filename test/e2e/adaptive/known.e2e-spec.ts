import type { FilterService } from 'nestjs-filterable';
import { engines } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { Laboratory } from './laboratory.js';

const page = 'pagination[pageSize]=3&pagination[withCount]=false';
const first = `sort=position&${page}`;
const half = 'filters[labels][name]=half';

/** Requests of one shape. The ways of the first are remembered for the others. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  'a walk': ['half', 'all'].map((name) => `filters[labels][name]=${name}&${first}`),
  'a walk with own conditions': [1, 2].map((id) => `${half}&filters[id][$gte]=${id}&${first}`),
  'a walk, page by page': [1, 2].map((number) => `filters[labels][name]=all&${first}&pagination[page]=${number}`),
  'a walk downwards': [`filters[labels][name]=all&sort=grade:desc&${page}`],
  'a walk with its total': [`${half}&sort=position&pagination[pageSize]=3`],
  'own rows first': [4, 2, 5].map((id) => `${half}&filters[id][$lte]=${id}&${first}`),
  'own rows first, by values on each side': ['half', 'all'].map(
    (name) => `filters[labels][name]=${name}&filters[id][$lte]=4&${first}`,
  ),
  'own rows first, by lists of any length': [
    [1, 2, 4],
    [6, 8],
    [3, 4, 5, 10],
  ].map((ids) => `${half}&${ids.map((id, index) => `filters[id][$in][${index}]=${id}`).join('&')}&${first}`),
  'own rows first, by alternatives': [4, 6].map(
    (id) => `${half}&filters[$or][0][id]=${id}&filters[$or][1][grade]=9&${first}`,
  ),
  'keys of few rows': ['one', 'four'].map((name) => `filters[labels][name]=${name}&${first}`),
};

/** Lists that are read by cursors, there and back. */
const lists = [
  ...['', 'sort=position', 'sort=grade:desc,position', 'sort=price', 'sort=price:desc:nullsLast'],
  ...['sort=maker.name', 'sort=reviews.$count', 'filters[labels][name]=four&sort=grade', `${half}&sort=position`],
  'filters[id][$gte]=10&filters[grade][$in][0]=1&filters[grade][$in][1]=2&sort=position:desc',
  `${half}&filters[id][$lte]=5&sort=position`,
  'filters[maker][name]=Common&filters[reviews][$count][$gte]=3&sort=grade',
  'filters[$or][0][labels][name]=five&filters[$or][1][id]=40&sort=position',
];

describe.each(engines)('a known page on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  it.each(Object.entries(shapes))('is that of the usual way: %s', async (_, requests) => {
    const service = laboratory.service();
    for (let time = 0; time < 4; time += 1) {
      for (const request of requests) {
        const usual = await laboratory.ask(request, { strategy: 'in' });
        expect((await laboratory.ask(request, { service })).page).toStrictEqual(usual.page);
      }
    }
  });

  /** Reads a list from one end to the other, and returns the keys of its rows. */
  async function walk(service: FilterService, list: string, direction: 'after' | 'before'): Promise<number[]> {
    const ids: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { page } = await laboratory.ask(`${list}&pagination[${direction}]=${cursor}&pagination[pageSize]=6`, {
        service,
      });
      const found = page.data.map(({ id }) => id);
      ids.splice(direction === 'after' ? ids.length : 0, 0, ...found);
      const { pagination } = page.meta;
      if (pagination.next === undefined) throw new TypeError('no page by cursor');
      cursor = direction === 'after' ? pagination.next : pagination.previous;
    }
    return ids;
  }

  it.each(share(lists, 2, engines.indexOf(engine)))('has all rows of its list, by cursors: %s', async (list) => {
    const all = await laboratory.ask(`${list}&pagination[pageSize]=100`, { strategy: 'in' });
    const service = laboratory.service();
    for (const direction of ['after', 'before', 'after', 'before'] as const) {
      expect([direction, await walk(service, list, direction)]).toEqual([direction, all.page.data.map(({ id }) => id)]);
    }
  });

  it.each([`${half}&${first}`, `${half}&filters[id][$lte]=4&${first}`])(
    'has the scope of its list: %s',
    async (request) => {
      const service = laboratory.service();
      for (const context of [1, 2, 1, -1, 2, -2, 1]) {
        const usual = await laboratory.ask(request, { strategy: 'in', context });
        expect((await laboratory.ask(request, { service, context })).page).toStrictEqual(usual.page);
      }
    },
  );

  it('has the values of its builder', async () => {
    const request = `${half}&filters[id][$lte]=5&${first}`;
    const service = laboratory.service();
    for (const least of [1, 3, 5, 1, 3, 5]) {
      const builder = () => laboratory.builder().where('article.id >= :least', { least });
      const usual = await laboratory.ask(request, { strategy: 'in', builder: builder() });
      expect((await laboratory.ask(request, { service, builder: builder() })).page).toStrictEqual(usual.page);
    }
  });

  it('has the slice of its own request, though another one had the same list', async () => {
    const service = laboratory.service();
    for (const slice of ['before]=', 'page]=1', 'after]=', 'before]=', 'page]=1']) {
      const request = `filters[labels][name]=four&sort=position&pagination[${slice}&pagination[pageSize]=2`;
      const usual = await laboratory.ask(request, { strategy: 'in' });
      expect((await laboratory.ask(request, { service })).page).toStrictEqual(usual.page);
    }
  });

  it('is read in another way where its walk comes short', async () => {
    const request = `${half}&${first}`;
    const service = laboratory.service();
    for (let time = 0; time < 3; time += 1) await laboratory.ask(request, { service });
    // Of the rows up to the bound none is left. The test is the last of its table.
    await laboratory.builder().softDelete().where('position < 960').execute();
    for (let time = 0; time < 3; time += 1) {
      const usual = await laboratory.ask(request, { strategy: 'in' });
      const { page, ways } = await laboratory.ask(request, { service });
      expect(page).toStrictEqual(usual.page);
      expect(ways).toEqual(time === 0 ? ['Article: walk, short → labels: many → keys'] : []);
    }
  });
});
