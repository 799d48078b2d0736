import { FilterConfigurationError, FilterException, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

/*
 * An order by two flat names, with keys of their own, and sort keys with names of their own in brackets.
 */

const source = await describeEntities('sqlite', adminEntities);
const filters = FilterService.forDataSource(source, { context: undefined });

const sort = {
  field: 'sort',
  direction: 'order',
  keys: { name: 'username', dept: 'dept.name', created_at: 'createdAt', newest: '-createdAt', pay: 'salary' },
  default: 'createdAt',
  defaultDirection: 'desc',
} as const;

const lists = {
  keys: { flat: { sort, brackets: false } },
  bare: { flat: { sort: { field: 'by', direction: 'order', defaultDirection: 'desc' } } },
  paid: { flat: { sort: { field: 'by', direction: 'order', default: 'salary' } } },
  one: { flat: { sort: { field: 'by', keys: { name: 'username', 'dept.name': 'dept.name', newest: '-createdAt' } } } },
  prefixed: { prefix: 'u_', flat: { sort, brackets: false } },
  named: { sort: ['id', { name: 'username', as: 'name' }, { name: 'dept.name', as: 'dept' }] },
} as const satisfies Record<string, FilterQueryOverrides<User>>;

function read(list: keyof typeof lists, query: string, context?: unknown): string {
  try {
    return filters.parse(User, query, { ...lists[list], context }).toString() || 'nothing';
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, path, pointer }) => `${code} ${path} ${pointer}`).join(', ');
  }
}

function messages(list: keyof typeof lists, query: string): readonly string[] {
  try {
    filters.parse(User, query, lists[list]);
    return [];
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ message }) => message);
  }
}

const requests = `
# A key by its name, and its direction: the client's, the key's own, or the usual one.
  keys?sort=name&order=asc -> sort[0]=login%3Aasc
  keys?sort=name -> sort[0]=login%3Adesc
  keys?sort=dept&order=ASC -> sort[0]=dept.name%3Aasc
  keys?sort=newest -> sort[0]=createdAt%3Adesc
  keys?sort=newest&order= -> sort[0]=createdAt%3Adesc
  keys?sort=name,newest -> sort[0]=login%3Adesc&sort[1]=createdAt%3Adesc
  keys?order=asc -> sort[0]=createdAt%3Aasc
  keys?sort=&order=asc -> sort[0]=createdAt%3Aasc
  keys?sort=&order= -> nothing
  bare?by=login -> sort[0]=login%3Adesc
  bare?by=login:asc -> sort[0]=login%3Aasc
  bare?by=login,id:asc -> sort[0]=login%3Adesc&sort[1]=id%3Aasc
  bare?sort=login -> sort[0]=login%3Aasc
  one?by=newest -> sort[0]=createdAt%3Adesc
  one?by=dept.name -> sort[0]=dept.name%3Aasc
  one?sort=email -> sort[0]=email%3Aasc
  prefixed?u_sort=name&u_order=asc -> u_sort[0]=login%3Aasc
# The canonical form has paths. In code it is read beside the flat names.
  keys?sort[0]=login%3Adesc&sort[1]=createdAt%3Aasc -> sort[0]=login%3Adesc&sort[1]=createdAt%3Aasc
  keys?sort[login]=asc -> sort[0]=login%3Aasc
# A list of keys is complete, and a key has one direction.
  keys?sort=login -> not_sortable sort /sort/0
  keys?sort=createdAt -> not_sortable sort /sort/0
  keys?sort=constructor -> not_sortable sort /sort/0
  keys?sort=__proto__&order=asc -> not_sortable sort /sort/0
  keys?sort=newest&order=asc -> invalid_direction order /order
  keys?sort=newest:asc -> invalid_direction sort /sort
  keys?sort=name&order=up -> invalid_direction order /order
  keys?sort=name,dept&order=asc -> expected_value sort /sort
  keys?sort=newest,created_at -> duplicate_sort sort /sort/1
  keys?sort=name&sort=dept -> duplicate_key sort /sort
  keys?sort=name&sort[0]=id -> duplicate_key sort /sort
  keys?order=asc&sort[0]=id -> duplicate_key order /order
  keys?sort -> expected_value sort /sort
  bare?order=asc -> expected_value order /order
  bare?by=login&sort=id -> duplicate_key by /by
  one?by=email -> not_sortable by /by/0
  prefixed?u_sort=newest&u_order=asc -> invalid_direction u_order /u_order
# Sort keys with names of their own: the path is read as well, and both are one key.
  named?sort=name:desc -> sort[0]=login%3Adesc
  named?sort=login:desc -> sort[0]=login%3Adesc
  named?sort=dept,id -> sort[0]=dept.name%3Aasc&sort[1]=id%3Aasc
  named?sort[dept]=desc -> sort[0]=dept.name%3Adesc
  named?sort[dept][name]=desc -> sort[0]=dept.name%3Adesc
  named?sort=dept,dept.name -> duplicate_sort sort /sort/1
  named?sort=username -> not_sortable sort /sort/0
  named?sort=dept.sortNo -> not_sortable sort /sort/0
`;

