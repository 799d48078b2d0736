import { dialectOf } from '../../../lib/dialects/index.js';
import {
  type ColumnTraits,
  type StoredKind,
  memberPosition,
  storedKindOf,
  valueKinds,
} from '../../../lib/values/index.js';

const engines = ['better-sqlite3', 'postgres', 'mariadb'] as const;
type Engine = (typeof engines)[number];

function dialectNamed(driver: string) {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`there is no dialect of ${driver}`);
  return dialect;
}

function traitsOn(driver: Engine, traits: Partial<ColumnTraits> = {}): ColumnTraits {
  return { dialect: dialectNamed(driver), facts: { zone: 'UTC' }, ...traits };
}

const everywhere = 'sqlite postgres mariadb';
const shortNames: Readonly<Record<Engine, string>> = {
  'better-sqlite3': 'sqlite',
  postgres: 'postgres',
  mariadb: 'mariadb',
};

/** Names the engines whose columns can print a text. */
function enginesOf(kind: StoredKind, text: string, traits: Partial<ColumnTraits> = {}): string {
  return engines
    .filter((engine) => kind.isStored(text, traitsOn(engine, traits)))
    .map((engine) => shortNames[engine])
    .join(' ');
}

describe('a text that a column can print', () => {
  it.each([
    ['date', '2024-02-29', everywhere],
    ['date', '2023-02-29', ''],
    ['date', '1900-02-29', ''],
    ['date', '2000-02-29', everywhere],
    ['date', '2024-00-10', ''],
    ['date', '2024-13-10', ''],
    ['date', '2024-04-00', ''],
    ['date', '2024-04-31', ''],
    ['date', '9999-12-31', everywhere],
    ['date', '10000-01-01', 'postgres'],
    ['date', '02024-01-01', 'postgres'],
    ['date', '5874897-12-31', 'postgres'],
    ['date', '5874898-01-01', ''],
    ['date', '4714-11-24 BC', 'postgres'],
    ['date', '4715-11-24 BC', ''],
    ['date', '0001-02-29 BC', 'postgres'],
    ['date', '0002-02-28 BC', 'postgres'],
    ['date', '0002-02-29 BC', ''],
    ['date', 'infinity', 'postgres'],
    ['date', '-infinity', 'postgres'],
    ['date', '+infinity', ''],
    ['date', '2024-03-01 10:00:00', 'sqlite'],
    ['datetime', '2024-03-01 10:00:00', everywhere],
    ['datetime', '2024-03-01T10:00:00.123456', everywhere],
    ['datetime', '2024-03-01 10:00:00+01', 'sqlite postgres'],
    ['datetime', '2024-03-01 10:00:00Z', 'sqlite postgres'],
    ['datetime', '2024-03-01 10:00:00+16', ''],
    ['datetime', '2024-03-01 24:00:00', ''],
    ['datetime', '294276-12-31 23:59:59', 'postgres'],
    ['datetime', '294277-01-01 00:00:00', ''],
    ['datetime', 'infinity', 'postgres'],
    ['time', '23:59:59.999999', everywhere],
    ['time', '24:00:00', 'postgres mariadb'],
    ['time', '24:00:01', 'mariadb'],
    ['time', '-838:59:59', 'mariadb'],
    ['time', '839:00:00', ''],
    ['time', '100:00:00.123456', 'mariadb'],
    ['time', '100:00:00.1234567', ''],
    ['time', '100:00:00.half', ''],
    ['time', 'x100:00:00', ''],
    ['time', '100:00:00x', ''],
    ['decimal', '0.1', everywhere],
    ['decimal', 'NaN', 'postgres'],
    ['decimal', 'Infinity', 'postgres'],
    ['decimal', '1e3', 'sqlite'],
    ['decimal', `0.${'1'.repeat(30)}`, everywhere],
    ['decimal', `0.${'1'.repeat(31)}`, 'postgres'],
    ['decimal', `0.${'1'.repeat(998)}`, 'postgres'],
    ['decimal', `0.${'1'.repeat(999)}`, ''],
    ['decimal', '', ''],
    ['real', '-Infinity', 'postgres'],
    ['float', 'NaN', 'postgres'],
    ['float', '1e300', everywhere],
    ['real', '1e300', ''],
    ['tinyint', '128', 'sqlite'],
    ['tinyint', '9223372036854775807', 'sqlite'],
    ['tinyint', '9223372036854775808', ''],
    ['bigint', '-9223372036854775808', everywhere],
    ['boolean', 'true', everywhere],
    ['boolean', '2', ''],
    ['text', 'Zoë', everywhere],
    ['text', 'a\0', ''],
    ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950e', everywhere],
    ['uuid', '0f8fad5b', ''],
    ['json', '{}', ''],
    ['opaque', '00', ''],
  ] as const)('%s %j: %s', (name, text, expected) => {
    expect(enginesOf(valueKinds[name], text)).toBe(expected);
  });

  it.each([
    ['999.99', everywhere],
    ['0999.99', everywhere],
    ['999', everywhere],
    ['00999', everywhere],
    ['1000', 'sqlite'],
  ])('of DECIMAL(5, 2), %s: %s', (text, expected) => {
    expect(enginesOf(valueKinds.decimal, text, { precision: 5, scale: 2 })).toBe(expected);
  });

  it.each([
    ['255', everywhere],
    ['256', 'sqlite'],
    ['-1', 'sqlite'],
  ])('of an unsigned tinyint, %s: %s', (text, expected) => {
    expect(enginesOf(valueKinds.tinyint, text, { facts: { zone: 'UTC', unsigned: true } })).toBe(expected);
  });

  it.each([
    ['0', everywhere],
    ['2', everywhere],
    ['3', ''],
    ['-1', ''],
    ['1.5', ''],
    ['a', ''],
  ])('of a position among two members, %s: %s', (text, expected) => {
    expect(enginesOf(memberPosition, text, { facts: { zone: 'UTC', members: ['a', 'b'] } })).toBe(expected);
  });

  it.each([
    ['10', everywhere],
    ['11', ''],
    ['000000', ''],
  ])('of a position among ten members, %s: %s', (text, expected) => {
    expect(enginesOf(memberPosition, text, { facts: { zone: 'UTC', members: [...'abcdefghij'] } })).toBe(expected);
  });

  it.each([
    ['0', everywhere],
    ['1', ''],
  ])('of a position among members that are not known, %s: %s', (text, expected) => {
    expect(enginesOf(memberPosition, text)).toBe(expected);
  });

  it('of a position is that of a whole number', () => {
    expect(memberPosition.storedAs).toBe(valueKinds.integer.storedAs);
  });
});

