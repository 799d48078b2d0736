import { FilterException, FilterService } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { expand } from '../../support/hostile/refusals.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

const filters = FilterService.forDataSource(await describeEntities('sqlite', adminEntities), { context: undefined });

const flat = {
  page: 'page',
  pageSize: 'pageSize',
  sort: { field: 'field', direction: 'order' },
  brackets: false,
  filters: {
    username: '$contains',
    status: true,
    deptId: 'dept.id',
    roleIds: { field: 'roles.id', operator: '$in' },
  },
} as const;

it.each(
  cases(String.raw`
    username=%00 -> invalid_value username
    username=%ED%A0%80 -> malformed_encoding username
    username=%C0%AF -> malformed_encoding username
    username[$ne]=x -> malformed_key username
    username[__proto__]=x -> malformed_key username
    username[constructor][prototype]=x -> malformed_key username
    username[]=Ann&username[]=Bob -> malformed_key username, malformed_key username
    deptId=1%20OR%201=1 -> invalid_value deptId
    deptId=1e0 -> invalid_value deptId
    deptId=0x1 -> invalid_value deptId
    deptId=99999999999999999999 -> invalid_value deptId
    deptId=1&deptId=2 -> duplicate_key deptId
    deptId=1&%64eptId=2 -> duplicate_key deptId
    status=tru%D0%B5 -> invalid_value status
    roleIds={100*1,}1 -> invalid_value roleIds
    {101&roleIds[]=1}&_t=1 -> limit_exceeded roleIds
    roleIds[999999999]=1 -> expected_list roleIds
    roleIds[-1]=1 -> malformed_key roleIds
    username={9000*a} -> limit_exceeded filters
    page=9999999999999999 -> invalid_pagination page
    page=1.5 -> invalid_pagination page
    page=%2B1 -> invalid_pagination page
    pageSize=-1 -> invalid_pagination pageSize
    pageSize=0 -> invalid_pagination pageSize
    field=id;DROP&order=asc -> not_sortable field
    field=constructor&order=asc -> not_sortable field
    field=id&order=asc;-- -> invalid_direction order
    field=id&order=__proto__ -> invalid_direction order
    field=password&order=asc -> not_sortable field
    field=nothing&order=asc -> not_sortable field
  `),
)('a hostile flat request: %s -> %s', (request, issues) => {
  try {
    throw new Error(`understood as ${filters.parse(User, expand(request), { flat }).toString()}`);
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    expect(error.issues.map(({ code, path }) => `${code} ${path}`).join(', ')).toBe(issues);
  }
});
