import { answer, issuesOf } from '../parse/asking.js';
import { type Declarations, type Exposed, boot, errorOf, exposedBy } from './things.js';

describe('a list of names exposes those names only', () => {
  // prettier-ignore
  it.each<[string, Declarations, Exposed]>([
    ['fields, and no relations', { thing: { fields: ['title'] } }, { fields: ['title'], relations: [] }],
    ['relations, and no fields', { thing: { relations: ['owner'] }, owner: {} }, { fields: [], relations: ['owner'] }],
    ['in the order in which it is named', { thing: { fields: ['size', 'title', 'id'] } }, { fields: ['size', 'title', 'id'] }],
    ['nothing', { thing: { fields: [] } }, { fields: [], relations: [], sort: [] }],
    ['what a bare decorator hides', { thing: { fields: ['secret', 'deletedAt', 'ownerId'] } }, { fields: ['secret', 'deletedAt', 'ownerId'] }],
    ['one embedded column', { thing: { fields: ['address.city'] } }, { fields: ['address.city'] }],
    ['one embedded column that is hidden', { thing: { fields: ['address.code'] } }, { fields: ['address.code'] }],
    ['all that is embedded, but what is hidden', { thing: { fields: ['address'] } }, { fields: ['address.city', 'address.zip'] }],
    ['a relation to a class without a decorator', { thing: { relations: ['tags'] } }, { relations: ['tags'], sort: ['tags.$count'] }],
    ['names with rules', { thing: { fields: [{ name: 'title' }, { name: 'size', sortable: false }] } }, { fields: ['title', 'size'], sort: ['title'] }],
  ])('%s', async (_, declarations, expected) => {
    expect(await exposedBy(declarations)).toMatchObject(expected);
  });
});

describe('on a property', () => {
  // prettier-ignore
  it.each<[string, Declarations, Exposed]>([
    ['exposes it alone', { properties: { title: {} } }, { fields: ['title'], relations: [], sort: ['title'] }],
    ['exposes a relation', { properties: { title: {}, owner: {} }, owner: { fields: ['name'] } }, { fields: ['title'], relations: ['owner'], sort: ['title', 'owner.name'] }],
    ['exposes what a bare decorator would hide', { thing: {}, properties: { secret: {} } }, { fields: ['id', 'title', 'size', 'meta', 'picture', 'reference', 'version', 'address.city', 'address.zip', 'secret'] }],
    ['exposes beside a list', { thing: { fields: ['title'] }, properties: { size: {} } }, { fields: ['title', 'size'] }],
    ['exposes all that is embedded', { properties: { address: {} } }, { fields: ['address.city', 'address.zip'] }],
    ['renames', { thing: { fields: ['size'] }, properties: { title: { as: 'name' } } }, { fields: ['size', 'name'] }],
    ['says how it is sorted', { thing: { fields: ['title'] }, properties: { size: { sortable: false } } }, { fields: ['title', 'size'], sort: ['title'] }],
  ])('%s', async (_, declarations, expected) => {
    expect(await exposedBy(declarations)).toMatchObject(expected);
  });

  it('a rule replaces that of a bare decorator', async () => {
    const { by, of } = await boot({ thing: {}, properties: { title: { operators: ['$eq'], as: 'name' } } });
    expect(answer('filters[name]=a', { by, of })).toBe('filters[name][$eq]=a');
    expect(answer('filters[name][$ne]=a', { by, of })).toEqual(['operator_not_allowed /filters/name/$ne']);
    expect(answer('filters[title]=a', { by, of })).toEqual(['unknown_field /filters/title']);
    expect(by.describe(of).fields.filter(({ name }) => name === 'name')).toHaveLength(1);
  });

  it.each<[string, Declarations]>([
    ['title', { thing: { fields: ['title'] }, properties: { title: {} } }],
    ['owner', { thing: { relations: ['owner'] }, properties: { owner: {} }, owner: {} }],
    ['address.city', { thing: { fields: ['address.city'] }, properties: { 'address.city': {} } }],
    ['address', { thing: { fields: ['address'] }, properties: { address: {} } }],
    ['address', { thing: { fields: ['address.city'] }, properties: { address: {} } }],
  ])('%s is refused where the options of the class name it, too', async (name, declarations) => {
    expect(await errorOf(declarations)).toBe(
      `FilterConfigurationError: @Filterable() on Thing: ${name} is listed in the class's options and decorated, too; declare it in one place`,
    );
  });
});

describe('a rule', () => {
  it('declares the kind where the column type does not tell it', async () => {
    const { by, of } = await boot({ thing: { fields: [{ name: 'reference', kind: 'uuid' }, 'title'] } });
    const id = '0F8FAD5B-D9CB-469F-A165-70867728950E';
    expect(answer(`filters[reference]=${id}`, { by, of })).toBe(`filters[reference][$eq]=${id.toLowerCase()}`);
    expect(answer('filters[reference]=x', { by, of })).toEqual(['invalid_value /filters/reference']);
    expect(answer('filters[reference][$contains]=x', { by, of })).toEqual([
      'operator_not_allowed /filters/reference/$contains',
    ]);
    expect(by.describe(of).fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['reference', 'uuid'],
      ['title', 'text'],
    ]);
  });

  it('declares the only operators, in the order of its list', async () => {
    const { by, of } = await boot({ thing: { fields: [{ name: 'title', operators: ['$startsWith', '$eq'] }] } });
    expect(by.describe(of).fields[0]?.operators.map(({ operator }) => operator)).toEqual(['$startsWith', '$eq']);
    expect(answer('filters[title]=a', { by, of })).toBe('filters[title][$eq]=a');
    expect(answer('filters[title][]=a', { by, of })).toEqual(['operator_not_allowed /filters/title']);
    expect(answer('filters[title]', { by, of })).toEqual(['operator_not_allowed /filters/title']);
    expect(answer('filters[title][$not][$eq]=a', { by, of })).toBe('filters[title][$not][$eq]=a');
  });

  it('declares the operators of a related key, too', async () => {
    const { by, of } = await boot({
      thing: { relations: ['owner'] },
      owner: { fields: [{ name: 'id', operators: ['$in'] }] },
    });
    expect(answer('filters[owner][]=1', { by, of })).toBe('filters[owner][id][$in][0]=1');
    expect(issuesOf('filters[owner]=1', { by, of })).toMatchObject([
      {
        code: 'operator_not_allowed',
        pointer: '/filters/owner',
        message:
          'filters[owner] without an operator means $eq, ' +
          'which this relation does not accept; use one of: id, $and, $or, $not, $exists, $null, $notNull, $in',
      },
    ]);
    expect(answer('filters[owner][$gt]=1', { by, of })).toEqual(['operator_not_allowed /filters/owner/$gt']);
  });
});
