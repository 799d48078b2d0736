import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dialectOf } from '../../../lib/dialects/index.js';
import { kindsByType } from '../../../lib/values/columns.js';
import {
  type ColumnFacts,
  type ListType,
  type ValueKindName,
  declarableKinds,
  elementKinds,
  isZoned,
  kindOfColumn as kindIn,
  listTypeOf,
  valueKinds,
} from '../../../lib/values/index.js';

describe('the table of kinds', () => {
  /** What may be asked of each kind, and how columns keep it, by which the dialects read and compare it. */
  const kinds: Readonly<Record<ValueKindName, string>> = {
    text: 'text: comparable ordered ranged textual',
    tinyint: 'integer: comparable ordered ranged numeric',
    smallint: 'integer: comparable ordered ranged numeric',
    mediumint: 'integer: comparable ordered ranged numeric',
    integer: 'integer: comparable ordered ranged numeric',
    bigint: 'integer: comparable ordered ranged numeric',
    decimal: 'decimal: comparable ordered ranged numeric',
    real: 'single: comparable ordered ranged numeric',
    float: 'double: comparable ordered ranged numeric',
    boolean: 'boolean: comparable',
    date: 'date: comparable ordered ranged',
    datetime: 'datetime: comparable ordered ranged',
    time: 'time: comparable ordered ranged',
    uuid: 'uuid: comparable ordered',
    enum: 'label: comparable',
    json: 'unknown: ',
    opaque: 'unknown: ',
  };
  const flags = ['comparable', 'ordered', 'ranged', 'textual', 'numeric'] as const;

  it.each(Object.entries(valueKinds))('has %s under its own name, with what may be asked of it', (name, kind) => {
    expect(kind.name).toBe(name);
    expect(`${kind.storedAs}: ${flags.filter((flag) => kind[flag] === true).join(' ')}`).toBe(kinds[kind.name]);
  });

  it.each(Object.entries(valueKinds))('says what %s expects as it refuses', (_, kind) => {
    const facts = { zone: 'UTC', members: ['draft', 1] };
    expect(kind.readNative(undefined, facts)).toEqual({ ok: false, reason: kind.expects(facts) });
  });

  const documented: Readonly<Record<ValueKindName, string>> = {
    text: 'text',
    tinyint: 'whole numbers',
    smallint: 'whole numbers',
    mediumint: 'whole numbers',
    integer: 'whole numbers',
    bigint: 'whole numbers',
    decimal: 'decimal',
    real: 'float, double',
    float: 'float, double',
    boolean: 'boolean',
    date: 'date',
    datetime: 'date-time',
    time: 'time',
    uuid: 'uuid',
    enum: 'enum',
    json: 'JSON, binary, geometry, …',
    opaque: 'JSON, binary, geometry, …',
  };

  it('is documented, kind by kind', () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(valueKinds).sort());
    const text = readFileSync('docs/dialect.md', 'utf8');
    const rows = [...text.matchAll(/^\| (.*?) +\|/gm)].map(([, cell]) => cell);
    expect(Object.values(documented).filter((row) => !rows.includes(row))).toEqual([]);
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(valueKinds)).toBe(true);
  });
});

describe('a value as a property holds it', () => {
  const instant = { type: 'instant', epoch: 1, micros: 0 } as const;

  it.each([
    ['text', 'a', 'a'],
    ['integer', '7', 7],
    ['bigint', '7', '7'],
    ['decimal', '7.5', '7.5'],
    ['float', 7.5, 7.5],
    ['boolean', true, true],
    ['boolean', false, false],
    ['date', '2024-03-01', '2024-03-01'],
    ['datetime', { ...instant, micros: 456 }, new Date(1)],
    ['time', '10:00:00', '10:00:00'],
    ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['enum', 10, 10],
  ] as const)('%s %p is %p', (name, value, property) => {
    expect(valueKinds[name].toProperty(value)).toEqual(property);
  });

  const day = { type: 'day', date: '2024-03-01', start: instant, end: instant } as const;

  it.each([
    ['text', 1, 'Expected a value whose canonical form is text, not number'],
    ['integer', 7, 'Expected a value whose canonical form is text, not number'],
    ['float', '7', 'Expected a value whose canonical form is a number, not string'],
    ['datetime', '2024-03-01T10:00:00Z', 'Expected an instant, not string'],
    ['datetime', day, 'Expected an instant, not a whole day'],
    ['opaque', 'x', 'A column that cannot be compared was given a value'],
  ] as const)('%s has no such value as %p', (name, value, message) => {
    expect(() => valueKinds[name].toProperty(value)).toThrow(new TypeError(message));
  });
});

const engines = ['better-sqlite3', 'sqljs', 'postgres', 'cockroachdb', 'mysql', 'mariadb'] as const;

