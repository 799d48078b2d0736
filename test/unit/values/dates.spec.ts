import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { type ValueFacts, type ValueKindName, keptKind, valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll, utc } from './cases.js';
import { noDates } from './no-dates.js';

const kind = valueKinds.date;
const reason = 'must be a calendar date such as 2024-02-29';

describe('date', () => {
  readsAll(kind, [
    ['2024-03-01', '2024-03-01', 'a date'],
    ['2024-02-29', '2024-02-29', 'a leap day'],
    ['2000-02-29', '2000-02-29', 'a leap day of a century'],
    ['0001-01-01', '0001-01-01', 'the first'],
    ['0099-12-31', '0099-12-31', 'not 1999'],
    ['9999-12-31', '9999-12-31', 'the last'],
  ]);
  refusesAll(kind, reason, [...noDates, ['2024-03-01T10:00:00Z', 'a date-time'], ['2024-03-01Z', 'a zone']]);
  leavesAll(kind, reason, [0, 1709251200000, 1n, true, null, undefined, {}, new Date(NaN), new Date(8.64e15)]);

  describe('of a Date, in the configured zone', () => {
    const late = new Date('2024-03-01T23:30:00Z');
    takesAll([kind, { zone: 'UTC' }], [[late, '2024-03-01']]);
    takesAll([kind, { zone: 'Europe/Oslo' }], [[late, '2024-03-02']]);
    takesAll([kind, { zone: 'Asia/Kathmandu' }], [[late, '2024-03-02']]);
    takesAll([kind, { zone: 'America/Sao_Paulo' }], [[late, '2024-03-01']]);
    takesAll([kind, { zone: 'UTC' }], [[new Date('9999-12-31T23:30:00Z'), '9999-12-31']]);
    leavesAll([kind, { zone: 'Europe/Oslo' }], reason, [new Date('9999-12-31T23:30:00Z')]);
    leavesAll([kind, { zone: 'UTC' }], reason, [new Date('0000-12-31T23:30:00Z')]);
  });
});

