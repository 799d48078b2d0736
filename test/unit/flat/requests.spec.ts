import { FilterException, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { LoginLog, User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = await describeEntities('sqlite', adminEntities);
const filters = FilterService.forDataSource(source, { context: undefined });

/** The list of users as an admin panel asks for it. */
const panel = {
  flat: {
    page: 'page',
    pageSize: ['pageSize', 'take'],
    start: 'skip',
    limit: 'max',
    after: 'cursor',
    withCount: 'total',
    sort: { field: 'field', direction: 'order' },
    filters: {
      username: '$contains',
      nick: { field: 'nickname', operator: '$startsWith', empty: 'value' },
      email: { operator: '$in', separator: ';' },
      status: true,
      deptId: 'dept.id',
      deptName: { field: 'dept.name', operator: '$contains' },
      roleIds: { field: 'roles.id', operator: '$in', separator: ',' },
      time: { field: 'createdAt', operator: '$between' },
      from: { field: 'createdAt', operator: '$gte' },
      noNick: { field: 'nickname', operator: '$null' },
      salary: true,
    },
  },
} satisfies FilterQueryOverrides<User>;

const keys = { flat: { sort: 'by', page: 'p' } } satisfies FilterQueryOverrides<User>;
const own = { flat: { sort: 'sort' } } satisfies FilterQueryOverrides<User>;
const prefixed = {
  prefix: 'users_',
  flat: { page: 'page', filters: { nick: 'nickname' } },
} satisfies FilterQueryOverrides<User>;
const kept = { flat: { empty: 'value', filters: { nickname: true } } } satisfies FilterQueryOverrides<User>;
const renamed = {
  params: { filters: 'where', sort: 'orderBy', pagination: 'slice' },
  flat: { page: 'page', sort: 'by', filters: { age: true } },
} satisfies FilterQueryOverrides<User>;
const moments = {
  flat: {
    filters: {
      to: { field: 'createdAt', operator: '$lte', dates: 'moment' },
      during: { field: 'createdAt', operator: '$between', separator: ',', dates: 'moment' },
      until: { field: 'createdAt', operator: '$lte' },
    },
  },
} satisfies FilterQueryOverrides<User>;
const named = { panel, keys, own, prefixed, kept, renamed, moments };

type Row = readonly [list: keyof typeof named, flat: string, bracketed: string, why: string];

/** Each flat request, and the bracketed one that means the same. */
// prettier-ignore
const twins: readonly Row[] = [
  ['panel', 'page=2&pageSize=10', 'pagination[page]=2&pagination[pageSize]=10', 'a page'],
  ['panel', 'take=10', 'pagination[pageSize]=10', 'by its other name'],
  ['panel', 'page=2&pagination[pageSize]=10', 'pagination[page]=2&pagination[pageSize]=10', 'beside brackets'],
  ['panel', 'skip=20&max=10', 'pagination[start]=20&pagination[limit]=10', 'a slice'],
  ['panel', 'page=1&total=false', 'pagination[page]=1&pagination[withCount]=false', 'without a total'],
  ['panel', 'cursor=&pageSize=5', 'pagination[after]=&pagination[pageSize]=5', 'the first page by cursor'],
  ['panel', 'username=ann', 'filters[login][$contains]=ann', 'the operator that is declared, of a field with an alias'],
  ['panel', 'username=%7B%22%24ne%22%3A%22a%22%7D', 'filters[login][$contains]={"$ne":"a"}', 'JSON is a text'],
  ['panel', 'username=a%2Bb+c', 'filters[login][$contains]=a%2Bb%20c', 'decoded once'],
  ['panel', 'status=1', 'filters[status][$eq]=1', 'equality'],
  ['panel', 'deptId=3', 'filters[dept][id][$eq]=3', 'a path through a relation'],
  ['panel', 'deptId=3&deptName=x', 'filters[dept][id][$eq]=3&filters[dept][name][$contains]=x', 'two about one row'],
  ['panel', 'deptId=3&filters[dept][name]=x', 'filters[dept][id][$eq]=3&filters[dept][name]=x', 'beside brackets'],
  ['panel', 'email=a@x;b@x', 'filters[email][$in][0]=a@x&filters[email][$in][1]=b@x', 'a list by its separator'],
  ['panel', 'email=a@x', 'filters[email][$in]=a@x', 'one member'],
  ['panel', 'email=a@x&email=b@x', 'filters[email][$in][0]=a@x&filters[email][$in][1]=b@x', 'a key given twice'],
  ['panel', 'email[]=a@x&email[]=b;@x', 'filters[email][$in][0]=a@x&filters[email][$in][1]=b;@x', 'members in brackets'],
  ['panel', 'email[1]=b&email[0]=a', 'filters[email][$in][0]=a&filters[email][$in][1]=b', 'by their indexes'],
  ['panel', 'email%5B%5D=a', 'filters[email][$in][0]=a', 'encoded'],
  ['panel', 'roleIds=1,2', 'filters[roles][id][$in][0]=1&filters[roles][id][$in][1]=2', 'through a relation to many'],
  ['panel', 'time[]=2024-01-01&time[]=2024-02-01', 'filters[createdAt][$between][0]=2024-01-01&filters[createdAt][$between][1]=2024-02-01', 'a pair'],
  ['panel', 'from=2024-01-01&filters[createdAt][$lt]=2024-02-01', 'filters[createdAt][$gte]=2024-01-01&filters[createdAt][$lt]=2024-02-01', 'another operator of the field'],
  ['panel', 'email=a@x&filters[email][$notIn][]=b@x', 'filters[email][$in][]=a@x&filters[email][$notIn][]=b@x', 'another list of the field'],
  ['panel', 'noNick=true', 'filters[nickname][$null]=true', 'NULL'],
  ['panel', 'username=&deptId=&time[]=&page=&field=&order=', '', 'an empty form asks for nothing'],
  ['panel', 'field=login&order=DESC', 'sort=login:desc', 'a key and its direction'],
  ['panel', 'order=asc&field=dept.name', 'sort=dept.name:asc', 'in any order'],
  ['panel', 'field=login', 'sort=login', 'a key alone'],
  ['panel', 'search=ann&username=x', 'search=ann&filters[login][$contains]=x', 'beside what has no flat name'],
  ['keys', 'by=login:desc,id', 'sort=login:desc,id', 'the usual spelling'],
  ['keys', 'by=-login,id', 'sort=login:desc,id', 'a minus'],
  ['keys', 'by=login,DESC', 'sort=login:desc', 'a comma'],
  ['keys', 'by=login,DESC,id,asc', 'sort=login:desc,id:asc', 'commas'],
  ['keys', 'by=login+DESC', 'sort=login:desc', 'a space'],
  ['keys', 'by=login%20desc,-dept.name', 'sort=login:desc,dept.name:desc', 'both'],
  ['keys', 'p=3', 'pagination[page]=3', 'a short name'],
  ['own', 'sort=-login', 'sort=login:desc', 'sort itself'],
  ['own', 'sort=login,DESC', 'sort=login:desc', 'with a comma'],
  ['own', 'sort=login&sort=-id', 'sort=login&sort=id:desc', 'repeated'],
  ['own', 'sort[0]=-login&sort[1]=id asc', 'sort[0]=login:desc&sort[1]=id:asc', 'a list'],
  ['own', 'sort[login]=desc', 'sort[login]=desc', 'an object'],
  ['prefixed', 'users_page=2&users_nick=a', 'users_pagination[page]=2&users_filters[nickname]=a', 'behind a prefix'],
  ['prefixed', 'page=2', '', 'without it the name is the host’s'],
  ['kept', 'nickname=', 'filters[nickname]=', 'an empty value that is one'],
  ['moments', 'to=2024-03-01', 'filters[createdAt][$lte]=2024-03-01T00:00:00Z', 'a date is its midnight'],
  ['moments', 'until=2024-03-01', 'filters[createdAt][$lte]=2024-03-01', 'or its day'],
  ['moments', 'to=2024-03-01T10:00:00Z', 'filters[createdAt][$lte]=2024-03-01T10:00:00Z', 'a moment is itself'],
  ['moments', 'during=2024-03-01,2024-03-02', 'filters[createdAt][$between][0]=2024-03-01T00:00:00Z&filters[createdAt][$between][1]=2024-03-02T00:00:00Z', 'in a list'],
  ['moments', 'during[]=2024-03-01&during[]=2024-03-02', 'filters[createdAt][$between][0]=2024-03-01T00:00:00Z&filters[createdAt][$between][1]=2024-03-02T00:00:00Z', 'in brackets'],
  ['moments', 'to=now/d', 'filters[createdAt][$lte]=now/d', 'a relative date is what it was'],
  ['moments', 'to=', '', 'nothing is nothing'],
  ['renamed', 'page=2&by=-id&age=3', 'slice[page]=2&orderBy=id:desc&where[age]=3', 'beside parameters of other names'],
];

// prettier-ignore
const refusals: readonly (readonly [
  list: keyof typeof named,
  query: string,
  issues: readonly string[],
  why: string,
])[] = [
  ['panel', 'page=0', ['invalid_pagination page /page'], 'the name that was sent'],
  ['panel', 'take=1000', ['limit_exceeded take /take'], 'also of a limit'],
  ['panel', 'page=1&skip=3', ['invalid_pagination page /page'], 'two styles'],
  ['panel', 'deptId=x', ['invalid_value deptId /deptId'], 'a value'],
  ['panel', 'email[]=a&email[]=%00', ['invalid_value email[1] /email/1'], 'a member in brackets'],
  ['panel', 'roleIds=1,x', ['invalid_value roleIds /roleIds/1'], 'a member behind a separator'],
  ['panel', 'roleIds=1,,2', ['expected_value roleIds /roleIds'], 'an empty member'],
  ['panel', 'roleIds=1&roleIds=x', ['invalid_value roleIds /roleIds/1'], 'a key given twice'],
  ['panel', 'time[]=2024-01-01', ['expected_pair time /time'], 'half a pair'],
  ['panel', 'time=2024-01-01', ['expected_pair time /time'], 'a pair of one'],
  ['panel', 'email[0]=a&email[2]=b', ['expected_list email /email'], 'a gap'],
  ['panel', 'email[]=a&email[0]=b', ['duplicate_key email /email'], 'two ways to write a list'],
  ['panel', 'status=1&status=0', ['duplicate_key status /status'], 'a key given twice'],
  ['panel', 'status=&status=0', ['duplicate_key status /status'], 'once empty'],
  ['panel', 'page=1&page=1', ['duplicate_key page /page'], 'of a page'],
  ['panel', 'pageSize=5&take=5', ['duplicate_key take /take'], 'two names for one place'],
  ['panel', 'page=1&pagination[page]=1', ['duplicate_key page /page'], 'both ways'],
  ['panel', 'pagination[page]=1&page=1', ['duplicate_key page /page'], 'the other way round'],
  ['panel', 'page=1&pagination={"page":1}', ['duplicate_key page /page'], 'beside JSON'],
  ['panel', 'deptId=1&filters[dept][id][$eq]=1', ['duplicate_key deptId /deptId'], 'a condition both ways'],
  ['panel', 'deptId=1&filters[dept][id]=1', ['duplicate_key deptId /deptId'], 'without its operator'],
  ['panel', 'deptId=1&filters[dept]', ['duplicate_key deptId /deptId'], 'NULL on the way'],
  ['panel', 'status=1&filters[status]', ['duplicate_key status /status'], 'NULL at the end'],
  ['panel', 'deptId=1&filters[dept]=1', ['duplicate_key deptId /deptId'], 'a value on the way'],
  ['panel', 'deptId=1&filters={"age":1}', ['duplicate_key deptId /deptId'], 'beside JSON'],
  ['panel', 'email=a&filters[email][$in][]=b', ['duplicate_key email /email'], 'a list both ways'],
  ['panel', 'filters[email][$in][0]=b&email[1]=a', ['duplicate_key email /email'], 'at other indexes'],
  ['panel', 'email=a&filters[email][$in]=b', ['duplicate_key email /email'], 'one member beside a list'],
  ['panel', 'email=a&filters[email][]=b', ['duplicate_key email /email'], 'by the shorthand'],
  ['panel', 'time[]=2024-01-01&time[]=2024-01-02&filters[createdAt][$between]=2024-01-01&filters[createdAt][$between]=2024-01-02', ['duplicate_key time /time'], 'a pair both ways'],
  ['panel', 'deptId=1&filters[dept]=%zz', ['malformed_encoding filters[dept] /filters/dept'], 'beside what cannot be read'],
  ['panel', 'field=id&sort=id', ['duplicate_key field /field'], 'a sort both ways'],
  ['panel', 'deptId', ['expected_value deptId /deptId'], 'a key without a value'],
  ['panel', 'email[]', ['expected_value email /email'], 'of a list'],
  ['panel', 'deptId[]=1', ['malformed_key deptId /deptId'], 'a list of one value'],
  ['panel', 'deptId[$gt]=1', ['malformed_key deptId /deptId'], 'an operator'],
  ['panel', 'email[a]=1', ['malformed_key email /email'], 'a name'],
  ['panel', 'email[0][1]=1', ['malformed_key email /email'], 'a list of lists'],
  ['panel', 'email[=1', ['malformed_key email /email'], 'half a bracket'],
  ['panel', 'username=%zz', ['malformed_encoding username /username'], 'a value that cannot be decoded'],
  ['panel', 'username[%zz]=a', ['malformed_encoding username /username'], 'a key that cannot be decoded'],
  ['panel', 'order=desc', ['expected_value order /order'], 'a direction alone'],
  ['panel', 'field=login&order=up', ['invalid_direction order /order'], 'a direction that is none'],
  ['panel', 'field=login:asc&order=desc', ['expected_value field /field'], 'two directions'],
  ['panel', 'field=login,id&order=desc', ['expected_value field /field'], 'a direction of two keys'],
  ['panel', 'field=username', ['not_sortable field /field/0'], 'a key that is none'],
  ['panel', 'field=password&order=asc', ['not_sortable field /field/0'], 'a hidden one'],
  ['panel', 'salary=3', ['unknown_field salary /salary'], 'a field that the client may not see'],
  ['panel', 'nick=', ['invalid_value nick /nick'], 'an empty value that is one'],
  ['panel', `username=${'x'.repeat(101)}`, ['limit_exceeded username /username'], 'a needle that is too long'],
  ['keys', 'by=-nope', ['not_sortable by /by/0'], 'of one name'],
  ['keys', 'by=login,id,up', ['not_sortable by /by/2'], 'of its place'],
  ['keys', 'by=login:asc,desc', ['invalid_direction by /by/0'], 'two directions'],
  ['keys', 'by=asc', ['not_sortable by /by/0'], 'a direction without a key'],
  ['keys', 'by=id&by=login', ['duplicate_key by /by'], 'given twice'],
  ['keys', 'by[]=id', ['malformed_key by /by'], 'a list'],
  ['own', 'sort=-nope', ['not_sortable sort /sort/0'], 'of sort itself'],
  ['prefixed', 'users_page=0', ['invalid_pagination users_page /users_page'], 'with its prefix'],
  ['moments', 'to=2024-02-30', ['invalid_value to /to'], 'a day that does not exist'],
  ['moments', 'during=2024-03-01', ['expected_pair during /during'], 'half of a pair of moments'],
  ['renamed', 'age=x', ['invalid_value age /age'], 'of a renamed parameter'],
  ['panel', 'filters[age]=x', ['invalid_value filters[age] /filters/age'], 'in brackets as ever'],
];

describe('a flat request', () => {
  it.each(twins)('of the list %s, %s, means %s: %s', (list, flat, bracketed) => {
    const [one, other] = [flat, bracketed].map((text) => filters.parse(User, text, named[list]));
    expect(one?.toString()).toBe(other?.toString());
    expect(one?.toJSON()).toEqual(other?.toJSON());
    expect(one?.cacheKey()).toBe(other?.cacheKey());
  });

  it.each(refusals)('of the list %s, %s, is refused as %j: %s', (list, query, issues) => {
    expect(issuesOf(() => filters.parse(User, query, named[list]))).toEqual(issues);
  });

  it('has messages that begin with the name that was sent', () => {
    expect(messagesOf(() => filters.parse(User, 'deptId=x&page=0&roleIds=1,x', panel))).toEqual([
      'deptId must be a whole number from -2147483648 to 2147483647',
      'roleIds must be a whole number from -2147483648 to 2147483647',
      'page must be a whole number from 1',
    ]);
  });

  it('has midnights of the zone of the module, and the first moment of a day without one', () => {
    const inZone = (timezone: string, day: string) =>
      FilterService.forDataSource(source, { timezone, context: undefined }).parse(User, `to=${day}`, moments).toJSON();
    const asked = (at: string) => ({ filters: { createdAt: { $lte: at } } });
    expect(inZone('Europe/Oslo', '2024-07-01')).toEqual(asked('2024-06-30T22:00:00Z'));
    expect(inZone('America/Sao_Paulo', '2018-11-04')).toEqual(asked('2018-11-04T03:00:00Z'));
  });

  it('is read in texts alone', () => {
    expect(filters.parse(User, { deptId: '3' }, panel).toString()).toBe('');
  });

  it('prints the canonical form, which is read again', () => {
    const text = filters.parse(User, 'deptId=3&page=2&field=id&order=desc', panel).toString();
    expect(text).toBe('filters[dept][id][$eq]=3&sort[0]=id%3Adesc&pagination[page]=2&pagination[pageSize]=25');
    expect(filters.parse(User, text, panel).toString()).toBe(text);
  });

  it('finds a field that its client may see', () => {
    const query = filters.parse(User, 'salary=3', panel, 'hr');
    expect(query.toString()).toBe('filters[salary][$eq]=3');
  });
});

describe('the flat names of a module', () => {
  const module = FilterService.forDataSource(source, {
    context: undefined,
    flat: { page: 'page', pageSize: ['limit', 'per_page'], sort: { field: 'sortBy', direction: 'order' } },
  });

  // prettier-ignore
  const lists: readonly (readonly [FilterQueryOverrides<LoginLog>, string, string, string])[] = [
    [{}, 'page=2&limit=5', 'pagination[page]=2&pagination[pageSize]=5', 'are read by every list'],
    [{ flat: { pageSize: 'size' } }, 'page=2&size=5', 'pagination[page]=2&pagination[pageSize]=5', 'a handler has others'],
    [{ flat: { pageSize: 'size' } }, 'limit=5', '', 'in their place'],
    [{ flat: { filters: { ip: '$startsWith' } } }, 'ip=10.&sortBy=id', 'filters[ip][$startsWith]=10.&sort[0]=id%3Aasc', 'and more'],
    [{ flat: false }, 'page=2', '', 'or none'],
  ];

  it.each(lists)('under %j read %s as %s: %s', (overrides, text, canonical) => {
    expect(module.parse(LoginLog, text, overrides).toString()).toBe(canonical);
  });

  it('are refused where a list has no pages', () => {
    expect(issuesOf(() => module.parse(LoginLog, 'page=2', { pagination: false }))).toEqual([
      'invalid_pagination page /page',
    ]);
  });
});

function issuesOf(parse: () => unknown): readonly string[] {
  return caught(parse).map(({ code, path, pointer }) => `${code} ${path} ${pointer}`);
}

function messagesOf(parse: () => unknown): readonly string[] {
  return caught(parse).map(({ message }) => message);
}

function caught(parse: () => unknown) {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues;
    throw error;
  }
}
