import { type FilterQueryOverrides, type Page } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { seedAdmin } from '../../support/admin/rows.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';

const flat = {
  page: 'page',
  pageSize: ['limit', 'take'],
  after: 'after',
  filters: { username: '$contains', status: true },
} as const;

const rows: readonly (readonly [query: string, next: string, why: string])[] = [
  ['limit=2&page=1', 'page=2&limit=2', 'as they were sent'],
  ['take=2&username=&status=1', 'username=&status=1&page=2&take=2', 'by another name, with the conditions as sent'],
  ['username=a&_t=1&limit=1', 'username=a&_t=1&page=2&limit=1', 'beside the host’s'],
  ['filters[age][$gt]=1&limit=2', 'filters%5Bage%5D%5B$gt%5D=1&page=2&limit=2', 'beside brackets'],
  ['pagination[pageSize]=2', 'pagination%5Bpage%5D=2&pagination%5BpageSize%5D=2', 'pages in brackets'],
  ['pagination[page]=1&limit=2', 'limit=2&pagination%5Bpage%5D=2', 'both'],
];

const database: WorldOptions = {
  entities: adminEntities,
  seed: seedAdmin,
  options: { context: undefined },
  on: ['sqlite'],
};

onEngines('the links of a flat request', database, (world) => {
  const answer = async (query: string, overrides: FilterQueryOverrides<User>) => {
    const parsed = world.filters.parse(User, query, overrides);
    const page: Page<User> = await world.filters.page(world.repository(User), parsed);
    const links = world.filters.links(parsed, page, `/users?${query}`);
    return { page, next: /<\/users\?([^>]*)>; rel="next"/.exec(links)?.[1] };
  };

  it.each(rows)('to the page after %s is %s: %s', async (query, next) => {
    expect((await answer(query, { flat })).next).toBe(next);
  });

  it.each([
    ['by number', 'limit=1&status=true'],
    ['by cursor', 'after=&limit=1&status=true'],
  ])('lead through the list, %s', async (_, first) => {
    const ids: number[] = [];
    for (let query: string | undefined = first; query !== undefined && ids.length < 10;) {
      const { page, next } = await answer(query, { flat });
      ids.push(...page.data.map(({ id }) => id));
      query = next;
    }
    expect(ids).toEqual([1, 2, 4]);
  });

  it('tell of a damaged cursor by the name that was sent', async () => {
    const parsed = world.filters.parse(User, 'after=nonsense', { flat });
    const page = world.filters.page(world.repository(User), parsed);
    await expect(page).rejects.toMatchObject({
      issues: [{ code: 'invalid_cursor', path: 'after', pointer: '/after' }],
    });
  });
});
