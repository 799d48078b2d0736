import fc from 'fast-check';
import { valueKinds } from '../../../lib/values/index.js';
import type { FilterValue } from '../../../lib/values/index.js';
import { runs as numRuns } from '../../e2e/properties/settings.js';

const { datetime, date } = valueKinds;

function readAt(kind: typeof date, text: string, now: string, zone: string): FilterValue | string {
  const reading = kind.readRelative?.(text, { zone }, () => Date.parse(now));
  if (reading === undefined) return 'not meant';
  return reading.ok ? reading.value : reading.reason;
}

/** Prints what a relative date stands for: an instant, or a start and an end; for a date its first and last day. */
function resolved(kind: typeof date, text: string, now: string, zone: string): string {
  const value = readAt(kind, text, now, zone);
  return typeof value === 'object' ? (kind.printResolved?.(value) ?? '') : String(value);
}

const oslo = 'Europe/Oslo';
const newYork = 'America/New_York';

/** Clocks: Oslo goes forward on 2024-03-31 at 02:00 and back on 2024-10-27 at 03:00; New York on 03-10 and 11-03. */
const moments: readonly (readonly [text: string, now: string, zone: string, expected: string])[] = [
  ['now', '2024-03-01T10:20:30.456Z', 'UTC', '2024-03-01T10:20:30.456Z'],
  ['now-7d', '2024-03-01T10:20:30Z', 'UTC', '2024-02-23T10:20:30Z'],
  ['now+1M', '2024-01-31T10:00:00Z', 'UTC', '2024-02-29T10:00:00Z'],
  ['now+1M', '2023-01-31T10:00:00Z', 'UTC', '2023-02-28T10:00:00Z'],
  ['now+1M-2d', '2024-01-31T10:00:00Z', 'UTC', '2024-02-27T10:00:00Z'],
  ['now-2d+1M', '2024-01-31T10:00:00Z', 'UTC', '2024-02-29T10:00:00Z'],
  ['now+1M+1M', '2024-01-31T10:00:00Z', 'UTC', '2024-03-29T10:00:00Z'],
  ['now+2M', '2024-01-31T10:00:00Z', 'UTC', '2024-03-31T10:00:00Z'],
  ['now-1y', '2024-02-29T10:00:00Z', 'UTC', '2023-02-28T10:00:00Z'],
  ['now+4y', '2024-02-29T10:00:00Z', 'UTC', '2028-02-29T10:00:00Z'],
  ['now-1Q', '2024-05-31T10:00:00Z', 'UTC', '2024-02-29T10:00:00Z'],
  ['now-2w', '2024-01-05T10:00:00Z', 'UTC', '2023-12-22T10:00:00Z'],
  ['now-90m', '2024-03-01T00:30:00Z', 'UTC', '2024-02-29T23:00:00Z'],
  ['now+30s', '2024-12-31T23:59:45Z', 'UTC', '2025-01-01T00:00:15Z'],
  ['now-0d', '2024-03-01T10:00:00Z', 'UTC', '2024-03-01T10:00:00Z'],
  // A day keeps the time that the clock shows; 24 hours are exact.
  ['now+1d', '2024-03-30T11:00:00Z', oslo, '2024-03-31T10:00:00Z'],
  ['now+24h', '2024-03-30T11:00:00Z', oslo, '2024-03-31T11:00:00Z'],
  ['now-1d', '2024-10-27T11:00:00Z', oslo, '2024-10-26T10:00:00Z'],
  ['now-24h', '2024-10-27T11:00:00Z', oslo, '2024-10-26T11:00:00Z'],
  ['now+1d', '2024-03-09T17:00:00Z', newYork, '2024-03-10T16:00:00Z'],
  ['now+1d', '2024-11-02T16:00:00Z', newYork, '2024-11-03T17:00:00Z'],
  // A time that is skipped is the one after the change.
  ['now+1d', '2024-03-30T01:30:00Z', oslo, '2024-03-31T01:30:00Z'],
  // Whole units.
  ['now/d', '2024-02-29T10:00:00Z', 'UTC', '2024-02-29T00:00:00Z/2024-03-01T00:00:00Z'],
  ['now/d', '2024-03-31T10:00:00Z', oslo, '2024-03-30T23:00:00Z/2024-03-31T22:00:00Z'],
  ['now/d', '2024-10-27T10:00:00Z', oslo, '2024-10-26T22:00:00Z/2024-10-27T23:00:00Z'],
  ['now/d', '2024-03-10T16:00:00Z', newYork, '2024-03-10T05:00:00Z/2024-03-11T04:00:00Z'],
  ['now/d', '2024-11-03T16:00:00Z', newYork, '2024-11-03T04:00:00Z/2024-11-04T05:00:00Z'],
  ['now/d', '2024-02-29T23:30:00Z', oslo, '2024-02-29T23:00:00Z/2024-03-01T23:00:00Z'],
  ['now-1d/d', '2024-03-01T00:00:00Z', 'UTC', '2024-02-29T00:00:00Z/2024-03-01T00:00:00Z'],
  ['now/w', '2024-12-31T10:00:00Z', 'UTC', '2024-12-30T00:00:00Z/2025-01-06T00:00:00Z'],
  ['now/w', '2021-01-03T10:00:00Z', 'UTC', '2020-12-28T00:00:00Z/2021-01-04T00:00:00Z'],
  ['now-1w/w', '2026-01-01T10:00:00Z', 'UTC', '2025-12-22T00:00:00Z/2025-12-29T00:00:00Z'],
  ['now/w', '2024-04-01T10:00:00Z', oslo, '2024-03-31T22:00:00Z/2024-04-07T22:00:00Z'],
  ['now/M', '2024-02-10T10:00:00Z', 'UTC', '2024-02-01T00:00:00Z/2024-03-01T00:00:00Z'],
  ['now-1M/M', '2024-03-31T10:00:00Z', 'UTC', '2024-02-01T00:00:00Z/2024-03-01T00:00:00Z'],
  ['now/M', '2024-03-15T10:00:00Z', newYork, '2024-03-01T05:00:00Z/2024-04-01T04:00:00Z'],
  ['now/Q', '2024-05-31T10:00:00Z', 'UTC', '2024-04-01T00:00:00Z/2024-07-01T00:00:00Z'],
  ['now-1Q/Q', '2024-01-15T10:00:00Z', 'UTC', '2023-10-01T00:00:00Z/2024-01-01T00:00:00Z'],
  ['now/y', '2024-12-31T23:30:00Z', oslo, '2024-12-31T23:00:00Z/2025-12-31T23:00:00Z'],
  ['now/h', '2024-10-27T00:30:00Z', oslo, '2024-10-27T00:00:00Z/2024-10-27T01:00:00Z'],
  ['now/h', '2024-10-27T01:30:00Z', oslo, '2024-10-27T01:00:00Z/2024-10-27T02:00:00Z'],
  ['now/h', '2024-03-01T10:20:00Z', 'Asia/Kathmandu', '2024-03-01T10:15:00Z/2024-03-01T11:15:00Z'],
  ['now/m', '2024-03-01T10:20:30.456Z', 'UTC', '2024-03-01T10:20:00Z/2024-03-01T10:21:00Z'],
  ['now/s', '2024-03-01T10:20:30.456Z', 'UTC', '2024-03-01T10:20:30Z/2024-03-01T10:20:31Z'],
  // Clocks went forward at midnight: the day begins an hour later.
  ['now/d', '2018-11-04T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00Z/2018-11-05T02:00:00Z'],
];