it.each(['json', 'opaque'] as const)('no text is known to be the value of a column of %s', (name) => {
  expect(['', '{}', 'null'].map((text) => valueKinds[name].isStored(text, traitsOn('postgres')))).toEqual([
    false,
    false,
    false,
  ]);
});

describe('columns of bytes', () => {
  const storageOn = (driver: string, type: unknown, isArray = false) =>
    storedKindOf({ type, isArray }, valueKinds.opaque, dialectNamed(driver)).storedAs;

  it.each([
    ['better-sqlite3', 'blob', 'bytes'],
    ['postgres', 'bytea', 'bytes'],
    ['postgres', 'inet', 'unknown'],
    ['cockroachdb', 'bytes', 'bytes'],
    ['mariadb', 'varbinary', 'bytes'],
    ['mariadb', 'longblob', 'bytes'],
    ['mariadb', 'geometry', 'unknown'],
  ] as const)('%s %s: %s', (driver, type, storedAs) => {
    expect(storageOn(driver, type)).toBe(storedAs);
  });

  it('are no arrays of bytes', () => {
    expect(storageOn('postgres', 'bytea', true)).toBe('unknown');
  });

  it('are what their kind says where a decorator could say more', () => {
    expect(storedKindOf({ type: 'bytea' }, valueKinds.text, dialectNamed('postgres'))).toBe(valueKinds.text);
  });

  it.each([
    ['', true],
    ['00ffAB', true],
    ['0', false],
    ['0g', false],
  ])('print %j: %s', (text, isStored) => {
    const bytes = storedKindOf({ type: 'bytea' }, valueKinds.opaque, dialectNamed('postgres'));
    expect(bytes.isStored(text, traitsOn('postgres'))).toBe(isStored);
    if (isStored) expect(bytes.bindStored(text, dialectNamed('postgres'))).toEqual(Buffer.from(text, 'hex'));
  });
});

describe('a stored value as the driver is to bind it', () => {
  it.each([
    ['integer', '7', 7n, '7', 7n],
    ['boolean', 'true', 1n, 'true', 1n],
    ['boolean', 'false', 0n, 'false', 0n],
    ['boolean', '0', 0n, '0', 0n],
    ['boolean', '-3', -3n, '-3', -3n],
    ['float', '0.1', '0.1', '0.1', 0.1],
    ['float', '705969478160089088', '7.059694781600891e+17', '7.059694781600891e+17', 705969478160089100],
    ['real', '0.1', '0.10000000149011612', '0.10000000149011612', 0.10000000149011612],
    ['real', '1e-50', '0', '0', 0],
    ['decimal', '0.10', '0.10', '0.10', '0.10'],
    ['text', 'a', 'a', 'a', 'a'],
    ['datetime', '2024-03-01 10:00:00', ...Array<string>(3).fill('2024-03-01 10:00:00')],
    ['enum', 'small', 'small', 'small', 'small'],
  ] as const)('%s %s', (name, text, ...bound) => {
    expect(engines.map((engine) => valueKinds[name].bindStored(text, dialectNamed(engine)))).toEqual(bound);
  });
});
