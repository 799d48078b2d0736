import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dialectOf } from '../../../lib/dialects/index.js';
import { kindsByType } from '../../../lib/values/columns/column-types.js';
import {
  isZoned,
  kindOfColumn as kindIn,
  valueKinds,
  type ColumnFacts,
  type ValueKindName,
} from '../../../lib/values/index.js';

const engines = ['better-sqlite3', 'sqljs', 'postgres', 'cockroachdb', 'mysql', 'mariadb'] as const;

function kindOfColumn(column: ColumnFacts, driver: string): ValueKindName {
  return kindIn(column, dialectOf(driver) ?? {});
}

describe('the kind of a column, the same on every engine', () => {
  const rows: readonly (readonly [unknown, ValueKindName])[] = [
    [String, 'text'],
    [Boolean, 'boolean'],
    [Date, 'datetime'],
    ['varchar', 'text'],
    ['character varying', 'text'],
    ['text', 'text'],
    ['citext', 'text'],
    ['smallint', 'smallint'],
    ['int2', 'smallint'],
    ['year', 'smallint'],
    ['mediumint', 'mediumint'],
    ['int4', 'integer'],
    ['bigint', 'bigint'],
    ['int8', 'bigint'],
    ['unsigned big int', 'bigint'],
    ['decimal', 'decimal'],
    ['numeric', 'decimal'],
    ['dec', 'decimal'],
    ['fixed', 'decimal'],
    ['money', 'opaque'],
    ['double', 'float'],
    ['double precision', 'float'],
    ['float8', 'float'],
    ['boolean', 'boolean'],
    ['bool', 'boolean'],
    ['date', 'date'],
    ['datetime', 'datetime'],
    ['timestamp', 'datetime'],
    ['timestamptz', 'datetime'],
    ['timestamp with time zone', 'datetime'],
    ['timestamp without time zone', 'datetime'],
    ['time', 'time'],
    ['time without time zone', 'time'],
    ['time with time zone', 'opaque'],
    ['timetz', 'opaque'],
    ['interval', 'opaque'],
    ['uuid', 'uuid'],
    ['json', 'json'],
    ['jsonb', 'json'],
    ['simple-json', 'json'],
    ['simple-array', 'opaque'],
    ['set', 'opaque'],
    ['bit', 'opaque'],
    ['bytea', 'opaque'],
    ['blob', 'opaque'],
    ['point', 'opaque'],
    ['int4range', 'opaque'],
    ['inet', 'opaque'],
    ['tsvector', 'opaque'],
    ['hstore', 'opaque'],
    ['vector', 'opaque'],
    [Buffer, 'opaque'],
    ['', 'opaque'],
    [undefined, 'opaque'],
    ['a type of tomorrow', 'opaque'],
    ['constructor', 'opaque'],
    ['__proto__', 'opaque'],
    ['toString', 'opaque'],
  ];

  it.each(rows)('%p is %s', (type, kind) => {
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

it.each([
  [{ type: 'tinyint', width: 1 }, 'tinyint'],
  [{ type: 'float' }, 'float'],
  [{ type: 'real' }, 'float'],
  [{ type: Number }, 'integer'],
] as const)('the kind of %p on an engine that has no kinds of its own is %s', (column, kind) => {
  expect(kindOfColumn(column, 'oracle')).toBe(kind);
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
    expect(Object.keys(kindsByType).filter((type) => !types.includes(type))).toEqual([]);
  });

  it.each(engines)('has no type of %s without a row', (type) => {
    const { driver } = new DataSource({ type, database: 'none' } as DataSourceOptions);
    const supported = driver.supportedDataTypes.map(String);
    expect(supported.length).toBeGreaterThan(30);
    expect(supported.filter((name) => !Object.hasOwn(kindsByType, name))).toEqual([]);
  });

  it('names kinds that exist', () => {
    expect(Object.values(kindsByType).filter((kind) => !Object.hasOwn(valueKinds, kind))).toEqual([]);
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
