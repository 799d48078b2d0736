import { Filterable, FilterConfigurationError, FilterService } from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ClassRules, PropertyRule } from '../../../lib/schema/index.js';
import { describeEntities } from '../../support/metadata.js';
import { type Declarations, boot, errorOf, overrideError } from './things.js';

const columns =
  'id, title, size, meta, picture, secret, reference, deletedAt, version, tagCount, ownerId, address.city, address.zip, address.code';
const relations = 'owner, keeper, tags, whole, parts';
const textOperators =
  '$eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull, $eqi, $nei, $eqc, ' +
  '$contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, ' +
  '$containsc, $notContainsc, $startsWithc, $endsWithc';
const operators = `${textOperators}, $has, $hasEvery, $hasSome, $empty`;
const kinds =
  'text, tinyint, smallint, mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, time, uuid, enum, json or opaque';
const own = 'id, title, size, secret, reference, deletedAt, version, ownerId';
const signed = 'of 16 characters or more, or left out where cursors are not to be encrypted';
const noSortKey = (key: string, hint: string) =>
  `\`sort\` names ${key}, which is not a sortable column, a relation's column or a relation's $count; ${hint}`;
const thing = (rules: ClassRules): Declarations => ({ thing: rules });
/** Passes on options that the compiler would refuse, as a host that writes JavaScript does. */
const unchecked = (rules: object) => rules as never;
const property = (name: string, rule: PropertyRule = {}): Declarations => ({ properties: { [name]: rule } });

/**
 * Mistakes in declarations, and their messages: each names the wrong name, the existing ones and the nearest of them.
 */
