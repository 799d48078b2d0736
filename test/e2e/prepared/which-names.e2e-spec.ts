import type { FilterService } from 'nestjs-filterable';
import type { QueryRunner } from 'typeorm';
import { describeOn } from '../../support/databases.js';
import { Laboratory } from '../adaptive/laboratory.js';
import { Article } from '../adaptive/model.js';
import { often, preparedOn } from './prepared-names.js';

const first = 'sort=position&pagination[pageSize]=3';
const cursor = 'sort=position&pagination[after]=&pagination[pageSize]=3';
const bare = 'sort=position&pagination[pageSize]=3&pagination[withCount]=false';

const neither = ['without', 'without'];

/** Requests, and which of their statements have a name: the page, and its total after a walk and a short page. */
const tables: Readonly<Record<string, readonly (readonly [query: string, statements: readonly string[]])[]>> = {
  'conditions on the row itself': [
    [first, ['named']],
    [bare, ['named']],
    [`filters[kind]=plain&${first}`, ['named']],
    [`filters[grade][$between][0]=1&filters[grade][$between][1]=3&${first}`, ['named']],
    [`filters[id][$in][0]=4&filters[id][$in][1]=7&filters[id][$in][2]=9&filters[id][$in][3]=10&${first}`, ['named']],
    [`filters[kind][$startsWith]=pl&${first}`, ['named']],
    [`filters[$or][0][kind]=plain&filters[$or][1][grade][$gte]=2&${first}`, ['named']],
  ],
  'conditions on one related row': [
    [`filters[maker]=2&${first}`, ['named']],
    [`filters[maker][name]=Common&${first}`, ['without', 'named']],
    [`filters[maker][name][$gte]=A&${first}`, ['without', 'named']],
    [`filters[maker][$exists]=false&sort=position&pagination[pageSize]=2`, ['named']],
    [`filters[$or][0][maker][name]=Common&filters[$or][1][kind]=odd&${first}`, ['named']],
    [`filters[$or][0][maker][name]=Common&filters[$or][1][grade]=2&${first}`, ['without', 'named']],
  ],
  'keys of related rows': [
    [`filters[labels][name]=five&${first}`, ['named']],
    [`filters[labels][name][$in][0]=four&filters[labels][name][$in][1]=one&${first}`, ['named']],
    [`filters[labels][name]=last&${bare}`, ['named']],
  ],
  'ranges among related rows': [
    [`filters[labels][name][$gte]=one&filters[labels][name][$lt]=onf&${bare}`, ['without']],
    [`filters[labels][name][$gte]=o&${first}`, ['without']],
    [`filters[labels][$not][name]=half&${first}`, neither],
  ],
  'walks, and own rows first': [
    [`filters[labels][name]=half&${first}`, neither],
    [`filters[labels][name]=half&${bare}`, ['without']],
    [`filters[labels][name]=half&filters[kind]=odd&sort=position&pagination[pageSize]=1`, ['without']],
    [`filters[$and][0][labels][name]=four&filters[$and][1][labels][name]=half&${bare}`, ['without']],
  ],
  'conditions on many related rows in the usual way': [
    [`filters[labels][name]=half&sort=kind&pagination[pageSize]=3`, ['without']],
    [`filters[$or][0][labels][name]=half&filters[$or][1][kind]=odd&${first}`, ['without']],
    [`filters[$or][0][labels][name]=half&filters[$or][1][grade]=2&${first}`, ['without', 'without']],
    [`filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&${first}`, ['without']],
    [`filters[labels][$none][name]=half&${first}`, ['without']],
    [`filters[reviews][$every][stars][$lt]=3&${first}`, ['without']],
    [`filters[reviews][$count][$gte]=2&${first}`, ['without']],
    [`filters[fairs][town]=Oslo&${first}`, ['without']],
  ],
  'the order': [
    [`sort=grade:desc,position&pagination[pageSize]=3`, ['named']],
    [`sort=maker.name&pagination[pageSize]=3`, ['named']],
    [`sort=reviews.$count:desc&pagination[pageSize]=3`, ['named']],
    [`sort=price:desc:nullsLast&pagination[pageSize]=3`, ['named']],
  ],
  'the page': [
    [`sort=position&pagination[page]=2&pagination[pageSize]=3`, ['named']],
    [`sort=position&pagination[start]=7&pagination[limit]=3`, ['named']],
    [cursor, ['named']],
    [`filters[labels][name]=half&${cursor}`, ['without']],
  ],
};

