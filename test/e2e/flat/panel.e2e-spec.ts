import { adminEntities } from '../../support/admin/entities.js';
import { seedAdmin } from '../../support/admin/rows.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, adapters } from '../../support/http/adapters.js';
import { type Setup, openPanel } from './panel.js';

const found: readonly (readonly [path: string, ids: readonly number[], why: string])[] = [
  ['users', [4, 3, 2, 1], 'all, newest first'],
  ['users?_t=1700000000', [4, 3, 2, 1], 'with the parameter against caches'],
  [
    'users?page=1&pageSize=10&username=&nickname=&email=&status=&deptId=&field=&order=&_t=1',
    [4, 3, 2, 1],
    'an empty form',
  ],
  ['users?username=AN', [2, 1], 'a name contains'],
  ['users?username=%25', [3], 'a wildcard is text'],
  ['users?username=an&status=1', [2, 1], 'and a status'],
  ['users?status=false', [3], 'a status as text'],
  ['users?deptId=2', [3, 2], 'a department'],
  ['users?deptId=2&username=bob', [3], 'and a name'],
  ['users?roleIds[]=1&roleIds[]=2', [3, 2, 1], 'a list in brackets'],
  ['users?roleIds=1', [2, 1], 'of one'],
  ['users?roleIds%5B0%5D=2', [3, 2], 'encoded'],
  ['users?page=2&pageSize=3', [1], 'a page'],
  ['users?field=age&order=ASC&pageSize=2', [3, 1], 'an order'],
  ['users?field=login&order=desc', [4, 3, 2, 1], 'by an alias'],
  ['roles?name=a', [1], 'roles by name'],
  ['roles?name=&value=g', [2], 'by the beginning of a value'],
  ['roles?status=true&field=id&order=asc', [1], 'by status'],
  ['roles?filters[id]=2&name=gue', [2], 'in brackets as well, where they are read'],
  ['depts', [1, 2], 'departments'],
  ['depts?name=osl', [1], 'by name, without pages'],
  ['log/login?username=an', [1, 2], 'logins of a user'],
  ['log/login?username=an&address=nor&ip=.2', [2], 'from a place'],
  ['log/login?time[]=2024-03-02&time[]=2024-03-03', [2, 3], 'between two days, the last one included'],
  ['log/login?time[]=2024-03-02+00:00:00&time[]=2024-03-02+23:59:59', [2], 'between two moments with a space'],
  ['log/login?pageSize=3&page=2&_t=1', [4], 'the second page'],
  ['people?page=1&take=2&q=an&order=-id', [2, 1], 'people as a boilerplate asks for them'],
  ['people?take=1&order=age,DESC', [2], 'the oldest'],
  ['people?q=&order=id', [1, 2, 3, 4], 'an empty search'],
];

const refused: readonly (readonly [path: string, issues: readonly string[], why: string])[] = [
  ['users?filters[username]=a', ['unknown_parameter filters'], 'brackets where they are closed'],
  ['users?filters={"login":"a"}&filters[a]=1', ['unknown_parameter filters'], 'in any form, once'],
  ['users?pagination[page]=2', ['unknown_parameter pagination'], 'of pages'],
  ['users?sort=id', ['unknown_parameter sort'], 'and the order'],
  ['users?deptId=x&page=0', ['invalid_value deptId', 'invalid_pagination page'], 'by the names that were sent'],
  ['users?pageSize=1000', ['limit_exceeded pageSize'], 'a page that is too large'],
  ['users?field=password&order=asc', ['not_sortable field'], 'a hidden key'],
  ['users?order=asc', ['expected_value order'], 'a direction of nothing'],
  ['roles?name=a&name=b', ['duplicate_key name'], 'a name given twice'],
  ['log/login?time[]=2024-03-02', ['expected_pair time'], 'half a range'],
  ['people?limit=5', ['unknown_parameter limit'], 'a name of others that the list does not have'],
  ['people?take=x', ['invalid_pagination take'], 'no number'],
];

describe.each(engines)('the lists of an admin panel on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: adminEntities });
    await seedAdmin(database.source);
  });

  afterAll(() => database.close());

  const setups: readonly Setup[] = ['plain', 'extended', 'rewritten'];
  const ways = adapters.flatMap((adapter) => setups.map((setup) => [adapter, setup] as const));

  describe.each(ways)('on %s, %s', (adapter, setup) => {
    let app: TestApp;

    beforeAll(async () => {
      app = await openPanel(adapter, database.source, setup);
    });

    afterAll(() => app.close());

    it.each(found)('%s has %j: %s', async (path, ids) => {
      const { status, text } = await app.client.get(`/api/v1/system/${path}`);
      const { data } = JSON.parse(text) as { data?: { ids: number[] } | number[] };
      expect([status, Array.isArray(data) ? data : data?.ids]).toEqual([200, ids]);
    });

    it.each(refused)('%s is refused as %j: %s', async (path, issues) => {
      const { status, text } = await app.client.get(`/api/v1/system/${path}`);
      const body = JSON.parse(text) as { issues?: { code: string; path: string }[] };
      expect([status, body.issues?.map((each) => `${each.code} ${each.path}`)]).toEqual([400, issues]);
    });
  });
});
