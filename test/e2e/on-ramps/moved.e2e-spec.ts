import type { FilterQueryOverrides } from 'nestjs-filterable';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';

/* A product on nestjs-paginate whose columns have moved to other tables, and whose dates are moments. */

const list = {
  onRamp: nestjsPaginate({ keys: { writer: 'author.name', country: 'author.country.code' }, dates: 'moment' }),
  limits: { sortHops: 2, pageSize: 100 },
} as const satisfies FilterQueryOverrides<Post>;

/** Requests of its clients, and the rows by SQL: conditions on `post`, `author` and `country`. */
const requests: readonly (readonly [request: string, where: string, values: object])[] = [
  ['', '1 = 1', {}],
  ['filter.writer=Ulf', 'author.name = :name', { name: 'Ulf' }],
  ['filter.writer=$ilike:a', 'LOWER(author.name) LIKE :part', { part: '%a%' }],
  ['filter.writer=$not:$null', 'author.name IS NOT NULL', {}],
  ['filter.country=$in:NO,SE', 'country.code IN (:...codes)', { codes: ['NO', 'SE'] }],
  ['filter.writer=$sw:U&filter.country=NO', "author.name LIKE 'U%' AND country.code = 'NO'", {}],
  ['filter=writer=$sw:U OR id=$lte:3', "author.name LIKE 'U%' OR post.id <= 3", {}],
  ['filter.views=$gte:10&filter.writer=$not:$eq:Ulf', "post.views >= 10 AND author.name <> 'Ulf'", {}],
  ['filter.publishedAt=$lte:2024-05-05', 'post.publishedAt <= :to', { to: new Date('2024-05-05T00:00:00Z') }],
  ['filter.publishedAt=$gte:2024-05-05', 'post.publishedAt >= :from', { from: new Date('2024-05-05T00:00:00Z') }],
];

onEngines('columns that were moved', { entities: blogEntities, seed: seedBlog }, (world) => {
  const bySql = (where: string, values: object = {}) =>
    world.source
      .createQueryBuilder(Post, 'post')
      .leftJoin('post.author', 'author')
      .leftJoin('author.country', 'country')
      .where(where, values);
  const ids = async (request: string) => {
    const query = world.filters.parse(Post, request, list);
    return (await world.filters.page(world.repository(Post), query)).data.map(({ id }) => id);
  };

  it.each(requests)('?%s finds what the SQL does', async (request, where, values) => {
    const expected = await bySql(where, values).getMany();
    expect(expected.length).toBeGreaterThan(0);
    expect((await ids(request)).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b));
  });

  it.each([
    ['writer', 'author.name'],
    ['country', 'country.code'],
  ])('are sorted by: %s', async (key, column) => {
    const expected = await bySql(`${column} IS NOT NULL`)
      .orderBy(column, 'DESC')
      .addOrderBy('post.id', 'DESC')
      .getMany();
    const path = key === 'writer' ? 'filter.writer' : 'filter.country';
    expect(await ids(`${path}=$not:$null&sortBy=${key}:DESC`)).toEqual(expected.map(({ id }) => id));
  });
});
