import { readFileSync } from 'node:fs';
import { FilterModule } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { User, adminEntities } from '../../../support/admin/entities.js';
import { seedAdmin } from '../../../support/admin/rows.js';
import { onEngines } from '../../../support/engines.js';
import { type TestApp, adapters, openApp } from '../../../support/http/adapters.js';
import { UsersController, ofUsers } from './after.js';
import { OldUsersController } from './before.js';
import { searchOf } from './search.js';

/** The page that moves the list of an admin grid: it links to the handler before, and shows the one after. */
const page = readFileSync('docs/flat-names.md', 'utf8');
const folder = 'test/e2e/recipes/flat-list';

/** Requests of the grid, as its clients send them. */
const same = `
  page=1&limit=20
  page=2&limit=2
  username=an&page=1&limit=20
  username=&status=&deptId=&roleIds=&from=&to=&sort=&order=
  status=1
  status=0&limit=1
  deptId=2
  deptId=2&username=bob
  roleIds=1
  roleIds=1,2
  from=2024-01-15&to=2024-02-20
  to=2024-02-20T08:00:00.000Z
  sort=name&order=asc
  sort=name
  sort=created_at&order=asc&limit=3
  order=asc
  deptId=1&sort=dept&order=asc
`
  .trim()
  .split('\n')
  .map((line) => line.trim());

/** Requests that the old handler took for others, and what they are now. */
const refused: readonly (readonly [query: string, issue: string])[] = [
  ['usernme=an', 'unknown_parameter /usernme'],
  ['filters[username]=an', 'unknown_parameter /filters'],
  ['status=yes', 'invalid_value /status'],
  ['deptId=x', 'invalid_value /deptId'],
  ['roleIds=1,,2', 'expected_value /roleIds'],
  ['sort=password', 'not_sortable /sort/0'],
  ['sort=name&order=up', 'invalid_direction /order'],
  ['page=0', 'invalid_pagination /page'],
  ['limit=100000', 'limit_exceeded /limit'],
];

onEngines('docs/flat-names.md', { entities: adminEntities, seed: seedAdmin, on: ['sqlite'] }, (world) => {
  it('shows the code of after that runs here', () => {
    const code = readFileSync(`${folder}/after.ts`, 'utf8');
    const shown = code.replace("'../../../support/admin/entities.js'", "'./user.entity'");
    expect(page).toContain(`\`\`\`ts\n${shown}\`\`\``);
  });

  it.each(['before', 'search'])('links to the code of %s that runs here', (name) => {
    expect(page).toContain(`/blob/main/${folder}/${name}.ts)`);
  });

  describe.each(adapters)('on %s', (adapter) => {
    const apps: TestApp[] = [];
    const metadata = (controller: typeof UsersController | typeof OldUsersController) => ({
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [controller],
      providers: [{ provide: DataSource, useValue: world.source }],
    });
    beforeAll(async () => {
      for (const controller of [OldUsersController, UsersController]) {
        apps.push(await openApp(adapter, metadata(controller)));
      }
    });
    afterAll(async () => {
      for (const app of apps) await app.close();
    });

    it.each(same)('?%s has the answer that it had', async (query) => {
      const [before, after] = await Promise.all(apps.map(({ client }) => client.get(`/users?${query}`)));
      // An empty order is no order there.
      const old = query.includes('sort=&') ? await apps[0]?.client.get('/users') : before;
      expect([after?.status, JSON.parse(after?.text ?? '')]).toEqual([200, JSON.parse(old?.text ?? '')]);
    });

    it.each(refused)('?%s is %s', async (query, issue) => {
      const { status, text } = (await apps[1]?.client.get(`/users?${query}`)) ?? { status: 0, text: '{}' };
      const { issues } = JSON.parse(text) as { issues: { code: string; pointer: string }[] };
      expect([status, issues.map(({ code, pointer }) => `${code} ${pointer}`).join()]).toEqual([400, issue]);
    });
  });

  it.each([
    ['username=an', { bool: { must: [{ bool: { must: [{ wildcard: { login: '*an*' } }] } }] } }],
    ['username=a*', { bool: { must: [{ bool: { must: [{ wildcard: { login: '*a\\**' } }] } }] } }],
    [
      'deptId=2&roleIds=1,2',
      {
        bool: {
          must: [
            { bool: { must: [{ bool: { must: [{ term: { 'dept.id': '2' } }] } }] } },
            {
              nested: {
                path: 'roles',
                query: { bool: { must: [{ bool: { must: [{ terms: { 'roles.id': ['1', '2'] } }] } }] } },
              },
            },
          ],
        },
      },
    ],
    ['', { bool: { must: [] } }],
  ])('?%s is written for another store', (query, expected) => {
    const parsed = world.filters.parse(User, query, ofUsers, 'hr');
    expect(searchOf(parsed.toJSON()).query).toEqual(expected);
  });

  it('writes groups and an order, and refuses what the store has not', () => {
    const tree = (filters: object, sort?: 'age:desc') =>
      world.filters.parse(User, { filters, ...(sort && { sort }) }, {}, 'hr').toJSON();
    const one = (path: string, value: string) => ({
      bool: { must: [{ bool: { must: [{ term: { [path]: value } }] } }] },
    });
    expect(searchOf(tree({ $or: [{ age: 3 }, { age: 4 }] }, 'age:desc'))).toEqual({
      query: { bool: { must: [{ bool: { should: [one('age', '3'), one('age', '4')], minimum_should_match: 1 } }] } },
      sort: [{ age: 'desc' }],
    });
    expect(() => searchOf(tree({ nickname: { $endsWith: 'x' } }))).toThrow('the index has no $endsWith for nickname');
    expect(() => searchOf(tree({ roles: { $exists: true } }))).toThrow('the index has no $exists for roles');
  });
});
