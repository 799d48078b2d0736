import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describeInBrowser, saveScreenshots } from '../../support/browser.js';
import { type Guide, openGuide } from '../../support/guide.js';
import { SwaggerOperation } from './operation.js';

const best = 'Italian or Thai, the best first';
const either = 'Of a chef whose name begins with A, or with a review of five stars';
const reviewed = 'Reviewed at least five times with four stars or more';
const related = 'With their chefs, tags, and two newest reviews of four stars or more';
const words = 'Both words, somewhere; cuisines beside the rows';

/** Examples of the list, and the query strings of the same requests, by hand. */
const picked: readonly (readonly [title: string, query: string])[] = [
  [best, 'filters[cuisine][$in][0]=Italian&filters[cuisine][$in][1]=Thai&sort=rating:desc,name'],
  [either, 'filters[$or][0][chef][name][$startsWith]=A&filters[$or][1][reviews][stars]=5'],
  [
    reviewed,
    'filters[reviews][$count][$gte]=5&filters[reviews][$count][$where][stars][$gte]=4&pagination[page]=1&pagination[pageSize]=10',
  ],
  [words, 'search=thai romantic&facets=cuisine&sort=name'],
];

/** Values that a reader types, each over those before it and at last over the first example, and the query strings. */
const typed: readonly (readonly [what: string, values: Readonly<Record<string, unknown>>, query: string])[] = [
  [
    'a text condition',
    { filters: { name: { $contains: '100% P' } } },
    'filters[name][$contains]=100%25 P&sort=rating:desc,name',
  ],
  [
    'a relation within a group, and a page',
    {
      filters: { $or: [{ chef: { name: { $startsWith: 'A' } } }, { $not: { stars: { $gte: 1 } } }] },
      pagination: { page: 2, pageSize: 3 },
    },
    'filters[$or][0][chef][name][$startsWith]=A&filters[$or][1][$not][stars][$gte]=1&pagination[page]=2&pagination[pageSize]=3' +
      '&sort=rating:desc,name',
  ],
  [
    'words, a sort and a page',
    { filters: '', search: 'thai kitchen', sort: 'stars:desc', pagination: { page: 1, pageSize: 2 } },
    'search=thai kitchen&sort=stars:desc,name&pagination[page]=1&pagination[pageSize]=2',
  ],
];

describeInBrowser('Swagger UI of the restaurant guide', (open) => {
  let guide: Guide;
  let docs: string;
  beforeAll(async () => {
    guide = await openGuide();
    await guide.app.listen(0, '127.0.0.1');
    docs = `${(await guide.app.getUrl()).replace('[::1]', '127.0.0.1')}/docs`;
  });
  afterAll(() => guide.app.close());

  const tryOut = async () => SwaggerOperation.tryOut(await open(docs), '/api/restaurants');

  it('sends the first example as it comes, and shows a curl line that can be read, and that curl takes', async () => {
    const page = await open(docs);
    await page.locator('.opblock-summary').first().waitFor();
    await saveScreenshots(page.locator('body'), 'swagger-ui');
    const restaurants = await SwaggerOperation.tryOut(page, '/api/restaurants');
    await saveScreenshots(restaurants.block, 'swagger-ui-request');
    const [[, query] = []] = picked;
    const { curl, url, body } = await restaurants.execute();
    expect(body).toEqual(await rowsOf(query));
    const shown =
      'filters[cuisine][$in][0]=Italian&filters[cuisine][$in][1]=Thai&sort=rating:desc&sort=name&pagination[page]=1';
    expect(curl).toContain(shown);
    expect(url.replaceAll('\n', '')).toContain(shown);
    expect(curl).toContain('--globoff');
    if (!hasCurl()) {
      process.stdout.write('curl is not installed here, and so its line is not run\n');
      return;
    }
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --max-time 30`]);
    expect(JSON.parse(stdout)).toEqual(body);
  });

  it('shows the rows of every example that is picked', async () => {
    const restaurants = await tryOut();
    expect(await restaurants.examples('filters')).toEqual([best, either, reviewed, related, 'Not sent']);
    expect(await restaurants.examples('search')).toEqual(['Not sent', words]);
    for (const [title, query] of [...picked].reverse()) {
      await restaurants.pick(title);
      const { status, body } = await restaurants.execute();
      expect([title, status, body]).toEqual([title, '200', await rowsOf(query)]);
      expect(body.data.length).toBeGreaterThan(0);
    }
    await saveScreenshots(restaurants.block.locator('.responses-wrapper'), 'swagger-ui-answer');
  });

  it('shows the rows of what is typed', async () => {
    const restaurants = await tryOut();
    for (const [what, values, query] of typed) {
      for (const [name, value] of Object.entries(values)) await restaurants.write(name, value);
      const { body } = await restaurants.execute();
      expect([what, body]).toEqual([what, await rowsOf(query)]);
      expect(body.data.length).toBeGreaterThan(0);
    }
  });

  it('shows what is wrong with a request, and where', async () => {
    const restaurants = await tryOut();
    await restaurants.write('filters', { chef: { nmae: { $eq: 'Ann' } } });
    const { status, body } = await restaurants.execute();
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual(['400', ['filters[chef][nmae]']]);
    await saveScreenshots(restaurants.block.locator('.responses-wrapper'), 'swagger-ui-refusal');
    await restaurants.write('filters', { stars: { $gte: 'many' } });
    expect(await restaurants.refusalOfPage()).toContain("For 'filters' at path 'stars.$gte'");
  });

  it('sends what it makes for every other list', async () => {
    const page = await open(docs);
    for (const name of ['chefs', 'cities', 'dishes', 'reviews', 'tags', 'users']) {
      const list = await SwaggerOperation.tryOut(page, `/api/${name}`);
      const { status } = await list.execute();
      expect([name, status]).toEqual([name, '200']);
      await list.close();
    }
  });

  async function rowsOf(query = ''): Promise<unknown> {
    const { status, body } = await guide.get(`/api/restaurants?${query}`);
    expect(status).toBe(200);
    return body;
  }
});

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