const dates: typeof moments = [
  ['now', '2024-02-29T23:30:00Z', 'UTC', '2024-02-29/2024-02-29'],
  ['now', '2024-02-29T23:30:00Z', oslo, '2024-03-01/2024-03-01'],
  ['now/h', '2024-02-29T23:30:00Z', oslo, '2024-03-01/2024-03-01'],
  ['now-7d', '2024-03-01T10:00:00Z', 'UTC', '2024-02-23/2024-02-23'],
  ['now/w', '2024-12-31T10:00:00Z', 'UTC', '2024-12-30/2025-01-05'],
  ['now/M', '2024-02-10T10:00:00Z', 'UTC', '2024-02-01/2024-02-29'],
  ['now/M', '2023-02-10T10:00:00Z', 'UTC', '2023-02-01/2023-02-28'],
  ['now-1M/M', '2024-03-31T10:00:00Z', newYork, '2024-02-01/2024-02-29'],
  ['now/Q', '2024-05-31T10:00:00Z', 'UTC', '2024-04-01/2024-06-30'],
  ['now/y', '2024-12-31T23:30:00Z', oslo, '2025-01-01/2025-12-31'],
];

describe('a relative date', () => {
  it.each(moments)('%s at %s in %s is %s', (text, now, zone, expected) => {
    expect(resolved(datetime, text, now, zone)).toBe(expected);
    const value = readAt(datetime, text, now, zone);
    expect(typeof value === 'object' && datetime.print(value)).toBe(text);
  });

  it.each(dates)('%s at %s in %s is the days %s', (text, now, zone, expected) => {
    expect(resolved(date, text, now, zone)).toBe(expected);
    const value = readAt(date, text, now, zone);
    expect(typeof value === 'object' && date.print(value)).toBe(text);
  });

  // prettier-ignore
  it.each([
    ...['now-7D', 'now-7', 'now-d', 'now--1d', 'now-1.5d', 'now-1d-', 'now/', 'now/D', 'now/d/d', 'now/d-7d', 'now-7d/x'],
    ...['NOW', 'Now', ' now', 'now ', 'nowhere', 'today', 'Today', 'tomorrow', 'yesterday', 'now-1234567890d', 'now-1d\n'],
    ...['now-9999y', 'now+999999999y', 'now+7974y/y', 'now-9999999999M', 'now+１d'],
  ])('is not %j, which is refused with the grammar', (text) => {
    const reasons = [datetime, date].map((kind) => readAt(kind, text, '2026-01-15T10:00:00Z', 'UTC'));
    expect(reasons.map(String).every((reason) => reason.includes('now-1M/M'))).toBe(true);
  });

  it.each(['now 1d', 'now-1M 2d', 'now 7d/d'])('has lost a plus in %s', (text) => {
    expect(readAt(datetime, text, '2026-01-15T10:00:00Z', 'UTC')).toContain('%2B');
  });

  it.each(['2024-02-30', '', 'soon', '17', 'then-7d'])('is not meant by %j', (text) => {
    expect(readAt(datetime, text, '2026-01-15T10:00:00Z', 'UTC')).toBe('not meant');
  });

  it('has the days that arithmetic without clocks gives, in a zone without changes', () => {
    const day = 86_400_000;
    const floorTo = (time: number, size: number) => Math.floor(time / size) * size;
    const between = { min: Date.parse('1900-01-01T00:00:00Z'), max: Date.parse('2200-01-01T00:00:00Z') };
    const units = { w: 7 * day, d: day, h: 3_600_000, m: 60_000, s: 1_000 } as const;
    fc.assert(
      fc.property(
        fc.integer(between),
        fc.array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.constantFrom('w', 'd', 'h', 'm', 's')), {
          maxLength: 3,
        }),
        fc.constantFrom('d', 'h', 'm', 's', undefined),
        (now, moves, rounding) => {
          const offsets = moves.map(([number, unit]) => `${number < 0 ? '-' : '+'}${Math.abs(number)}${unit}`).join('');
          const at = moves.reduce((time, [number, unit]) => time + number * units[unit], now);
          const text = `now${offsets}${rounding === undefined ? '' : `/${rounding}`}`;
          const value = readAt(datetime, text, new Date(now).toISOString(), 'UTC');
          if (rounding === undefined) expect(value).toMatchObject({ type: 'instant', epoch: at });
          else {
            const start = floorTo(at, units[rounding]);
            expect(value).toMatchObject({
              type: 'day',
              start: { epoch: start },
              end: { epoch: start + units[rounding] },
            });
          }
        },
      ),
      { numRuns },
    );
  });

  it('lies within the unit that it is rounded to, and months are those of the calendar, in any zone', () => {
    const between = { min: Date.parse('1970-01-01T00:00:00Z'), max: Date.parse('2037-01-01T00:00:00Z') };
    fc.assert(
      fc.property(
        fc.integer(between),
        fc.constantFrom('y', 'Q', 'M', 'w', 'd'),
        fc.constantFrom('UTC', oslo, newYork, 'Asia/Kathmandu', 'Pacific/Apia'),
        (now, unit, zone) => {
          const value = readAt(datetime, `now/${unit}`, new Date(now).toISOString(), zone);
          if (typeof value !== 'object' || value.type !== 'day') throw new Error('no range');
          expect(value.start.epoch <= now && now < value.end.epoch).toBe(true);
          // The clock of JavaScript itself shows midnight of a first day at both ends.
          const shown = (epoch: number) =>
            new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(epoch);
          for (const { epoch } of [value.start, value.end]) {
            expect(shown(epoch)).not.toBe(shown(epoch - 1));
            if (unit === 'M' || unit === 'Q' || unit === 'y') expect(shown(epoch)).toMatch(/-01$/);
            if (unit === 'y') expect(shown(epoch)).toMatch(/-01-01$/);
            if (unit === 'w') expect(new Date(`${shown(epoch)}T00:00:00Z`).getUTCDay()).toBe(1);
          }
        },
      ),
      { numRuns },
    );
  });
});
