import { readFileSync } from 'node:fs';
import { valueKinds, type ValueKind, type ValueKindName } from '../../../lib/values/index.js';

describe('the table of kinds', () => {
  const flags = ({ comparable, ordered, ranged, textual }: ValueKind) => ({ comparable, ordered, ranged, textual });
  const row = (comparable: boolean, ordered: boolean, ranged: boolean, textual: boolean) => ({
    ...{ comparable, ordered, ranged, textual },
  });
  const number = row(true, true, true, false);

  it('says what may be asked of each', () => {
    expect(Object.fromEntries(Object.entries(valueKinds).map(([name, kind]) => [name, flags(kind)]))).toEqual({
      text: row(true, true, true, true),
      tinyint: number,
      smallint: number,
      mediumint: number,
      integer: number,
      bigint: number,
      decimal: number,
      real: number,
      float: number,
      boolean: row(true, false, false, false),
      date: row(true, true, true, false),
      datetime: row(true, true, true, false),
      time: row(true, true, true, false),
      uuid: row(true, true, false, false),
      enum: row(true, false, false, false),
      json: row(false, false, false, false),
      opaque: row(false, false, false, false),
    });
  });

  it('says how columns keep each, by which the dialects read and compare them', () => {
    expect(Object.fromEntries(Object.entries(valueKinds).map(([name, { storedAs }]) => [name, storedAs]))).toEqual({
      text: 'text',
      tinyint: 'integer',
      smallint: 'integer',
      mediumint: 'integer',
      integer: 'integer',
      bigint: 'integer',
      decimal: 'decimal',
      real: 'single',
      float: 'double',
      boolean: 'boolean',
      date: 'date',
      datetime: 'datetime',
      time: 'time',
      uuid: 'uuid',
      enum: 'label',
      json: 'unknown',
      opaque: 'unknown',
    });
  });

  it('says which are numbers, which JSON writes without quotes', () => {
    const numbers = Object.values(valueKinds).filter(({ numeric }) => numeric === true);
    expect(numbers.map(({ name }) => name).join(' ')).toBe(
      'tinyint smallint mediumint integer bigint decimal real float',
    );
  });

  it.each(Object.entries(valueKinds))('has %s under its own name', (name, kind) => {
    expect(kind.name).toBe(name);
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
    ['datetime', instant, new Date(1)],
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