const mistakes: readonly (readonly [what: string, declared: Declarations, message: string])[] = [
  [
    'a field',
    thing({ fields: ['titel'] }),
    `\`fields\` names titel, which does not exist; did you mean title? There are: ${columns}.`,
  ],
  [
    'a field in another case',
    thing({ fields: ['TITLE'] }),
    `\`fields\` names TITLE, which does not exist; did you mean title? There are: ${columns}.`,
  ],
  [
    'a field like nothing there is',
    thing({ fields: ['xxxxxxxx'] }),
    `\`fields\` names xxxxxxxx, which does not exist; there are: ${columns}.`,
  ],
  [
    'an embedded column',
    thing({ fields: ['address.cty'] }),
    `\`fields\` names address.cty, which does not exist; did you mean address.city? There are: ${columns}.`,
  ],
  [
    'a virtual column',
    thing({ fields: ['tagCount'] }),
    "tagCount is a virtual column, whose values no type tells; name their kind: { name: 'tagCount', kind: 'integer' }",
  ],
  [
    'a name of a prototype',
    thing({ fields: ['constructor'] }),
    `\`fields\` names constructor, which does not exist; there are: ${columns}.`,
  ],
  ['a field twice', thing({ fields: ['title', { name: 'title', as: 'name' }] }), 'the field title is listed twice'],
  [
    'a field within what is embedded, and all of it',
    thing({ fields: ['address.city', 'address'] }),
    'the field address.city is listed twice',
  ],
  ['a relation among the fields', thing({ fields: ['owner'] }), 'owner is a relation; name it in `relations`'],
  [
    'a relation',
    thing({ relations: ['ownr'] }),
    `\`relations\` names ownr, which does not exist; did you mean owner? There are: ${relations}.`,
  ],
  ['a relation twice', thing({ relations: ['owner', 'owner'] }), 'the relation owner is listed twice'],
  ['a field among the relations', thing({ relations: ['title'] }), 'title is a column; name it in `fields`'],
  [
    'what is left out',
    thing({ except: ['titel'] }),
    `\`except\` names titel, which does not exist; did you mean title? There are: ${columns}, ${relations}.`,
  ],
  [
    '`except` beside a list',
    thing({ fields: ['title'], except: ['title'] }),
    '`except` cannot be combined with `fields` or `relations`; leave the names out of those lists instead',
  ],
  [
    'an operator',
    thing({ fields: [{ name: 'title', operators: ['$like'] }] }),
    `title: $like is not an operator for a text field; did you mean $lte? There are: ${textOperators}.`,
  ],
  [
    'an operator for another kind',
    thing({ fields: [{ name: 'size', operators: ['$contains'] }] }),
    'size: $contains is not an operator for an integer field; there are: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $null, $notNull.',
  ],
  [
    'no operators',
    thing({ fields: [{ name: 'title', operators: [] }] }),
    'title: `operators` is empty; leave the field out',
  ],
  [
    'the kind enum on a column without members',
    thing({ fields: [{ name: 'title', kind: 'enum' }] }),
    'title is an enum without members; name them: @Column({ enum })',
  ],
  [
    'a kind',
    thing({ fields: [{ name: 'title', kind: 'uid' as 'uuid' }] }),
    `the field title: \`kind\` must be ${kinds}, not uid; did you mean uuid?`,
  ],
  [
    'a kind that a column of numbers cannot hold',
    thing({ fields: [{ name: 'size', kind: 'uuid' }] }),
    'the field size has the kind uuid, which an integer column cannot hold; ' +
      'it can hold: tinyint, smallint, mediumint, integer, boolean, bigint, opaque.',
  ],
  [
    'a kind that a column of UUIDs cannot hold',
    thing({ fields: [{ name: 'id', kind: 'integer' }] }),
    'the field id has the kind integer, which a uuid column cannot hold; it can hold: uuid, text, opaque.',
  ],
  [
    'a kind on a property that cannot hold it',
    property('size', { kind: 'date' }),
    'the field size has the kind date, which an integer column cannot hold; ' +
      'it can hold: tinyint, smallint, mediumint, integer, boolean, bigint, opaque.',
  ],
  [
    'an order where there is none',
    thing({ fields: [{ name: 'meta', sortable: true }] }),
    'meta is json, which has no order to sort by',
  ],
  [
    'a strategy',
    thing({ relations: [{ name: 'owner', strategy: 'exist' as 'exists' }] }),
    'the relation owner: `strategy` must be adaptive, in, exists or keys, not exist; did you mean exists?',
  ],
  [
    'an option of a field',
    thing({ fields: [{ name: 'title', operator: ['$eq'] } as never] }),
    'the field title: the option `operator` does not exist; did you mean operators? There are: as, kind, list, paths, operators, sortable, when, of, count, sum, avg, min, max, where, load, formerly, deprecated.',
  ],
  [
    'an option of a relation for a field',
    property('title', { fields: ['id'] }),
    'the field title: the option `fields` does not exist; there are: as, kind, list, paths, operators, sortable, when, of, count, sum, avg, min, max, where, load, formerly, deprecated.',
  ],
  [
    'an option of a field for a relation',
    property('owner', { operators: ['$eq'] }),
    'the relation owner: the option `operators` does not exist; there are: as, sortable, strategy, required, when, fields, relations, aggregates, formerly, deprecated.',
  ],
  [
    'a property that is no column',
    property('titel'),
    `the decorated property titel is neither a column nor a relation; did you mean title? There are: ${columns}, ${relations}.`,
  ],
  [
    'a property of nothing alike',
    property('constructor'),
    `the decorated property constructor is neither a column nor a relation; there are: ${columns}, ${relations}.`,
  ],
  ['a text for the fields', thing(unchecked({ fields: 'name' })), '`fields` must be a list of names, not name'],
  ['null for the fields', thing(unchecked({ fields: null })), '`fields` must be a list of names, not null'],
  [
    'null among the fields',
    thing(unchecked({ fields: [null] })),
    '`fields` lists null, which is neither a name nor an object with one',
  ],
  [
    'a rule without a name',
    thing(unchecked({ fields: ['title', { as: 'x' }] })),
    '`fields` lists an object, which is neither a name nor an object with one',
  ],
  [
    'a text for the relations',
    thing(unchecked({ relations: 'owner' })),
    '`relations` must be a list of names, not owner',
  ],
  [
    'an undefined relation',
    thing(unchecked({ relations: [undefined] })),
    '`relations` lists undefined, which is neither a name nor an object with one',
  ],
  ['a text for the sort keys', thing(unchecked({ sort: 'title' })), '`sort` must be a list of names, not title'],
  ['a number among the sort keys', thing(unchecked({ sort: [5] })), '`sort` lists 5, which is no name'],
  [
    'a text for what is left out',
    thing(unchecked({ except: '' })),
    '`except` must be a list of names, not an empty text',
  ],
  ['null among what is left out', thing(unchecked({ except: [null] })), '`except` lists null, which is no name'],
  [
    'a text for the operators',
    thing({ fields: [unchecked({ name: 'title', operators: '$eq' })] }),
    'title: `operators` must be a list of names, not $eq',
  ],
  [
    'null among the operators',
    thing({ fields: [unchecked({ name: 'title', operators: [null] })] }),
    'title: `operators` lists null, which is no name',
  ],
  [
    'a text for the fields on a path',
    { thing: { relations: [unchecked({ name: 'owner', fields: 'name' })] }, owner: {} },
    'owner: `fields` must be a list of names, not name',
  ],
  [
    'null among the relations on a path',
    { thing: { relations: [unchecked({ name: 'owner', relations: [null] })] }, owner: {} },
    'owner: `relations` lists null, which is no name',
  ],
  [
    'a kind that is no text',
    thing({ fields: [unchecked({ name: 'title', kind: String })] }),
    `the field title: \`kind\` must be ${kinds}, not the function String`,
  ],
  [
    'a visibility that cannot be asked',
    thing({ fields: [unchecked({ name: 'title', when: true })] }),
    'the field title: `when` must be a function of the context, not true',
  ],
  [
    'a visibility of a relation, likewise',
    thing({ relations: [unchecked({ name: 'owner', when: 'admin' })] }),
    'the relation owner: `when` must be a function of the context, not admin',
  ],
  [
    'a word for whether a field is sortable',
    thing({ fields: [unchecked({ name: 'title', sortable: 'no' })] }),
    'the field title: `sortable` must be true or false, not no',
  ],
  [
    'a list that is none',
    thing({ fields: [unchecked({ name: 'title', list: false })] }),
    'the field title: `list` must be true, not false',
  ],
  [
    'a scope that cannot be asked',
    thing(unchecked({ scope: { id: 1 } })),
    '`scope` must be a function of the context, not an object',
  ],
  [
    'a sort key',
    thing({ fields: ['title'], sort: ['titel'] }),
    noSortKey('titel', `did you mean title? There are: ${own}.`),
  ],
  [
    'a sort key with a direction',
    thing({ fields: ['title'], sort: ['title:desc'] }),
    noSortKey('title:desc', `there are: ${own}.`),
  ],
  [
    'a sort key through a relation',
    thing({ relations: ['owner'], sort: ['owner.nam'] }),
    noSortKey('owner.nam', 'did you mean owner.name? There are: owner.id, owner.name, owner.email.'),
  ],
  ['a sort key without an order', thing({ sort: ['meta'] }), noSortKey('meta', `there are: ${own}.`)],
  [
    'a sort key that is a relation',
    thing({ fields: ['title'], sort: ['owner'] }),
    noSortKey('owner', `did you mean ownerId? There are: ${own}.`),
  ],
  [
    'a count of one row',
    thing({ fields: ['title'], sort: ['owner.$count'] }),
    noSortKey('owner.$count', 'there are: owner.id, owner.name, owner.email.'),
  ],
  ['a sort key twice', thing({ fields: ['title'], sort: ['title', 'title'] }), '`sort` has two keys named title'],
  [
    'two sort keys of one name',
    thing({ fields: [{ name: 'title', as: 'secret' }], sort: ['title', 'secret'] }),
    '`sort` has two keys named secret',
  ],
  [
    'a field on a path',
    { thing: { relations: [{ name: 'owner', fields: ['nam'] }] }, owner: { fields: ['id', 'name'] } },
    'owner: `fields` names nam, which Owner does not expose; did you mean name? There are: id, name.',
  ],
  [
    'a field on a path that is not exposed there',
    { thing: { relations: [{ name: 'owner', fields: ['email'] }] }, owner: { fields: ['id', 'name'] } },
    'owner: `fields` names email, which Owner does not expose; there are: id, name.',
  ],
  [
    'a relation on a path',
    { thing: { relations: [{ name: 'owner', relations: ['thing'] }] }, owner: {} },
    'owner: `relations` names thing, which Owner does not expose; did you mean things? There are: things.',
  ],
  [
    'a path to a class without a decorator',
    thing({ relations: [{ name: 'tags', fields: ['name'] }] }),
    'tags: `fields` names name, which Tag does not expose; there is none to name.',
  ],
];

