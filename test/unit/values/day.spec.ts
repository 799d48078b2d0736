import { keptKind, valueKinds, type ValueFacts, type ValueKindName } from '../../../lib/values/index.js';
import { leavesAll, refusesAll, utc } from './cases.js';
import { noDates } from './no-dates.js';

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
    expect(shown(day.readNative(late, { zone: 'Europe/Oslo' }))).toBe('2024-03-02: 2024-03-01T23:00 2024-03-02T23:00');
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
