import { dialects } from '../../../lib/dialects/index.js';
import { clockOf } from '../../../lib/values/clock.js';
import {
  valueKinds,
  type BindFacts,
  type FilterValue,
  type Instant,
  type ValueKindName,
  lastShownAs,
} from '../../../lib/values/index.js';

function factsFor(name: string, zoned = false, storedIn = 'UTC'): BindFacts {
  const dialect = dialects.find((candidate) => candidate.name === name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return { dialect, zoned, storedIn };
}

const at = (iso: string, micros = 0): Instant => ({ type: 'instant', epoch: Date.parse(iso), micros });

describe('bound values', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const rows: readonly (readonly [ValueKindName, FilterValue, sqlite: unknown, postgres: unknown, mysql: unknown])[] = [
    ['text', "a'b", "a'b", "a'b", "a'b"],
    ['tinyint', '7', 7n, '7', 7n],
    ['smallint', '-7', -7n, '-7', -7n],
    ['mediumint', '7', 7n, '7', 7n],
    ['integer', '2147483647', 2147483647n, '2147483647', 2147483647n],
    ['bigint', '9223372036854775807', 9223372036854775807n, '9223372036854775807', 9223372036854775807n],
    ['decimal', '-12.5', '-12.5', '-12.5', '-12.5'],
    ['float', 0.1, '0.1', '0.1', 0.1],
    ['float', 1e21, '1e+21', '1e+21', 1e21],
    ['float', -705969478160089100, '-7.059694781600891e+17', '-7.059694781600891e+17', -705969478160089100],
    ['real', 0.1, '0.10000000149011612', '0.10000000149011612', 0.10000000149011612],
    ['real', 1e-50, '0', '0', 0],
    ['boolean', true, 1n, true, 1n],
    ['boolean', false, 0n, false, 0n],
    ['date', '2024-03-01', '2024-03-01', '2024-03-01', '2024-03-01'],
    ['time', '10:00:00', '10:00:00', '10:00:00', '10:00:00'],
    ['uuid', id, id, id, id],
    ['enum', 'draft', 'draft', 'draft', 'draft'],
    // A label, not a position: MySQL takes the number 10 for the tenth label.
    ['enum', 10, '10', '10', '10'],
  ];

  it.each(rows)('%s %p', (name, value, sqlite, postgres, mysql) => {
    const kind = valueKinds[name];
    expect(kind.bind(value, factsFor('sqlite'))).toBe(sqlite);
    expect(kind.bind(value, factsFor('postgres'))).toBe(postgres);
    expect(kind.bind(value, factsFor('mysql'))).toBe(mysql);
  });

  it('has a row for every kind that can be compared', () => {
    const bound = new Set<string>([...rows.map(([name]) => name), 'datetime']);
    const comparable = Object.values(valueKinds).filter((kind) => kind.comparable);
    expect(comparable.filter((kind) => !bound.has(kind.name))).toEqual([]);
  });
});

