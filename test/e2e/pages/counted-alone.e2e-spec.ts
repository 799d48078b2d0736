import { FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { engines, openDatabase, type TestDatabase } from '../../support/databases.js';

/** Numbers of related rows, none among them, which groups of related rows do not have. */
const counts = ['[$eq]=0', '[$gte]=0', '[$lt]=2', '[$ne]=1', '[$gt]=1', '[$in][0]=0&filters[tags][$count][$in][1]=2'];
const requests = [
  ...counts.map((count) => `filters[tags][$count]${count}`),
  ...counts.map((count) => `filters[comments][$count]${count}`.replace('[tags]', '[comments]')),
  'filters[tags][$count][$gte]=1&filters[tags][$count][$lte]=2',
  'filters[tags][$count][$eq]=0&filters[tags][$count][$where][name][$startsWith]=n',
  'filters[comments][$count][$lte]=1&filters[comments][$count][$where][author][name][$notNull]=true',
];

const grouped = /IN \(SELECT [^()]+ LEFT JOIN \(SELECT .*? GROUP BY /;

/** A number of related rows that alone narrows a list, beside the same with a condition that is true of every row. */
describe.each(engines)('a number of related rows alone on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  let sent: string[] = [];
  beforeAll(async () => {
    const silent = () => undefined;
    const logger = {
      logQuery: (text: string) => sent.push(text),
      ...{ logQueryError: silent, logQuerySlow: silent, logSchemaBuild: silent, logMigration: silent, log: silent },
    };
    database = await openDatabase(engine, { entities: blogEntities, logger, logging: ['query'] });
    await seedBlog(database.source);
    filters = FilterService.forDataSource(database.source);
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(() => database.close());

  const builder = () => database.source.getRepository(Post).createQueryBuilder('post');
  const page = async (request: string, rows: SelectQueryBuilder<Post> = builder()) =>
    filters.page(rows, filters.parse(Post, `${request}&sort=id&pagination[pageSize]=2&pagination[page]=1`));
  const isGrouped = () => sent.every((text) => grouped.test(text));

  it.each(requests)('finds what it finds beside another condition: %s', async (request) => {
    const narrowed = await page(request, builder().where('post.id > -1'));
    expect(isGrouped()).toBe(false);
    for (let time = 0; time < 3; time += 1) {
      sent = [];
      expect(await page(request)).toEqual(narrowed);
      expect(isGrouped()).toBe(engine === 'postgres');
    }
    const query = filters.parse(Post, request);
    expect(await filters.count(builder(), query)).toBe(await filters.count(builder().where('post.id > -1'), query));
  });

  it.each([
    ['another condition', 'filters[views][$gte]=0&filters[tags][$count][$gte]=1'],
    ['a negation', 'filters[$not][tags][$count][$gte]=1'],
    ['a cursor', 'filters[tags][$count][$gte]=1&pagination[after]='],
    ['a search', 'filters[tags][$count][$gte]=1&search=a'],
  ])('is a subquery for each row beside %s', async (_, request) => {
    const options = request.includes('search') ? { search: ['title'] } : {};
    await filters.page(builder(), filters.parse(Post, `${request}&sort=id`, options as object));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.some((text) => grouped.test(text))).toBe(false);
  });
});