describe('a decorator with a mistake', () => {
  it.each(mistakes)('%s', async (_, declared, message) => {
    expect(await errorOf(declared)).toBe(`FilterConfigurationError: @Filterable() on Thing: ${message}`);
  });

  it.each(['parts.owner.name', 'owner.things.$count', 'title.size', 'address', '', '.', 'title.', '$count'])(
    'the sort key %j',
    async (key) => {
      const message = await errorOf(thing({ fields: ['title'], sort: [key] }));
      expect(message).toContain(noSortKey(key, ''));
      expect(message).toContain('title, ');
    },
  );

  it.each([
    [
      { field: ['title'] },
      'the option `field` does not exist; did you mean fields? There are: fields, relations, sort, search, facets, aggregates, populate, except, scope, named.',
    ],
    [
      { as: 'x' },
      'the option `as` does not exist; there are: fields, relations, sort, search, facets, aggregates, populate, except, scope, named.',
    ],
  ])('%j on a class', (options, message) => {
    const decorate = Filterable as (options: object) => (target: object) => void;
    class Thing {}
    expect(() => decorate(options)(Thing)).toThrow(new FilterConfigurationError(`@Filterable() on Thing: ${message}`));
  });

  it.each([
    [{ scope: () => ({}) }, 'scope'],
    [{ name: 'x' }, 'name'],
    [{ except: [] }, 'except'],
  ])('%j on a property', (options, key) => {
    const decorate = Filterable as (options: object) => (target: object, property: string) => void;
    class Thing {}
    expect(() => decorate(options)(Thing.prototype, 'title')).toThrow(
      new FilterConfigurationError(
        `@Filterable() on Thing.title: the option \`${key}\` does not exist; ` +
          'there are: as, kind, list, paths, operators, sortable, when, of, count, sum, avg, min, max, where, load, formerly, deprecated, strategy, required, fields, relations, aggregates.',
      ),
    );
  });

  it('a symbol', () => {
    class Thing {}
    expect(() => Filterable()(Thing.prototype, Symbol('title'))).toThrow(
      '@Filterable() on Thing: a symbol is no column',
    );
  });
});