describe('day', () => {
  const day = keptKind('date', 'datetime') ?? valueKinds.opaque;
  const reason = 'must be a calendar date such as 2024-02-29';

  /** Monday, the 15th of April 2024. */
  const now = Date.parse('2024-04-15T22:30:00Z');

  /** The instants from which and up to which a value goes, and its text. */
  function read(text: string, facts: ValueFacts = utc): string {
    const reading = day.read(text, facts);
    return shown(reading.ok ? reading : day.readRelative?.(text, facts, () => now));
  }

  function shown(reading: ReturnType<typeof day.read> | undefined): string {
    if (reading?.ok !== true || typeof reading.value !== 'object' || reading.value.type !== 'day') return 'no day';
    const { start, end, date } = reading.value;
    return `${date}: ${[start, end].map(({ epoch }) => new Date(epoch).toISOString().slice(0, 16)).join(' ')}`;
  }

  describe('a date of a column of date-times', () => {
    it.each<[text: string, zone: string, range: string]>([
      ['2024-03-01', 'UTC', '2024-03-01T00:00 2024-03-02T00:00'],
      ['2024-03-01', 'Asia/Kathmandu', '2024-02-29T18:15 2024-03-01T18:15'],
      ['2024-03-31', 'Europe/Oslo', '2024-03-30T23:00 2024-03-31T22:00'],
      ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00 2011-12-30T10:00'],
      ['9999-12-31', 'UTC', '9999-12-31T00:00 9999-12-31T23:59'],
      ['now', 'UTC', '2024-04-15T00:00 2024-04-16T00:00'],
      ['now', 'Europe/Oslo', '2024-04-15T22:00 2024-04-16T22:00'],
      ['now-24h', 'UTC', '2024-04-14T00:00 2024-04-15T00:00'],
      ['now/h', 'UTC', '2024-04-15T00:00 2024-04-16T00:00'],
      ['now/d', 'UTC', '2024-04-15T00:00 2024-04-16T00:00'],
      ['now/M', 'UTC', '2024-04-01T00:00 2024-05-01T00:00'],
    ])('%s in %s is all of its instants', (text, zone, range) => {
      expect(read(text, { zone })).toBe(`${text}: ${range}`);
    });

    it('takes a Date in code for the day of the zone', () => {
      const late = new Date('2024-03-01T23:30:00Z');
      expect(shown(day.readNative(late, utc))).toBe('2024-03-01: 2024-03-01T00:00 2024-03-02T00:00');
      expect(shown(day.readNative(late, { zone: 'Europe/Oslo' }))).toBe(
        '2024-03-02: 2024-03-01T23:00 2024-03-02T23:00',
      );
    });

    it('refuses what is nearly a relative date as a date does', () => {
      expect(day.readRelative?.('now-7D', utc, () => now)).toEqual(
        valueKinds.date.readRelative?.('now-7D', utc, () => now),
      );
      expect(day.readRelative?.('a day', utc, () => now)).toBeUndefined();
    });

    refusesAll(day, reason, [...noDates, ['2024-03-01T10:00:00Z', 'a date-time'], ['2024-03-01Z', 'a zone']]);
    leavesAll(day, reason, [0, 1709251200000, 1n, true, null, undefined, {}, new Date(NaN), new Date(8.64e15)]);
  });

  describe('a kind that is declared for a column of another', () => {
    const names = Object.keys(valueKinds) as ValueKindName[];

    it('is read as the column keeps it for two pairs', () => {
      const pairs = names.flatMap((declared) => names.map((stored) => [declared, stored] as const));
      const kept = pairs.filter(([declared, stored]) => keptKind(declared, stored) !== undefined);
      expect(kept.map((pair) => pair.join(' in '))).toEqual(['float in real', 'date in datetime']);
      expect(keptKind('float', 'real')).toBe(valueKinds.real);
    });

    it('has the name that it was declared by, where it is a date', () => {
      expect(day.name).toBe('date');
      expect(day.storedAs).toBe('datetime');
    });
  });
});

/**
 * The zone of a process is set for good when it starts, and Jest hides it from a test; so the module runs in processes
 * of their own, against what a Date's own getters say there, which is what drivers write.
 */
describe('the clock of the process', () => {
  const moments = [
    '2024-01-01T10:00:00.123Z',
    '2024-07-01T10:00:00Z',
    '2024-03-31T00:59:59Z',
    '2024-03-31T01:00:00Z',
    '2018-11-04T03:00:00Z',
    '1900-01-01T12:00:00Z',
    '0050-01-01T12:00:00Z',
  ];

  it.each([
    ['UTC', '2024-07-01T10:00:00.000Z'],
    ['Europe/Oslo', '2024-07-01T12:00:00.000Z'],
    ['America/Sao_Paulo', '2024-07-01T07:00:00.000Z'],
    ['Asia/Kathmandu', '2024-07-01T15:45:00.000Z'],
    ['Africa/Monrovia', '2024-07-01T10:00:00.000Z'],
  ])('in %s', (zone, summer) => {
    const faces = facesIn(zone, moments);
    expect(faces[1]?.face).toBe(summer);
    expect(faces.map(({ face }) => face)).toEqual(faces.map(({ getters }) => getters));
  });
});

function facesIn(zone: string, moments: readonly string[]): readonly { face: string; getters: string }[] {
  const source = readFileSync(new URL('../../../lib/values/clock.ts', import.meta.url), 'utf8');
  const module = ts.transpile(source, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext });
  const program = `${module}
    const pad = (number, size = 2) => String(number).padStart(size, '0');
    console.log(JSON.stringify(${JSON.stringify(moments)}.map((text) => {
      const date = new Date(text);
      const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
      const time = [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(':');
      const getters = day + 'T' + time + '.' + pad(date.getMilliseconds(), 3) + 'Z';
      return { face: new Date(clockOf('local')(date.getTime())).toISOString(), getters };
    })));`;
  const options = { env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options));
}