describe('bound instants', () => {
  const kind = valueKinds.datetime;
  const second = at('2024-07-01T10:00:00Z');
  const milli = at('2024-07-01T10:00:00.120Z');
  const micro = at('2024-07-01T10:00:00.120Z', 7);

  it.each([
    ['no fraction', second, '2024-07-01 10:00:00.000'],
    ['milliseconds', milli, '2024-07-01 10:00:00.120'],
    ['microseconds', micro, '2024-07-01 10:00:00.120007'],
    ['microseconds alone', at('2024-07-01T10:00:00Z', 7), '2024-07-01 10:00:00.000007'],
    ['the first', at('0001-01-01T00:00:00Z'), '0001-01-01 00:00:00.000'],
    ['the last', at('9999-12-31T23:59:59.999Z', 999), '9999-12-31 23:59:59.999999'],
  ])('as SQLite text, in UTC whatever is stored elsewhere: %s', (_, value, text) => {
    expect(kind.bind(value, factsFor('sqlite', false, 'Europe/Oslo'))).toBe(text);
  });

  it.each([
    ['no fraction', second, '2024-07-01 10:00:00+00'],
    ['milliseconds', milli, '2024-07-01 10:00:00.120+00'],
    ['microseconds', micro, '2024-07-01 10:00:00.120007+00'],
  ])('as a moment, for a column that keeps one: %s', (_, value, text) => {
    expect(kind.bind(value, factsFor('postgres', true, 'Europe/Oslo'))).toBe(text);
  });

  it.each([
    ['UTC', second, '2024-07-01 10:00:00'],
    ['Z', second, '2024-07-01 10:00:00'],
    ['Europe/Oslo', second, '2024-07-01 12:00:00'],
    ['Europe/Oslo', micro, '2024-07-01 12:00:00.120007'],
    ['Europe/Oslo', at('2024-01-01T10:00:00Z'), '2024-01-01 11:00:00'],
    ['Asia/Kathmandu', milli, '2024-07-01 15:45:00.120'],
    ['+05:45', milli, '2024-07-01 15:45:00.120'],
    ['-02:30', second, '2024-07-01 07:30:00'],
    ['+23:00', second, '2024-07-02 09:00:00'],
    ['utc', second, '2024-07-01 10:00:00'],
    ['America/Sao_Paulo', at('2018-11-04T03:00:00Z'), '2018-11-04 01:00:00'],
    ['Pacific/Apia', at('2011-12-30T10:00:00Z'), '2011-12-31 00:00:00'],
    ['Europe/Oslo', at('2024-10-27T00:30:00Z'), '2024-10-27 02:30:00'],
    ['Europe/Oslo', at('2024-10-27T01:30:00Z'), '2024-10-27 02:30:00'],
    ['UTC', at('0001-01-01T00:00:00Z', 7), '0001-01-01 00:00:00.000007'],
    ['UTC', at('9999-12-31T23:59:59.999Z', 7), '9999-12-31 23:59:59.999007'],
    ['+05:45', at('9999-12-31T23:00:00Z', 7), '9999-12-31 23:59:59.999999'],
    ['-05:45', at('0001-01-01T01:00:00Z', 7), '0001-01-01 00:00:00'],
  ])('as the face of the clock of %s: %j', (storedIn, value, text) => {
    expect(kind.bind(value, factsFor('mysql', false, storedIn))).toBe(text);
    expect(kind.bind(value, factsFor('postgres', false, storedIn))).toBe(text);
  });

  it.each(['2024-01-01T10:00:00.123Z', '2024-07-01T22:59:58Z', '1900-01-01T12:00:00Z', '0050-01-01T12:00:00Z'])(
    'as a Date’s own getters have it, for local: %s',
    (iso) => {
      const date = new Date(iso);
      const pad = (number: number, size = 2) => String(number).padStart(size, '0');
      const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
      const time = [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(':');
      const fraction = date.getMilliseconds() === 0 ? '' : `.${pad(date.getMilliseconds(), 3)}`;
      expect(kind.bind(at(iso), factsFor('mysql', false, 'local'))).toBe(`${day} ${time}${fraction}`);
    },
  );

  it.each([
    ['no fraction', 'UTC', second, '2024-07-01 10:00:00.000999'],
    ['milliseconds', 'UTC', milli, '2024-07-01 10:00:00.120999'],
    ['microseconds, which are themselves', 'UTC', micro, '2024-07-01 10:00:00.120007'],
    ['before the epoch', 'UTC', at('1969-12-31T23:59:59.999Z'), '1969-12-31 23:59:59.999999'],
    ['the first', 'UTC', at('0001-01-01T00:00:00Z'), '0001-01-01 00:00:00.000999'],
    ['the last', 'UTC', at('9999-12-31T23:59:59.999Z'), '9999-12-31 23:59:59.999999'],
    ['the last of a zone ahead', '+09:00', at('9999-12-31T14:59:59.999Z'), '9999-12-31 23:59:59.999999'],
    ['before clocks go back', 'Europe/Oslo', at('2024-10-27T00:59:59.999Z'), '2024-10-27 02:59:59.999999'],
    ['before clocks go forward', 'Europe/Oslo', at('2024-03-31T00:59:59.999Z'), '2024-03-31 01:59:59.999999'],
  ])('end with the millisecond where rows show no more: %s', (_, storedIn, value, text) => {
    const facts = { ...factsFor('mysql', false, storedIn), hidesDigits: true };
    expect(kind.bind(lastShownAs(value, facts), facts)).toBe(text);
    expect(lastShownAs(value, factsFor('mysql'))).toBe(value);
  });

  it('never binds a day', () => {
    const reading = kind.read('2024-03-01', { zone: 'UTC' });
    expect(() => reading.ok && kind.bind(reading.value, factsFor('mysql'))).toThrow(TypeError);
  });

  it.each<[zone: string, why: string]>([
    ['Mars/Olympus', 'a zone of no clock here'],
    ['+24:00', 'a day ahead'],
    ['+05:60', 'sixty minutes'],
    ['x+05:45', 'something before an offset'],
    ['+05:45x', 'something after one'],
    ['utc!', 'something after a name'],
    ['', 'nothing'],
  ])('says that it does not know the zone %j: %s', (zone) => {
    expect(() => kind.bind(second, factsFor('mysql', false, zone))).toThrow(`${zone} is not a time zone`);
  });

  it('has one clock for a zone, however often it binds', () => {
    expect(clockOf('Europe/Oslo')).toBe(clockOf('Europe/Oslo'));
  });
});