describe('overrides with a mistake', () => {
  const declared: Declarations = { thing: { fields: ['title'] }, owner: { fields: ['id', 'name'] } };

  it.each<[object, string]>([
    [{ fields: ['titel'] }, `\`fields\` names titel, which does not exist; did you mean title? There are: ${columns}.`],
    [{ fields: ['title', 'title'] }, 'the field title is listed twice'],
    [{ fields: [{ name: 'title', as: 'a.b' }] }, 'the alias a.b contains one of . : , $ [ ], is a number, or is empty'],
    [{ fields: ['size', { name: 'title', as: 'size' }] }, 'two members are named size'],
    [
      { relations: ['ownr'] },
      `\`relations\` names ownr, which does not exist; did you mean owner? There are: ${relations}.`,
    ],
    [
      { relations: [{ name: 'owner', fields: ['nam'] }] },
      'owner: `fields` names nam, which Owner does not expose; did you mean name? There are: id, name.',
    ],
    [{ sort: ['titel'] }, noSortKey('titel', `did you mean title? There are: ${own}.`)],
    [{ operators: ['$equals'] }, `\`operators\` names $equals; there are: ${operators}.`],
    [{ operators: ['$equ'] }, `\`operators\` names $equ; did you mean $eq? There are: ${operators}.`],
    [
      { limits: { conditions: 0 } },
      '`limits.conditions` must be a whole number from 1 to 100 (comparisons in one request), not 0',
    ],
    [
      { params: { filter: 'x' } },
      'the option `params.filter` does not exist; did you mean filters? There are: filters, sort, pagination, search, facets, aggregates, fields, populate, deleted.',
    ],
    [{ params: { filters: 'a[b]' } }, 'a parameter cannot be called a[b]; use letters, digits, _ and -'],
    [{ params: { filters: 'sort' } }, 'two parameters have the same name: sort, sort, pagination'],
    [{ prefix: 5 }, '`prefix` must be a text, not 5'],
    [{ prefix: 'a.' }, 'a parameter cannot be called a.filters; use letters, digits, _ and -'],
    [{ pagination: { secret: 'short' } }, '`pagination.secret` has 5 characters; 16 or more are needed'],
    [{ pagination: { secret: undefined } }, `\`pagination.secret\` must be ${signed}, not undefined`],
    [
      { pagination: { secret: [] } },
      '`pagination.secret` must be the current secret, and then former ones, not an empty list',
    ],
    [
      { pagination: { secret: ['of sixteen chars', 'short'] } },
      '`pagination.secret[1]` has 5 characters; 16 or more are needed',
    ],
    [
      { pagination: { secret: ['of sixteen chars', undefined] } },
      '`pagination.secret[1]` must be of 16 characters or more, or left out, not undefined',
    ],
    [
      { pagination: { secret: [['of sixteen chars']] } },
      '`pagination.secret[0]` must be a text of 16 characters or more, not a list',
    ],
    [
      { pagination: { secret: ['of sixteen chars', 'another one of them', 'of sixteen chars'] } },
      '`pagination.secret[2]` is the secret of `pagination.secret[0]`; leave one of them out',
    ],
    [{ pagination: { secret: '' } }, `\`pagination.secret\` must be ${signed}, not an empty text`],
    [
      { pagination: { shape: 'x' } },
      'the option `pagination.shape` does not exist; there are: count, secret, styles, oversize.',
    ],
    [
      { pagination: { count: 'exakt' } },
      '`pagination.count` must be exact, none, estimate or { capped: 1000 }, not exakt',
    ],
    [{ pagination: true }, '`pagination` must be an object, not true'],
    [{ source: 'boddy' }, '`source` must be query, body or a function of the request, not boddy'],
    [{ source: {} }, '`source` must be query, body or a function of the request, not an object'],
    [{ defaults: { when: 'alwys' } }, '`defaults.when` must be absent or always, not alwys; did you mean always?'],
    [
      { defaults: { filters: { title: 'a' }, when: '' } },
      '`defaults.when` must be absent or always, not an empty text',
    ],
    [{ defaults: ['title'] }, '`defaults` must be an object, not a list'],
    [{ limits: null }, '`limits` must be an object, not null'],
    [{ fields: 'title' }, '`fields` must be a list of names, not title'],
    [{ fields: [null] }, '`fields` lists null, which is neither a name nor an object with one'],
    [{ relations: 'owner' }, '`relations` must be a list of names, not owner'],
    [{ sort: 'title' }, '`sort` must be a list of names, not title'],
    [{ sort: [null] }, '`sort` lists null, which is no name'],
    [{ operators: '$eq' }, '`operators` must be a list of names, not $eq'],
    [{ operators: [null] }, '`operators` lists null, which is no name'],
    [
      { fields: [{ name: 'size', kind: 'uuid' }] },
      'the field size has the kind uuid, which an integer column cannot hold; ' +
        'it can hold: tinyint, smallint, mediumint, integer, boolean, bigint, opaque.',
    ],
    [
      { defaults: { filters: { titel: 'a' } } },
      expect.stringContaining("filters[titel] is not a filterable field; did you mean 'title'? ") as string,
    ],
    [
      { defaults: { sort: 'titel' } },
      expect.stringContaining("sort: 'titel' is not sortable; did you mean 'title'? ") as string,
    ],
  ])('%j', async (overrides, message) => {
    const expected =
      typeof message === 'string' ? `FilterConfigurationError: @FilterQuery(Thing): ${message}` : message;
    expect(await overrideError(declared, overrides)).toEqual(expected);
  });

  it('on a class that is not filterable', async () => {
    expect(await overrideError({}, {})).toBe(
      'FilterConfigurationError: @FilterQuery(Thing): Thing is not filterable; decorate the class with @Filterable()',
    );
  });
});