function kindOfColumn(column: ColumnFacts, driver: string): ValueKindName {
  return kindIn(column, dialectOf(driver) ?? {});
}

describe('the kind of a column, the same on every engine', () => {
  const rows: readonly (readonly [ValueKindName, readonly unknown[]])[] = [
    ['text', [String, 'varchar', 'character varying', 'text', 'citext']],
    ['smallint', ['smallint', 'int2', 'year']],
    ['mediumint', ['mediumint']],
    ['integer', ['int4']],
    ['bigint', ['bigint', 'int8', 'unsigned big int']],
    ['decimal', ['decimal', 'numeric', 'dec', 'fixed']],
    ['float', ['double', 'double precision', 'float8']],
    ['boolean', [Boolean, 'boolean', 'bool']],
    ['date', ['date']],
    ['datetime', [Date, 'datetime', 'timestamp', 'timestamptz', 'timestamp with time zone']],
    ['datetime', ['timestamp without time zone']],
    ['time', ['time', 'time without time zone']],
    ['uuid', ['uuid']],
    ['json', ['json', 'jsonb', 'simple-json']],
    ['opaque', ['time with time zone', 'timetz', 'interval', 'money', 'simple-array', 'set', 'bit', 'bytea', 'blob']],
    ['opaque', ['point', 'int4range', 'inet', 'tsvector', 'hstore', 'vector']],
    ['opaque', [Buffer, '', undefined, 'a type of tomorrow', 'constructor', '__proto__', 'toString']],
  ];

  it.each(rows.flatMap(([kind, types]) => types.map((type) => [type, kind] as const)))('%p is %s', (type, kind) => {
    expect(engines.map((engine) => kindOfColumn({ type }, engine))).toEqual(engines.map(() => kind));
  });

  it.each(['enum', 'simple-enum'])('%s is an enum where its members are known', (type) => {
    expect(kindOfColumn({ type, enum: ['a'] }, 'postgres')).toBe('enum');
    expect(kindOfColumn({ type, enum: [] }, 'postgres')).toBe('opaque');
    expect(kindOfColumn({ type }, 'postgres')).toBe('opaque');
  });

  it.each([String, Number, 'int', 'text', 'uuid', 'timestamptz'])('an array of %p is opaque', (type) => {
    expect(kindOfColumn({ type, isArray: true }, 'postgres')).toBe('opaque');
    expect(kindOfColumn({ type, isArray: false }, 'postgres')).not.toBe('opaque');
  });
});

describe('the kind of a column, where engines differ', () => {
  const rows: readonly (readonly [ColumnFacts, Readonly<Record<(typeof engines)[number], ValueKindName>>])[] = [
    [{ type: Number }, onEach('integer', { cockroachdb: 'bigint' })],
    [{ type: 'int' }, onEach('integer', { cockroachdb: 'bigint' })],
    [{ type: 'integer' }, onEach('integer', { cockroachdb: 'bigint' })],
    [{ type: 'tinyint' }, onEach('tinyint')],
    [{ type: 'tinyint', width: 1 }, onEach('tinyint', { mysql: 'boolean', mariadb: 'boolean' })],
    [{ type: 'tinyint', width: 4 }, onEach('tinyint')],
    [{ type: 'real' }, onEach('float', { postgres: 'real', cockroachdb: 'real' })],
    [{ type: 'float4' }, onEach('float', { postgres: 'real', cockroachdb: 'real' })],
    [{ type: 'float' }, onEach('float', { mysql: 'real', mariadb: 'real' })],
    [{ type: 'float', precision: null }, onEach('float', { mysql: 'real', mariadb: 'real' })],
    [{ type: 'float', precision: 24 }, onEach('float', { mysql: 'real', mariadb: 'real' })],
    [{ type: 'float', precision: 25 }, onEach('float')],
    [{ type: 'float', precision: 30, scale: 4 }, onEach('float', { mysql: 'real', mariadb: 'real' })],
  ];

  it.each(rows)('%p', (column, kinds) => {
    expect(Object.fromEntries(engines.map((engine) => [engine, kindOfColumn(column, engine)]))).toEqual(kinds);
  });
});

function onEach(kind: ValueKindName, but: Partial<Record<(typeof engines)[number], ValueKindName>> = {}) {
  const same = { 'better-sqlite3': kind, sqljs: kind, postgres: kind, cockroachdb: kind, mysql: kind, mariadb: kind };
  return { ...same, ...but };
}

