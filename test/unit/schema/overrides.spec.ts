import { type Asking, answer } from '../parse/asking.js';
import { type Declarations, boot, exposedBy } from './things.js';

const declared: Declarations = {
  thing: {
    fields: [{ name: 'title', as: 'name', operators: ['$eq', '$contains'] }, 'size', 'reference'],
    relations: [{ name: 'owner', as: 'holder' }, 'parts'],
  },
  owner: { fields: ['id', 'name'] },
};

const { by, of } = await boot(declared);
const asking = (overrides: object): Asking => ({ by, of, overrides });

describe('the lists of one handler', () => {
  it.each<[string, object, object]>([
    ['fewer fields', { fields: ['size'] }, { fields: ['size'], relations: ['holder', 'parts'] }],
    ['fewer relations', { relations: [] }, { fields: ['name', 'size', 'reference'], relations: [] }],
    ['more fields', { fields: ['size', 'secret'] }, { fields: ['size', 'secret'] }],
    ['more relations', { relations: ['whole'] }, { relations: ['whole'] }],
    ['in an order of its own', { fields: ['size', 'title'] }, { fields: ['size', 'name'] }],
    ['by names of its own', { fields: [{ name: 'title', as: 'heading' }] }, { fields: ['heading'] }],
    ['other sort keys', { sort: ['size', 'owner.name', 'secret'] }, { sort: ['size', 'holder.name', 'secret'] }],
    ['no sort keys', { sort: [] }, { sort: [] }],
    ['nothing', { fields: [], relations: [] }, { fields: [], relations: [], sort: [] }],
  ])('%s', async (_, overrides, expected) => {
    expect(await exposedBy(declared, overrides)).toMatchObject(expected);
  });

  it('keep the options of a field that they do not override', () => {
    expect(answer('filters[name]=a', asking({ fields: ['title'] }))).toBe('filters[name][$eq]=a');
    expect(answer('filters[name][$ne]=a', asking({ fields: ['title'] }))).toEqual([
      'operator_not_allowed /filters/name/$ne',
    ]);
    const widened = asking({ fields: [{ name: 'title', operators: ['$ne'] }] });
    expect(answer('filters[name][$ne]=a', widened)).toBe('filters[name][$ne]=a');
    expect(answer('filters[name]=a', widened)).toEqual(['operator_not_allowed /filters/name']);
  });

  it('keep the options of a relation that they do not override', () => {
    const narrower = asking({ relations: [{ name: 'owner', fields: ['name'] }] });
    expect(answer('filters[holder][name]=a', narrower)).toBe('filters[holder][name][$eq]=a');
    expect(answer('filters[holder][id]=1', narrower)).toEqual(['unknown_field /filters/holder/id']);
    expect(answer('filters[holder][id]=1', { by, of })).toBe('filters[holder][id][$eq]=1');
  });

  it('change nothing for the next handler', () => {
    expect(answer('filters[size]=1', asking({ fields: ['title'] }))).toEqual(['unknown_field /filters/size']);
    expect(answer('filters[size]=1', { by, of })).toBe('filters[size][$eq]=1');
  });
});

describe('the operators of one handler', () => {
  const only = asking({ operators: ['$eq', '$in', '$null'] });

  it('are the only ones that its fields allow', () => {
    expect(answer('filters[size]=1', only)).toBe('filters[size][$eq]=1');
    expect(answer('filters[size][]=1', only)).toBe('filters[size][$in][0]=1');
    expect(answer('filters[size][$gt]=1', only)).toEqual(['operator_not_allowed /filters/size/$gt']);
    expect(answer('filters[name][$contains]=a', only)).toEqual(['operator_not_allowed /filters/name/$contains']);
    expect(answer('filters[name][]=a', only)).toEqual(['operator_not_allowed /filters/name']);
  });

  it('are the only ones that fields behind relations allow, however far away', () => {
    expect(answer('filters[holder][name]=a', only)).toBe('filters[holder][name][$eq]=a');
    expect(answer('filters[holder][name][$contains]=a', only)).toEqual([
      'operator_not_allowed /filters/holder/name/$contains',
    ]);
    expect(answer('filters[parts][parts][size][$gt]=1', only)).toEqual([
      'operator_not_allowed /filters/parts/parts/size/$gt',
    ]);
    expect(answer('filters[holder][id][$notIn][]=1', only)).toEqual(['operator_not_allowed /filters/holder/id/$notIn']);
    expect(answer('filters[holder][$notIn][]=1', only)).toEqual(['operator_not_allowed /filters/holder/$notIn']);
    expect(answer('filters[holder][$exists]=true', only)).toBe('filters[holder][$exists]=true');
    expect(answer('sort=holder.name', only)).toBe('sort[0]=holder.name:asc');
  });

  it('are the ones in descriptions', () => {
    const description = by.describe(of, { operators: ['$eq', '$in', '$null'] });
    expect(description.fields.map(({ name, operators }) => [name, operators.map(({ operator }) => operator)])).toEqual([
      ['name', ['$eq']],
      ['size', ['$eq', '$in', '$null']],
      ['reference', ['$eq', '$in', '$null']],
    ]);
  });
});

describe('the limits of one handler', () => {
  it('are part of the description', async () => {
    const description = by.describe(of, { limits: { maxPageSize: 5 } });
    expect(description.limits).toMatchObject({ maxPageSize: 5, pageSize: 5, conditions: 32 });
    const limited = await boot(declared, { limits: { conditions: 2 } });
    expect(limited.by.describe(limited.of, { limits: { members: 3 } }).limits).toMatchObject({
      conditions: 2,
      members: 3,
    });
  });
});

describe('the parameters of one handler', () => {
  it('are its own', () => {
    const own = asking({ params: { filters: 'where' } });
    expect(answer('where[size]=1&filters[size]=2', own)).toBe('where[size][$eq]=1');
    expect(by.describe(of, { params: { filters: 'where' } }).parameters).toEqual({
      filters: 'where',
      sort: 'sort',
      pagination: 'pagination',
    });
  });

  it('have a prefix, so that one URL can carry several lists', () => {
    const query = 'a_filters[size]=1&b_filters[size]=2&a_sort=size';
    expect(answer(query, asking({ prefix: 'a_' }))).toBe('a_filters[size][$eq]=1&a_sort[0]=size:asc');
    expect(answer(query, asking({ prefix: 'b_' }))).toBe('b_filters[size][$eq]=2');
    expect(answer(query, { by, of })).toBe('');
  });
});

describe('the defaults of one handler', () => {
  it('may use members that are not exposed, and are not printed', () => {
    const own = asking({ defaults: { filters: { secret: 'a', owner: { email: 'b' } }, sort: ['secret:desc'] } });
    expect(answer('', own)).toBe('');
    expect(answer('filters[size]=1', own)).toBe('filters[size][$eq]=1');
    expect(answer('filters[secret]=1', own)).toEqual(['unknown_field /filters/secret']);
  });
});
