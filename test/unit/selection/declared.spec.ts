import { FilterConfigurationError } from 'nestjs-filterable';
import { ViewColumn, ViewEntity } from 'typeorm';
import { Filterable } from '../../../lib/index.js';
import { serviceFor } from '../parse/asking.js';
import { Safe, Ware } from './model.js';

@ViewEntity({ expression: 'SELECT 1 AS name' })
@Filterable({ fields: ['name'] })
class Summary {
  @ViewColumn() name!: string;
}

const service = await serviceFor([Ware, Safe, Summary]);

/** The names that clients may use, or the mistake in the declaration. */
function selectOf(entity: new () => object, overrides: object, context?: unknown): readonly string[] | string {
  try {
    return service.describe<object>(entity, { ...overrides, context }).select;
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.message;
    throw error;
  }
}

describe('the fields that `select` lets clients choose', () => {
  const address = ['address', 'address.city', 'address.zip', 'address.place', 'address.place.lat', 'address.place.lng'];
  const all = ['id', 'title', 'specs', 'tags', ...address];

  const cases: readonly (readonly [why: string, select: unknown, names: readonly string[]])[] = [
    ['nothing without it', undefined, []],
    ['true: every exposed column that is selected, groups before their columns', true, [...all, 'votes']],
    ['names, by the alias of what is exposed', ['name', 'tags'], ['title', 'tags']],
    ['columns that are not exposed', ['hidden', 'ownerId'], ['hidden', 'ownerId']],
    ['a virtual column without a declared kind', ['shares'], ['shares']],
    ['an embedded column alone', ['address.city'], ['address.city']],
    ['a whole group', ['address'], address],
    ['a group within a group', ['address.place'], address.slice(3)],
    ['the document, whole', ['specs'], ['specs']],
    ['what its rule hides is hidden here, too', ['profit', 'home', 'tags'], ['tags']],
  ];
  it.each(cases)('%s', (_, select, names) => {
    expect(selectOf(Ware, { select })).toEqual(names);
  });

  it('a context that sees more may choose more, by the alias of a group', () => {
    const yard = ['yard', 'yard.lat', 'yard.lng'];
    expect(selectOf(Ware, { select: true }, 'manager')).toEqual([...all, ...yard, 'votes', 'profit']);
    expect(selectOf(Ware, { select: ['home', 'profit'] }, 'manager')).toEqual([...yard, 'profit']);
  });

  it('true follows the fields of the handler; a name has the rules of its entity, whatever the handler exposes', () => {
    expect(selectOf(Ware, { select: true, fields: ['tags', 'specs.color'] })).toEqual(['tags']);
    const overrides = { select: ['name', 'profit', 'tags'], fields: ['tags'] };
    expect(selectOf(Ware, overrides)).toEqual(['title', 'tags']);
    expect(selectOf(Ware, overrides, 'manager')).toEqual(['title', 'profit', 'tags']);
  });
});

describe('mistakes in `select`', () => {
  const columns =
    'id, name, specs, tags, votes, shares, profit, hidden, title, ownerId, address.city, address.zip, address.place.lat, address.place.lng, home.lat, home.lng';

  // prettier-ignore
  const cases: readonly (readonly [why: string, select: unknown, mistake: string])[] = [
    ['no column', ['nam'], `names nam, which does not exist; did you mean name? There are: ${columns}.`],
    ['an alias', ['yard'], `names yard, which does not exist; there are: ${columns}.`],
    ['a name of a prototype', ['constructor'], `names constructor, which does not exist; there are: ${columns}.`],
    ['a column that is not selected', ['secret'], 'names secret, which has `select: false`: `fields` can only narrow what is selected'],
    ['such a column in a group', ['address.door'], 'names address.door, which has `select: false`: `fields` can only narrow what is selected'],
    ['a relation', ['owner'], 'names owner, and owner is a relation, which the handler itself loads'],
    ['a relation whose foreign key has no property', ['whole'], 'names whole, and whole is a relation, which the handler itself loads'],
    ['a column of a relation', ['owner.name'], 'names owner.name, and owner is a relation, which the handler itself loads'],
    ['a path of a document', ['specs.color'], 'names specs.color, and the column specs is only answered whole; name that'],
    ['a name twice', ['tags', 'tags'], 'names tags twice'],
    ['a group, and a column of it', ['address', 'address.city'], 'names address.city twice'],
    ['a name that is an alias of another column', ['name', 'title'], 'two columns of `select` are named title'],
    ['an empty list', [], '`select` must be true or a list of columns, not an empty list'],
    ['a text', 'name', '`select` must be true or a list of columns, not name'],
    ['false', false, '`select` must be true or a list of columns, not false'],
    ['a number in the list', [1], '`select` lists 1, which is not a name'],
  ];
  it.each(cases)('%s', (_, select, mistake) => {
    expect(selectOf(Ware, { select })).toContain(mistake);
  });

  it('every one is told', () => {
    expect(selectOf(Ware, { select: ['secret', 'owner'] })).toMatch(/names secret[^]*names owner/);
  });

  it('true, where nothing that is exposed is selected', () => {
    expect(selectOf(Safe, { select: true })).toContain(
      '`select` is true, and no exposed field has a column that is selected',
    );
  });

  it('an entity without a primary key', () => {
    expect(selectOf(Summary, { select: true })).toContain('`select` needs a primary key');
  });
});