describe('an entity that has no schema', () => {
  @Entity()
  @Filterable()
  class Known {
    @PrimaryGeneratedColumn() id!: number;
    @Column() name!: string;
  }
  class Unknown {}

  it('is in no data source', async () => {
    const by = FilterService.forDataSource(await describeEntities('sqlite', [Known]));
    expect(() => by.parse(Unknown, '')).toThrow(
      new FilterConfigurationError('Unknown is an entity of no data source; did you mean Known? There are: Known.'),
    );
  });

  it('is in a database that is not supported', async () => {
    const source = await describeEntities('sqlite', [Known]);
    const other = Object.assign(Object.create(source) as typeof source, { options: { type: 'oracle' } });
    expect(() => FilterService.forDataSource(other)).toThrow(
      new FilterConfigurationError(
        'The database oracle is not supported. Use one of: better-sqlite3, sqljs, sqlite, postgres, mariadb, mysql; or, supported ' +
          'by their documentation only: expo, react-native, capacitor, cordova, nativescript, cockroachdb, aurora-postgres, ' +
          'aurora-mysql.',
      ),
    );
  });
});

describe('a decorator on an embedded class', () => {
  class Street {
    @Column() @Filterable() name!: string;
  }
  class Place {
    @Column(() => Street) street!: Street;
  }
  @Filterable({ fields: ['city'] })
  class Address {
    @Column() city!: string;
  }

  @Entity()
  @Filterable()
  class Shop {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Address) address!: Address;
  }
  @Entity()
  @Filterable({ fields: ['id'] })
  class Stall {
    @PrimaryGeneratedColumn() id!: number;
    @Column(() => Place) place!: Place;
  }

  it.each([
    ['Shop', 'address', Shop],
    ['Stall', 'place.street', Stall],
  ])('of %s, at %s, is refused, because nothing reads it', async (name, path, entity) => {
    const source = await describeEntities('sqlite', [entity]);
    expect(() => FilterService.forDataSource(source)).toThrow(
      new FilterConfigurationError(
        `@Filterable() on ${name}: ${path} is embedded, and @Filterable() on an embedded class has no effect; ` +
          `decorate the property ${path}, or name its columns in \`fields\`: '${path}.…'`,
      ),
    );
  });
});

describe('a mistake', () => {
  it('is found at boot, wherever it is', async () => {
    await expect(boot({ thing: { fields: ['title'] }, owner: { fields: ['nam'] } })).rejects.toThrow(
      '@Filterable() on Owner: ',
    );
    await expect(boot({ thing: { fields: ['title'] }, tag: { sort: ['nam'] } })).rejects.toThrow(
      '@Filterable() on Tag: ',
    );
  });

  it('in a class without a decorator fails nothing', async () => {
    await expect(boot({ thing: { fields: ['title'] } })).resolves.toBeDefined();
  });
});
