import type { SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';

/** Numbers of related rows, none among them, which groups of related rows do not have. */
const counts = ['[$eq]=0', '[$gte]=0', '[$lt]=2', '[$ne]=1', '[$gt]=1', '[$in][0]=0&filters[tags][$count][$in][1]=2'];
const requests = [
  ...counts.map((count) => `filters[tags][$count]${count}`),
  ...counts.map((count) => `filters[tags][$count]${count}`.replaceAll('tags', 'comments')),
  'filters[tags][$count][$gte]=1&filters[tags][$count][$lte]=2',
  'filters[tags][$count][$eq]=0&filters[tags][$count][$where][name][$startsWith]=n',
  'filters[comments][$count][$lte]=1&filters[comments][$count][$where][author][name][$notNull]=true',
];

const grouped = /IN \(SELECT [^()]+ LEFT JOIN \(SELECT .*? GROUP BY /;

/** A number of related rows that alone narrows a list, beside the same with a condition that is true of every row. */
onEngines('a number of related rows alone', { entities: blogEntities, seed: seedBlog }, (world) => {
  const builder = () => world.repository(Post).createQueryBuilder('post');
  const page = async (request: string, rows: SelectQueryBuilder<Post> = builder()) => {
    const query = world.filters.parse(Post, `${request}&sort=id&pagination[pageSize]=2&pagination[page]=1`);
    const { result, statements } = await world.spy.during(() => world.filters.page(rows, query));
    return { result, areGrouped: statements.map((text) => grouped.test(text)) };
  };

  it.each(requests)('finds what it finds beside another condition: %s', async (request) => {
    const narrowed = await page(request, builder().where('post.id > -1'));
    expect(narrowed.areGrouped).not.toContain(true);
    // The later ones are read by what is kept of the first.
    for (let time = 0; time < 3; time += 1) {
      const { result, areGrouped } = await page(request);
      expect(result).toEqual(narrowed.result);
      // A row is looked for among all comments, where no index finds its own.
      const isUnindexed = request.includes('comments') && world.engine !== 'mariadb';
      expect(areGrouped[0]).toBe(isUnindexed);
      // The total has a statement of its own where the page is full.
      if (areGrouped.length > 1) expect(areGrouped[1]).toBe(isUnindexed || world.engine === 'postgres');
    }
    const { filters } = world;
    const query = filters.parse(Post, request);
    expect(await filters.count(builder(), query)).toBe(await filters.count(builder().where('post.id > -1'), query));
  });
});
