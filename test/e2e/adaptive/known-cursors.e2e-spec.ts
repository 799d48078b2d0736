import type { FilterService } from 'nestjs-filterable';
import { engines } from '../../support/databases.js';
import { timesWritten } from '../pages/written.js';
import { Laboratory } from './laboratory.js';

const pageSize = 4;

/** Lists that are read page by page; `known` where a later page is sent with its values alone, whichever page it is. */
const lists: readonly (readonly [name: string, list: string, known: boolean])[] = [
  ['as a whole', '', true],
  ['in an order', 'sort=position', true],
  ['downwards', 'sort=grade:desc,position', true],
  ['with NULL among the keys', 'sort=price', false],
  ['with NULL at the end', 'sort=price:desc:nullsLast', false],
  ['by a column of a joined table', 'sort=maker.name', false],
  ['by a count', 'sort=reviews.$count', true],
  [
    'with own conditions',
    'filters[id][$gte]=10&filters[grade][$in][0]=1&filters[grade][$in][1]=2&sort=position:desc',
    true,
  ],
  ['with few related rows', 'filters[labels][name]=four&sort=grade', true],
  ['with few rows of its own', 'filters[labels][name]=half&filters[id][$lte]=5&sort=position', true],
  ['with a condition that a walk suits', 'filters[labels][name]=half&sort=position', false],
  [
    'with a related column and a count',
    'filters[maker][name]=Common&filters[reviews][$count][$gte]=3&sort=grade',
    false,
  ],
  ['with alternatives', 'filters[$or][0][labels][name]=five&filters[$or][1][id]=40&sort=position', true],
];

describe.each(engines)('known pages by cursor on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  /** Reads a list from one end to the other, and returns the keys of its rows, page by page. */
  async function walk(service: FilterService, list: string, direction: 'after' | 'before'): Promise<number[][]> {
    const pages: number[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const slice = `pagination[${direction}]=${cursor}&pagination[pageSize]=${pageSize}`;
      const { page } = await laboratory.ask(`${list}&${slice}`, { service });
      pages.push(page.data.map(({ id }) => id));
      const { pagination } = page.meta;
      if (pagination === undefined || !('next' in pagination)) throw new TypeError('no page by cursor');
      cursor = direction === 'after' ? pagination.next : pagination.previous;
    }
    return pages;
  }

  it.each(lists)('are those of the list: %s', async (_, list, known) => {
    const all = await laboratory.ask(`${list}&pagination[pageSize]=100`, { strategy: 'in' });
    const ids = all.page.data.map(({ id }) => id);
    const fromStart = slices(ids);
    const fromEnd = slices([...ids].reverse()).map((page) => page.reverse());
    const service = laboratory.service();
    const both = async () => {
      expect(await walk(service, list, 'after')).toStrictEqual(fromStart);
      expect(await walk(service, list, 'before')).toStrictEqual(fromEnd);
    };
    for (let time = 0; time < 5; time += 1) await both();
    const written = await timesWritten(both);
    if (known) expect(written).toBe(0);
  });

  it('have the slice of their own request, though another one had the same list', async () => {
    const service = laboratory.service();
    const list = 'filters[labels][name]=four&sort=position';
    for (const direction of ['before', 'after', 'before', 'after'] as const) {
      const numbered = await laboratory.ask(`${list}&pagination[pageSize]=2`, { service });
      const slice = `pagination[${direction}]=&pagination[pageSize]=2`;
      const { page } = await laboratory.ask(`${list}&${slice}`, { service });
      const { page: usual } = await laboratory.ask(`${list}&${slice}`, { strategy: 'in' });
      expect(page).toStrictEqual(usual);
      expect(JSON.stringify(page.data) === JSON.stringify(numbered.page.data)).toBe(direction === 'after');
    }
  });
});

function slices(ids: readonly number[]): number[][] {
  const pages: number[][] = [];
  for (let start = 0; start < ids.length; start += pageSize) pages.push(ids.slice(start, start + pageSize));
  return pages;
}
