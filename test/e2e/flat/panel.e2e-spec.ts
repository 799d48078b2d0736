import { adminEntities } from '../../support/admin/entities.js';
import { seedAdmin } from '../../support/admin/rows.js';
import { onEngines } from '../../support/engines.js';
import type { TestApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { type Setup, openPanel } from './panel.js';

const setups: readonly Setup[] = ['plain', 'extended', 'rewritten'];

onEngines('the lists of an admin panel', { entities: adminEntities, seed: seedAdmin }, (world) => {
  describe.each(world.engine === 'sqlite' ? setups : setups.slice(0, 1))('%s', (setup) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await openPanel(world.source, setup);
    });
    afterAll(() => app.close());

    it.each(
      cases(`
      users -> 4 3 2 1
      users?_t=1700000000 -> 4 3 2 1
      users?page=1&pageSize=10&username=&nickname=&email=&status=&deptId=&field=&order=&_t=1 -> 4 3 2 1
      users?username=AN -> 2 1
      users?username=%25 -> 3
      users?username=an&status=1 -> 2 1
      users?status=false -> 3
      users?deptId=2 -> 3 2
      users?deptId=2&username=bob -> 3
      users?roleIds[]=1&roleIds[]=2 -> 3 2 1
      users?roleIds=1 -> 2 1
      users?roleIds%5B0%5D=2 -> 3 2
      users?page=2&pageSize=3 -> 1
      users?field=age&order=ASC&pageSize=2 -> 3 1
      users?field=login&order=desc -> 4 3 2 1
      roles?name=a -> 1
      roles?name=&value=g -> 2
      roles?status=true&field=id&order=asc -> 1
      roles?filters[id]=2&name=gue -> 2
      depts -> 1 2
      depts?name=osl -> 1
      log/login?username=an -> 1 2
      log/login?username=an&address=nor&ip=.2 -> 2
      log/login?time[]=2024-03-02&time[]=2024-03-03 -> 2 3
      log/login?time[]=2024-03-02+00:00:00&time[]=2024-03-02+23:59:59 -> 2
      log/login?pageSize=3&page=2&_t=1 -> 4
      people?page=1&take=2&q=an&order=-id -> 2 1
      people?take=1&order=age,DESC -> 2
      people?q=&order=id -> 1 2 3 4
      users?username=%27%20OR%20%271%27%3D%271 -> none
      users?username=%22%3B%20DROP%20TABLE%20users%3B%20-- -> none
      users?username=%27%29%20OR%20%28%271 -> none
      users?username=%25%25 -> none
      users?username=_n_ -> none
      users?username=!%25 -> none
      users?username=%5C -> none
      users?username=$eq:Ann -> none
      users?username=%7B%22%24ne%22%3A%22x%22%7D -> none
      users?deptId=-1 -> none
    `),
    )('%s -> %s', async (path, ids) => {
      const { status, text } = await app.client.get(`/api/v1/system/${path}`);
      const { data } = JSON.parse(text) as { data?: { ids: number[] } | number[] };
      const found = Array.isArray(data) ? data : data?.ids;
      expect([status, found?.join(' ') || 'none']).toEqual([200, ids]);
    });

    if (world.engine !== 'sqlite') return;
    it.each(
      cases(`
      users?filters[username]=a -> unknown_parameter filters
      users?filters={"login":"a"}&filters[a]=1 -> unknown_parameter filters
      users?pagination[page]=2 -> unknown_parameter pagination
      users?sort=id -> unknown_parameter sort
      users?deptId=x&page=0 -> invalid_value deptId, invalid_pagination page
      users?pageSize=1000 -> limit_exceeded pageSize
      users?field=password&order=asc -> not_sortable field
      users?order=asc -> expected_value order
      roles?name=a&name=b -> duplicate_key name
      log/login?time[]=2024-03-02 -> expected_pair time
      people?limit=5 -> unknown_parameter limit
      people?take=x -> invalid_pagination take
    `),
    )('%s -> %s', async (path, issues) => {
      const { status, text } = await app.client.get(`/api/v1/system/${path}`);
      const body = JSON.parse(text) as { issues?: { code: string; path: string }[] };
      expect([status, body.issues?.map((each) => `${each.code} ${each.path}`).join(', ')]).toEqual([400, issues]);
    });
  });
});
