import { dialectOf } from '../../../lib/dialects/index.js';
import { type ColumnFacts, type ListType, elementKinds, listTypeOf } from '../../../lib/values/index.js';

function dialectNamed(driver: string) {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`${driver} does not exist`);
  return dialect;
}

function listIn(driver: string, column: ColumnFacts): ListType | undefined {
  return listTypeOf(column, dialectNamed(driver));
}

const drivers = ['better-sqlite3', 'sqljs', 'postgres', 'cockroachdb', 'aurora-postgres', 'mysql', 'mariadb'] as const;
const withArrays = ['postgres', 'cockroachdb', 'aurora-postgres'] as const;
const withoutArrays = ['better-sqlite3', 'sqljs', 'mysql', 'mariadb'] as const;

const members = ['small', 'large'];

/** Element types, by the kind of their values. */
const elements: readonly (readonly [kind: string | undefined, types: readonly unknown[]])[] = [
  ['text', ['text', 'varchar', 'character varying', 'char', 'character', 'citext', String]],
  ['smallint', ['smallint', 'int2']],
  ['integer', ['int', 'integer', 'int4', Number]],
  ['bigint', ['bigint', 'int8']],
  ['decimal', ['numeric', 'decimal']],
  ['real', ['real', 'float4']],
  ['float', ['float8', 'double precision', 'float']],
  ['boolean', ['bool', 'boolean', Boolean]],
  ['date', ['date']],
  ['time', ['time', 'time without time zone']],
  ['datetime', ['timestamp', 'timestamptz', 'timestamp without time zone', 'timestamp with time zone', Date]],
  ['uuid', ['uuid']],
  [undefined, ['json', 'jsonb', 'hstore', 'xml', 'jsonpath']],
  [undefined, ['timetz', 'time with time zone', 'interval', 'money', 'bytea', 'bit', 'varbit']],
  [undefined, ['inet', 'cidr', 'macaddr', 'macaddr8', 'ltree', 'tsvector', 'tsquery', 'vector', 'cube']],
  [undefined, ['int4range', 'daterange', 'int4multirange', 'point', 'box', 'path', 'geometry', 'geography']],
  [undefined, ['simple-array', 'simple-json', 'constructor', 'a_domain', undefined]],
];

const byType = elements.flatMap(([kind, types]) => types.map((type) => [type, kind] as const));

describe('an array on PostgreSQL', () => {
  it.each(byType)('of %p has elements of the kind %s', (type, kind) => {
    const list = kind === undefined ? undefined : { storage: 'array', kind };
    expect(listIn('postgres', { type, isArray: true })).toEqual(list);
  });

  it.each<[column: ColumnFacts, list: ListType | undefined, why: string]>([
    [{ type: 'enum', enum: members, isArray: true }, { storage: 'array', kind: 'enum' }, 'members'],
    [{ type: 'simple-enum', enum: members, isArray: true }, { storage: 'array', kind: 'enum' }, 'the simple type'],
    [{ type: 'enum', enum: [], isArray: true }, undefined, 'no members'],
    [{ type: 'enum', isArray: true }, undefined, 'members that the entity does not tell'],
    [{ type: 'enum', enum: members, isArray: false }, undefined, 'no array'],
  ])('of an enum: %j is %j (%s)', (column, list) => {
    expect(listIn('postgres', column)).toEqual(list);
  });

  it.each(byType)('is no array where %p has none', (type) => {
    const list = type === 'simple-array' ? { storage: 'delimited', kind: 'text' } : undefined;
    expect(listIn('postgres', { type })).toEqual(list);
    expect(listIn('postgres', { type, isArray: false })).toEqual(list);
  });
});

describe('an array on another engine', () => {
  it.each(withArrays)('is a list on %s', (driver) => {
    expect(listIn(driver, { type: 'text', isArray: true })).toEqual({ storage: 'array', kind: 'text' });
  });

  it('has whole numbers of 64 bits on CockroachDB', () => {
    expect(listIn('cockroachdb', { type: 'int', isArray: true })).toEqual({ storage: 'array', kind: 'bigint' });
  });

  it.each(withoutArrays)('is no list on %s, which has none', (driver) => {
    expect(listIn(driver, { type: 'text', isArray: true })).toBeUndefined();
  });
});

describe('a list in a text', () => {
  it.each(drivers)('is a simple-array on %s', (driver) => {
    expect(listIn(driver, { type: 'simple-array' })).toEqual({ storage: 'delimited', kind: 'text' });
  });

  it.each<[driver: string, column: ColumnFacts, why: string]>([
    ['mariadb', { type: 'set', enum: members }, 'a set has an order and members of its own'],
    ['mariadb', { type: 'simple-json' }, 'a document'],
    ['better-sqlite3', { type: 'text' }, 'a text'],
    ['postgres', { type: 'array' }, 'a type of another engine'],
  ])('on %s is not in %j (%s)', (driver, column) => {
    expect(listIn(driver, column)).toBeUndefined();
  });
});

describe('the kinds that may be declared for the elements of a list', () => {
  const spelled = 'text uuid enum date time opaque';

  it.each<[driver: string, list: ListType, kinds: string, why: string]>([
    ['postgres', { storage: 'delimited', kind: 'text' }, spelled, 'what a text may be, but no document'],
    ['better-sqlite3', { storage: 'delimited', kind: 'text' }, spelled, 'a date-time in a text has many spellings'],
    ['postgres', { storage: 'array', kind: 'text' }, spelled, 'no document, which no request can name'],
    ['postgres', { storage: 'array', kind: 'datetime' }, 'datetime date opaque', 'an array has date-times of its own'],
    ['postgres', { storage: 'array', kind: 'smallint' }, 'tinyint smallint opaque', 'narrower numbers'],
    ['postgres', { storage: 'array', kind: 'opaque' }, 'every', 'nothing is known of the elements'],
  ])('on %s, of %j, are %s: %s', (driver, list, kinds) => {
    const found = elementKinds(list, dialectNamed(driver));
    expect(found === 'every' ? found : found.join(' ')).toBe(kinds);
  });
});