describe('TypeORM’s own list', () => {
  const entry = createRequire(import.meta.url).resolve('typeorm');
  const list = readFileSync(join(dirname(entry), 'driver/types/ColumnTypes.d.ts'), 'utf8');
  const types = [...list.matchAll(/"([^"]+)"/g)].map(([, type]) => type);

  it('is found', () => {
    expect(types.length).toBeGreaterThan(150);
  });

  it('has every type of the table', () => {
    const table = [...kindsByType.keys()].filter((type) => typeof type === 'string');
    expect(table.filter((type) => !types.includes(type))).toEqual([]);
  });

  it.each(engines)('has no type of %s without a row', (type) => {
    const { driver } = new DataSource({ type, database: 'none' } as DataSourceOptions);
    const supported = driver.supportedDataTypes.map(String);
    expect(supported.length).toBeGreaterThan(30);
    expect(supported.filter((name) => !kindsByType.has(name))).toEqual([]);
  });
});

describe('isZoned', () => {
  it.each([
    ['timestamptz', true],
    ['timestamp with time zone', true],
    ['timestamp', false],
    ['timestamp without time zone', false],
    ['datetime', false],
    [Date, false],
  ])('%p: %s', (type, zoned) => {
    expect(isZoned(type)).toBe(zoned);
  });
});

describe('declared kinds', () => {
  const engines = ['better-sqlite3', 'postgres', 'mariadb'] as const;

  function declarable(
    stored: ValueKindName,
    driver: string,
    column: { type?: unknown; isArray?: boolean } = {},
  ): string {
    const dialect = dialectOf(driver);
    if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
    const kinds = declarableKinds(stored, dialect, column);
    return kinds === 'every' ? kinds : kinds.toSorted().join(' ');
  }

  /** Kinds that may be declared on every engine, and others on some, beside `opaque`, which can be declared on all. */
  const table: readonly (readonly [stored: ValueKindName, everywhere: string, sqlite?: string, mariadb?: string])[] = [
    ['text', 'text uuid enum date time json', 'datetime'],
    ['opaque', 'every'],
    ['tinyint', 'tinyint', 'smallint mediumint integer bigint boolean', 'boolean'],
    ['smallint', 'tinyint smallint', 'mediumint integer bigint boolean', 'boolean'],
    ['mediumint', 'tinyint smallint mediumint', 'integer bigint boolean', 'boolean'],
    ['integer', 'tinyint smallint mediumint integer', 'bigint boolean', 'boolean'],
    ['bigint', 'tinyint smallint mediumint integer bigint', 'boolean', 'boolean'],
    ['decimal', 'tinyint smallint mediumint integer bigint decimal'],
    ['real', 'tinyint smallint mediumint integer bigint decimal real float'],
    ['float', 'tinyint smallint mediumint integer bigint decimal real float'],
    ['boolean', 'boolean', 'tinyint', 'tinyint'],
    ['date', 'date'],
    ['datetime', 'datetime date'],
    ['time', 'time'],
    ['uuid', 'uuid', 'text'],
    ['enum', 'enum'],
    ['json', 'json'],
  ];

  describe('the kinds that may be declared for a column', () => {
    const rows = table.map(
      ([stored, everywhere, sqlite = '', mariadb = '']) => [stored, everywhere, sqlite, mariadb] as const,
    );

    it.each(rows)('of %s', (stored, everywhere, sqlite, mariadb) => {
      const widened = { 'better-sqlite3': sqlite, postgres: '', mariadb };
      for (const engine of engines) {
        const kinds = `${everywhere} ${widened[engine]} opaque`.trim().split(/ +/).toSorted().join(' ');
        expect(`${engine}: ${declarable(stored, engine)}`).toBe(
          `${engine}: ${everywhere === 'every' ? everywhere : kinds}`,
        );
      }
    });

    it.each([
      [{ type: 'inet' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'interval' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'money' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'xml' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'int4range' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'ltree' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'bytea' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'blob' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'inet6' }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'varchar', isArray: true }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'int', isArray: true }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'enum', isArray: true }, 'opaque', 'opaque', 'opaque'],
      [{ type: 'simple-array' }, 'opaque text', 'opaque text', 'opaque text'],
      [{ type: 'set' }, 'opaque', 'opaque', 'opaque text'],
      [{ type: 'enum' }, 'opaque text', 'opaque', 'opaque text'],
      [{ type: 'bit' }, 'opaque', 'opaque', 'bigint boolean integer mediumint opaque smallint tinyint'],
      [{ type: 'my_own_type' }, 'every', 'every', 'every'],
      [{ type: undefined }, 'every', 'every', 'every'],
    ])('of what is opaque because its type is %j', (column, ...kinds) => {
      expect(engines.map((engine) => declarable('opaque', engine, column))).toEqual(kinds);
    });

    it('of a year are few: it takes 1 for 2001', () => {
      expect(declarable('smallint', 'mariadb', { type: 'year' })).toBe('opaque smallint');
    });

    it('are told of every kind, and its own is always among them', () => {
      expect(table.map(([stored]) => stored).toSorted()).toEqual(Object.keys(valueKinds).toSorted());
      for (const [stored, everywhere] of table) {
        if (everywhere !== 'every') expect(everywhere.split(' ')).toContain(stored);
      }
    });
  });
});

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
