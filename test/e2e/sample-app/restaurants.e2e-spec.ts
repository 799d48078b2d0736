import { toQueryString } from 'nestjs-filterable/client';
import { type Guide, openGuide } from '../../support/guide.js';

interface Populated {
  readonly id: number;
  readonly chef: { readonly name: string } | null;
  readonly tags: readonly { readonly name: string }[];
  readonly reviews: readonly { readonly id: number; readonly author: object | null }[];
}

describe('the restaurant guide', () => {
  let guide: Guide;
  beforeAll(async () => {
    guide = await openGuide();
  });
  afterAll(() => guide.app.close());

  const idsOf = (body: { readonly data: readonly { readonly id: number }[] }) => body.data.map(({ id }) => id);

  it('answers alternatives, members and an order like hand-written SQL', async () => {
    const url =
      '/api/restaurants?filters[$or][0][opened][$eq]=2020-01-01&filters[$or][1][stars][$gte]=3' +
      '&filters[cuisine][$in][0]=Italian&filters[cuisine][$in][1]=Thai&sort[0]=rating:desc&sort[1]=name' +
      '&pagination[pageSize]=100';
    const { status, body } = await guide.get(url);
    const rows: { id: number }[] = await guide.source.query(
      `SELECT id FROM guide_restaurant
       WHERE (opened = '2020-01-01' OR stars >= 3) AND cuisine IN ('Italian', 'Thai')
       ORDER BY rating DESC, name ASC, id ASC`,
    );
    expect(status).toBe(200);
    expect(rows.length).toBeGreaterThan(10);
    expect(idsOf(body)).toEqual(rows.map(({ id }) => id));
  });

  it('answers the chef, the tags and the three newest approved reviews of each restaurant', async () => {
    const { status, body } = await guide.get(
      '/api/restaurants?populate=chef,tags,reviews.author&sort=id&pagination[pageSize]=20',
    );
    expect(status).toBe(200);
    const shown = body.data as unknown as readonly Populated[];
    expect(shown).toHaveLength(20);
    const ids = shown.map(({ id }) => id).join();
    const newest: { id: number; restaurant: number }[] = await guide.source.query(
      `SELECT id, restaurantId AS restaurant FROM guide_review
       WHERE restaurantId IN (${ids}) AND approved = 1 AND deletedAt IS NULL ORDER BY createdAt DESC, id DESC`,
    );
    for (const { id, chef, tags, reviews } of shown) {
      const wanted = newest.filter(({ restaurant }) => restaurant === id).slice(0, 3);
      expect(reviews.map((review) => review.id)).toEqual(wanted.map((review) => review.id));
      expect(chef === null || typeof chef.name === 'string').toBe(true);
      expect(tags.every(({ name }) => typeof name === 'string')).toBe(true);
      for (const { author } of reviews) expect(Object.keys(author ?? {})).toEqual(['id', 'name']);
    }
    expect(JSON.stringify(shown)).not.toMatch(/email|passwordHash|approved|deletedAt/);
  });

  it('answers three mistakes with one refusal of three issues', async () => {
    const { status, body } = await guide.get(
      '/api/restaurants?filters[nam]=Bella&filters[stars][$gte]=many&sort=secretNotes',
    );
    expect(status).toBe(400);
    expect(body.issues.map(({ code, path }) => [code, path])).toEqual([
      ['unknown_field', 'filters[nam]'],
      ['invalid_value', 'filters[stars][$gte]'],
      ['not_sortable', 'sort'],
    ]);
  });

  it('answers an HTTP QUERY as it answers a GET', async () => {
    await guide.app.listen(0, '127.0.0.1');
    const url = `${await guide.app.getUrl()}/api/restaurants`;
    const request = {
      filters: { cuisine: { $in: ['Thai', 'Italian'] } },
      sort: 'name:desc',
      facets: ['cuisine'],
    } as const;
    const text = toQueryString(request);
    const { body } = await guide.get(`/api/restaurants?${text}`);
    expect(body.data).toHaveLength(25);
    for (const [type, content] of [
      ['application/x-www-form-urlencoded', text],
      ['application/json', JSON.stringify(request)],
    ]) {
      const headers = { 'content-type': String(type) };
      const answer = await fetch(url, { method: 'QUERY', headers, body: String(content) });
      expect([answer.status, await answer.json()]).toEqual([200, body]);
    }
    expect((await fetch(url, { method: 'QUERY' })).status).toBe(400);
  });

  it('takes a percent sign for a percent sign', async () => {
    const { body } = await guide.get('/api/restaurants?filters[name][$contains]=100%25');
    expect(body.data.map(({ name }) => name)).toEqual(['100% Pasta']);
  });

  it.each(['/api/restaurants', '/api/chefs', '/api/dishes', '/api/reviews', '/api/cities', '/api/tags', '/api/users'])(
    '%s lists rows and says what there is beside them',
    async (url) => {
      const { status, body } = await guide.get(url);
      expect(status).toBe(200);
      expect(body.data.length).toBeGreaterThan(0);
      expect(body.meta).toMatchObject({ pagination: { page: 1, pageSize: 25 } });
    },
  );

  it.each([
    ['/api/restaurants?filters[secretNotes][$contains]=a', '/filters/secretNotes'],
    ['/api/users?filters[passwordHash][$startsWith]=a', '/filters/passwordHash'],
    ['/api/reviews?filters[author][email]=a', '/filters/author/email'],
    ['/api/restaurants?sort=reviews.author.passwordHash', '/sort/0'],
  ])('%s is refused', async (url, pointer) => {
    const { status, body } = await guide.get(url);
    expect(status).toBe(400);
    expect(body.issues.map((issue) => issue.pointer)).toEqual([pointer]);
  });

  it('answers a list, a document and a virtual column like hand-written SQL', async () => {
    const { body } = await guide.get(
      '/api/restaurants?filters[languages][$hasEvery][0]=en&filters[languages][$hasEvery][1]=fr' +
        '&filters[facilities][seats][terrace][$gte]=20&sort=averagePrice:asc:nullsLast',
    );
    const rows: { id: number }[] = await guide.source.query(
      `SELECT r.id, (SELECT ROUND(AVG(d.price), 2) FROM guide_dish d WHERE d.restaurant_id = r.id) AS average
       FROM guide_restaurant r
       WHERE ',' || r.languages || ',' LIKE '%,en,%' AND ',' || r.languages || ',' LIKE '%,fr,%'
         AND r.facilities ->> '$.seats.terrace' >= 20
       ORDER BY average IS NULL, average, r.id`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(idsOf(body)).toEqual(rows.map(({ id }) => id));
  });

  it('answers facets like hand-written SQL, the alternatives to the choice among them', async () => {
    const { body } = await guide.get(
      '/api/restaurants?filters[cuisine]=Thai&filters[isOpen]=true&facets=cuisine,rating',
    );
    const cuisines: { value: string; count: number }[] = await guide.source.query(
      `SELECT cuisine AS value, COUNT(*) AS count FROM guide_restaurant WHERE isOpen
       GROUP BY cuisine ORDER BY count DESC, value LIMIT 20`,
    );
    const [rating]: { min: number; max: number }[] = await guide.source.query(
      "SELECT MIN(rating) AS min, MAX(rating) AS max FROM guide_restaurant WHERE isOpen AND cuisine = 'Thai'",
    );
    expect(cuisines.length).toBeGreaterThan(3);
    expect(body.meta).toMatchObject({ facets: { cuisine: { values: cuisines }, rating } });
  });

  it('filters in code', async () => {
    const { body } = await guide.get('/api/restaurants/loved');
    const rows: { id: number }[] = await guide.source.query(
      `SELECT r.id FROM guide_restaurant r
       WHERE (SELECT COUNT(*) FROM guide_review v WHERE v.restaurantId = r.id AND v.stars >= 4 AND v.deletedAt IS NULL) >= 5
       ORDER BY r.name, r.id LIMIT 10`,
    );
    expect(idsOf(body)).toEqual(rows.map(({ id }) => id));
  });
});