describe('an order by flat names', () => {
  it.each(cases(requests))('%s -> %s', (request, expected) => {
    const [list = '', query = ''] = request.split(/\?(.*)/s);
    expect(read(list as keyof typeof lists, query)).toBe(expected);
  });

  it('has messages with the names of keys', () => {
    expect(messages('keys', 'sort=nam')).toEqual([
      "sort: 'nam' is not sortable; did you mean 'name'? Use one of: name, dept, created_at, newest",
    ]);
    expect(messages('keys', 'sort=newest&order=asc')).toEqual([
      "order: 'newest' has a direction of its own; leave this one out",
    ]);
    expect(messages('named', 'sort=dep')[0]).toContain('id, name, dept');
  });

  it('answers a key that is hidden from its client as one that does not exist', () => {
    for (const query of ['sort=KEY', 'sort=KEY&order=asc', 'sort=KEY:up']) {
      const [hidden, invented] = ['pay', 'pax'].map((key) => read('keys', query.replace('KEY', key), 'guest'));
      expect(hidden).toBe(invented);
    }
    expect(read('keys', 'sort=pay', 'hr')).toBe('sort[0]=salary%3Adesc');
    expect(read('paid', 'order=desc', 'guest')).toBe('expected_value order /order');
    expect(read('paid', 'order=desc', 'hr')).toBe('sort[0]=salary%3Adesc');
  });

  it('has the default of the list, which nothing prints', () => {
    const [own, usual] = [lists.keys, { flat: lists.keys.flat, defaults: { sort: 'createdAt:desc' } } as const];
    const other = { ...usual, flat: { ...usual.flat, sort: { ...sort, default: undefined } } };
    expect(filters.parse(User, '', own).cacheKey()).toBe(filters.parse(User, '', other).cacheKey());
    expect(filters.parse(User, '', own).cacheKey()).not.toBe(filters.parse(User, '', {}).cacheKey());
  });

  it('is described with its keys', () => {
    const { flat, sort: keys } = filters.describe(User, lists.keys);
    expect(flat[0]).toEqual({
      name: 'sort',
      parameter: 'sort',
      means: 'field',
      keys: ['name', 'dept', 'created_at', 'newest'],
    });
    expect(keys).toContain('login');
    expect(filters.describe(User, lists.named).sort).toEqual(['id', 'name', 'dept']);
  });

  it('tells two meanings of one name apart in cache keys', () => {
    const keyOf = (name: 'username' | 'email') =>
      filters.parse(User, 'filters[id]=1', { sort: [{ name, as: 'name' }] }).cacheKey();
    expect(keyOf('username')).not.toBe(keyOf('email'));
  });
});

const wrong: readonly (readonly [overrides: object, error: RegExp])[] = [
  [{ flat: { sort } }, /names sort, which is a parameter of the list itself; .*`brackets: false`/],
  [
    { flat: { sort: { field: 'by', keys: { x: 'nope' } } } },
    /`flat.sort.keys.x` names nope, which is not a sort key of the list/,
  ],
  [{ flat: { sort: { field: 'by', keys: { x: 'password' } } } }, /names password, which is not a sort key/],
  [{ flat: { sort: { field: 'by', keys: { x: 'dept' } } } }, /names dept, which is not a sort key/],
  [{ flat: { sort: { field: 'by', keys: {} } } }, /`flat.sort.keys` must be an object of paths/],
  [{ flat: { sort: { field: 'by', keys: { 'a,b': 'id' } } } }, /has the key "a,b"; keys are texts without/],
  [
    { flat: { sort: { field: 'by', default: 'password' } } },
    /`flat.sort.default` names password, which is not a sort key/,
  ],
  [
    { flat: { sort: { field: 'by', keys: { newest: '-createdAt' }, default: 'newest' } } },
    /names newest, which is a name in `keys`; name its path, createdAt/,
  ],
  [{ flat: { sort: { field: 'by', default: '-createdAt' } } }, /`flat.sort.default` names -createdAt/],
  [
    { flat: { sort: { field: 'by', default: 'id' } }, defaults: { sort: 'id' } },
    /both set the order of a request without a sort/,
  ],
  [{ flat: { sort: { field: 'by', defaultDirection: 'down' } } }, /`flat.sort.defaultDirection` must be asc or desc/],
  [{ flat: { sort: { field: 'by', key: {} } } }, /`flat.sort.key` does not exist; did you mean keys/],
  [{ sort: [{ name: 'id', as: 'dept' }] }, /`sort` has a key named dept, which is a relation/],
  [{ sort: ['id', { name: 'dept.name', as: 'id' }] }, /`sort` has two keys named id/],
  [{ sort: ['dept.name', { name: 'dept.name', as: 'dept' }] }, /`sort` has two keys named dept.name/],
  [{ sort: [{ name: 'id', as: 'a.b' }] }, /the alias a.b contains one of/],
  [{ sort: [{ name: 'id', as: 'x', desc: true }] }, /the option `desc` does not exist; there are: name, as/],
];

describe('an order that contradicts itself', () => {
  it.each(wrong)('%j', (overrides, error) => {
    expect(() => filters.parse(User, '', overrides)).toThrow(FilterConfigurationError);
    expect(() => filters.parse(User, '', overrides)).toThrow(error);
  });

  it.each(['keys', 'default'])('with %s for all lists', (name) => {
    const flat = { sort: { field: 'by', [name]: name === 'keys' ? { id: 'id' } : 'id' } };
    expect(() => FilterService.forDataSource(source, { flat })).toThrow(`\`flat.sort.${name}\` is for one list`);
  });
});
