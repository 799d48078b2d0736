import { adminEntities } from '../../support/admin/entities.js';
import { seedAdmin } from '../../support/admin/rows.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, adapters } from '../../support/http/adapters.js';
import { openPanel } from './panel.js';

/** What hostile clients send as flat parameters: the ids that are found, or the issues. */
const rows: readonly (readonly [request: string, answer: readonly number[] | string, why: string])[] = [
  [`username=${encodeURIComponent("' OR '1'='1")}`, [], 'SQL is text'],
  [`username=${encodeURIComponent('"; DROP TABLE users; --')}`, [], 'in every quotation mark'],
  ['username=%27%29%20OR%20%28%271', [], 'with a bracket'],
  ['username=%25%25', [], 'wildcards are text'],
  ['username=_n_', [], 'of every form'],
  ['username=!%25', [], 'behind an escape'],
  ['username=%5C', [], 'a backslash'],
  ['username=%00', 'invalid_value username', 'NUL'],
  ['username=%ED%A0%80', 'malformed_encoding username', 'half of a pair'],
  ['username=%C0%AF', 'malformed_encoding username', 'an overlong form'],
  ['username=$eq:Ann', [], 'an operator in a value'],
  [`username=${encodeURIComponent('{"$ne":"x"}')}`, [], 'JSON in a value'],
  ['username[$ne]=x', 'malformed_key username', 'an operator in the key'],
  ['username[__proto__]=x', 'malformed_key username', 'a prototype in the key'],
  ['username[constructor][prototype]=x', 'malformed_key username', 'a longer one'],
  ['username[]=Ann&username[]=Bob', 'malformed_key username,malformed_key username', 'a list of one value'],
  ['deptId=1%20OR%201=1', 'invalid_value deptId', 'SQL is no number'],
  ['deptId=1e0', 'invalid_value deptId', 'nor is a power'],
  ['deptId=0x1', 'invalid_value deptId', 'nor a number of base 16'],
  ['deptId=99999999999999999999', 'invalid_value deptId', 'nor one that no column holds'],
  ['deptId=-1', [], 'a number that no row has'],
  ['deptId=1&deptId=2', 'duplicate_key deptId', 'a key twice'],
  ['deptId=1&%64eptId=2', 'duplicate_key deptId', 'in another spelling'],
  ['status=tru%D0%B5', 'invalid_value status', 'a letter of another alphabet'],
  [`roleIds=${'1,'.repeat(100)}1`, 'invalid_value roleIds', 'a list where there is no separator'],
  [`${'roleIds[]=1&'.repeat(101)}_t=1`, 'limit_exceeded roleIds', 'a long list'],
  ['roleIds[999999999]=1', 'expected_list roleIds', 'a far index'],
  ['roleIds[-1]=1', 'malformed_key roleIds', 'a negative one'],
  [`username=${'a'.repeat(9_000)}`, 'limit_exceeded filters', 'a long text'],
  ['page=9999999999999999', 'invalid_pagination page', 'a far page'],
  ['page=1.5', 'invalid_pagination page', 'half a page'],
  ['page=%2B1', 'invalid_pagination page', 'a sign'],
  ['pageSize=-1', 'invalid_pagination pageSize', 'all rows'],
  ['pageSize=0', 'invalid_pagination pageSize', 'none'],
  ['field=id;DROP&order=asc', 'not_sortable field', 'SQL is no key'],
  ['field=constructor&order=asc', 'not_sortable field', 'nor is a prototype'],
  ['field=id&order=asc;--', 'invalid_direction order', 'nor a direction'],
  ['field=id&order=__proto__', 'invalid_direction order', 'of any kind'],
  ['field=password&order=asc', 'not_sortable field', 'a hidden key'],
  ['field=nothing&order=asc', 'not_sortable field', 'as one that does not exist'],
];

describe.each(engines)('hostile flat requests on %s', (engine) => {
  let database: TestDatabase;
  const apps: TestApp[] = [];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: adminEntities });
    await seedAdmin(database.source);
    for (const adapter of adapters) apps.push(await openPanel(adapter, database.source, 'plain'));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });

  it.each(rows)('users?%s has %j: %s', async (request, answer) => {
    for (const { client } of apps) {
      const { status, text } = await client.get(`/api/v1/system/users?${request}`);
      const body = JSON.parse(text) as { issues?: { code: string; path: string }[]; data?: { ids: number[] } };
      const issues = body.issues?.map(({ code, path }) => `${code} ${path}`).join();
      expect([status, issues ?? body.data?.ids]).toEqual([typeof answer === 'string' ? 400 : 200, answer]);
    }
  });
});