describeOn('postgres')('which statements have a name on %s', (engine) => {
  let laboratory: Laboratory;
  let service: FilterService;
  let runner: QueryRunner;

  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
    service = laboratory.service({ preparedStatements: true });
    runner = laboratory.database.source.createQueryRunner();
  });
  afterAll(async () => {
    // With fifty, the rows of the tables would begin to be without a name for another reason.
    expect((await preparedOn(runner)).length).toBeLessThan(50);
    await runner.release();
    await laboratory.close();
  });

  const builder = () => runner.manager.createQueryBuilder(Article, 'article');
  const ask = (query: string, options = {}) => laboratory.ask(query, { service, builder: builder(), ...options });

  async function namesAfter(query: string, options = {}): Promise<string[]> {
    const answers = await often(() => ask(query, options), 7);
    const prepared = new Set((await preparedOn(runner)).map(({ statement }) => statement));
    return (answers.at(-1)?.statements ?? []).map((text) => (prepared.has(text) ? 'named' : 'without'));
  }

  describe.each(Object.entries(tables))('of %s', (_, rows) => {
    it.each(rows)('%s', async (query, expected) => {
      expect(await namesAfter(query)).toEqual(expected);
    });
  });

  it('facets have none', async () => {
    expect(await namesAfter(`facets=kind&${first}`, { facets: ['kind'] })).toEqual(['named', 'without']);
  });

  it('capped totals have none', async () => {
    expect(await namesAfter(first, { pagination: { count: { capped: 10 } } })).toEqual(['named', 'without']);
  });

  it('questions have none, and neither has the walk after them', async () => {
    const query = `filters[labels][name]=half&${bare}`;
    const answers = await often(() => ask(query, { service: laboratory.service({ preparedStatements: true }) }), 7);
    const prepared = (await preparedOn(runner)).map(({ statement }) => statement);
    const statements = answers.at(-1)?.statements ?? [];
    expect(statements).toHaveLength(3);
    expect(statements.filter((text) => prepared.includes(text))).toEqual([]);
  });

  it('both statements of a page have one whose joins multiply rows', async () => {
    const joined = () => builder().leftJoinAndSelect('article.reviews', 'review');
    const answers = await often(() => ask(bare, { builder: joined() }), 7);
    const prepared = (await preparedOn(runner)).map(({ statement }) => statement);
    expect(answers.at(-1)?.statements).toHaveLength(2);
    expect(prepared).toEqual(expect.arrayContaining([...(answers.at(-1)?.statements ?? [])]));
  });

  it('keys that are looked up have none, and the page has one where they are its own', async () => {
    const own = { relations: [{ name: 'maker', strategy: 'keys' }] };
    expect(await namesAfter(`filters[maker][name]=Common&${bare}`, own)).toEqual(['without', 'named']);
    const ofJunction = { relations: [{ name: 'labels', strategy: 'keys' }] };
    expect(await namesAfter(`filters[labels][name]=five&${bare}`, ofJunction)).toEqual(['without', 'without']);
  });

  it.each([
    [1, 'named'],
    [-1, 'without'],
  ])('keys of related rows have one, unless a scope has a range: tenant %d', async (context, expected) => {
    expect(await namesAfter(`filters[labels][name]=one&${bare}`, { context })).toEqual([expected]);
  });

  it('a page after a cursor has one, whatever the cursor', async () => {
    const turns = await often(async () => {
      const { page } = await ask(cursor);
      const { next } = page.meta.pagination as { next: string };
      return ask(cursor.replace('after]=', `after]=${next}`));
    }, 7);
    const prepared = (await preparedOn(runner)).map(({ statement }) => statement);
    expect(prepared).toEqual(expect.arrayContaining([...(turns.at(-1)?.statements ?? [])]));
  });

  it('a scope of to-one or own columns does no harm, and its values are those of the request', async () => {
    for (const context of [1, 2]) {
      const answers = await often(() => ask(bare, { context }));
      expect(answers.every(({ page }) => page.data.every(({ tenant }) => tenant === context))).toBe(true);
    }
  });

  it('a chunk of each() has none', async () => {
    const query = service.parse(Article, 'sort=position', { pagination: false });
    await often(async () => {
      const found: number[] = [];
      for await (const { id } of service.each(builder(), query, { chunk: 30 })) found.push(id);
      expect(found).toHaveLength(78);
    }, 7);
    const prepared = (await preparedOn(runner)).map(({ statement }) => statement);
    expect(prepared.filter((text) => text.includes('LIMIT 30'))).toEqual([]);
  });

  it('without the option there is none', async () => {
    const before = await preparedOn(runner);
    await often(() => ask(`filters[grade]=3&${bare}`, { service: laboratory.service() }));
    expect(await preparedOn(runner)).toHaveLength(before.length);
  });
});
