import { FilterException, FilterService } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';

const filters = FilterService.forDataSource(await describeEntities('sqlite', adminEntities), {
  context: undefined,
  pagination: { oversize: 'clamp' },
});
const of = (text: string) => filters.parse(User, text);

describe('a query that is asked', () => {
  it.each([
    ['filters[login]=ann', 'username', true, 'a field by its property'],
    ['filters[login]=ann', 'nickname', false, 'another one'],
    ['filters[$or][0][dept][name]=x&filters[$or][1][age]=3', 'dept.name', true, 'in a group'],
    ['filters[dept][name]=x', 'dept', true, 'a relation'],
    ['filters[dept][name]=x', 'dept.id', false, 'another field of it'],
    ['filters[$not][roles][$some][id]=1', 'roles', true, 'under a negation'],
    ['filters[roles][$count][$gte]=1', 'roles', true, 'a count'],
    ['sort=dept.name', 'dept', true, 'in the order'],
    ['search=ann', 'nickname', true, 'a field that is searched'],
    ['search=ann', 'email', false, 'one that is not'],
    ['', 'dept', false, 'a request of nothing'],
  ] as const)('%s uses %s: %s, %s', (...[text, path, uses]) => {
    expect(of(text).uses(path)).toBe(uses);
  });

  // prettier-ignore
  it.each([
    ['filters[login]=ann', 'username', [{ operator: '$eq', value: 'ann' }], 'a value'],
    ['filters[age][$gte]=3&filters[age][$lt]=9', 'age', [{ operator: '$gte', value: 3 }, { operator: '$lt', value: 9 }], 'two'],
    ['filters[age][$in][0]=3&filters[age][$in][1]=4', 'age', [{ operator: '$in', value: [3, 4] }], 'a list'],
    ['filters[nickname][$null]=true', 'nickname', [{ operator: '$null', value: true }], 'NULL'],
    ['filters[dept][id]=3', 'dept.id', [{ operator: '$eq', value: 3 }], 'through a relation'],
    ['filters[createdAt]=2024-01-01', 'createdAt', [{ operator: '$eq', value: '2024-01-01' }], 'a day'],
    ['filters[createdAt]=2024-01-01T00:00:00Z', 'createdAt', [{ operator: '$eq', value: new Date('2024-01-01T00:00:00Z') }], 'a moment'],
    ['filters[$or][0][age]=3&filters[$or][1][age]=4', 'age', [], 'an alternative is not a condition'],
    ['filters[$not][age]=3', 'age', [], 'nor is a negation'],
  ] as const)('%s has conditions on %s: %j, %s', (...[text, path, conditions]) => {
    expect(of(text).conditionsOn(path)).toEqual(conditions);
  });

  it.each([
    ['', undefined],
    ['pagination[page]=2', { page: 2, pageSize: 25 }],
    ['pagination[start]=20&pagination[limit]=5', { start: 20, limit: 5 }],
    ['pagination[after]=&pagination[withCount]=false', { after: '', pageSize: 25, withCount: false }],
    ['pagination[pageSize]=1000', { page: 1, pageSize: 100 }],
    ['pagination[limit]=101', { start: 0, limit: 100 }],
  ])('%s asks for the page %j', (text, pagination) => {
    expect(of(text).pagination).toEqual(pagination);
  });

  it('has the parameters that say something', () => {
    const query = of('sort=id&filters[age]=3');
    expect([query.has('sort'), query.has('filters'), query.has('search'), query.has('pagination')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a page size above the maximum', () => {
  it('is lowered where the list says so, and a wrong one refused as ever', () => {
    expect(() => of('pagination[pageSize]=0')).toThrow(FilterException);
    expect(() => filters.parse(User, 'pagination[pageSize]=101', { pagination: { oversize: 'refuse' } })).toThrow(
      'maxPageSize',
    );
  });
});

describe('a refusal', () => {
  it('has a stack without frames', () => {
    const stack = (() => {
      try {
        return String(of('filters[nope]=1'));
      } catch (error) {
        return error instanceof Error ? error.stack : undefined;
      }
    })();
    expect(stack).toMatch(/^FilterException: /);
    expect(stack).not.toMatch(/\n\s+at /);
  });
});
