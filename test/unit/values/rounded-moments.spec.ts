import fc from 'fast-check';
import { type Day, valueKinds } from '../../../lib/values/index.js';
import { factor } from '../../support/thorough.js';

const zones = ['UTC', 'Europe/Oslo', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns', 'Africa/Casablanca'];

function roundedAt(text: string, zone: string, now: number): Day {
  const reading = valueKinds.datetime.readRelative?.(text, { zone }, () => now);
  if (reading?.ok !== true || typeof reading.value !== 'object' || reading.value.type !== 'day') throw new Error(text);
  return reading.value;
}

describe('a rounded moment', () => {
  it.each([
    ['2024-04-06T14:45:00Z', '2024-04-06T14:00:00Z', '2024-04-06T15:00:00Z'],
    // Half an hour later, clocks show the same time again.
    ['2024-04-06T15:15:00Z', '2024-04-06T14:30:00Z', '2024-04-06T15:30:00Z'],
  ])('now/h at %s in the repeated half-hour of Lord Howe is from %s to %s', (now, start, end) => {
    const unit = roundedAt('now/h', 'Australia/Lord_Howe', Date.parse(now));
    expect([unit.start.epoch, unit.end.epoch]).toEqual([Date.parse(start), Date.parse(end)]);
  });

  it('contains now, whatever the zone and the time', () => {
    const letters = fc.constantFrom('h', 'm', 's', 'd', 'w', 'M', 'Q', 'y');
    const around = fc.integer({ min: -7_200_000, max: 7_200_000 });
    // Hours around which clocks of these zones are set, and any other time.
    const changes = fc.constantFrom(
      '2024-04-06T15:00:00Z',
      '2024-10-05T15:30:00Z',
      '2024-10-27T01:00:00Z',
      '1970-01-01T00:00:00Z',
    );
    const times = fc.oneof(
      fc.tuple(changes, around).map(([change, by]) => Date.parse(change) + by),
      fc.integer({ min: Date.parse('1960-01-01'), max: Date.parse('2050-01-01') }),
    );
    fc.assert(
      fc.property(letters, fc.constantFrom(...zones), times, (letter, zone, now) => {
        const unit = roundedAt(`now/${letter}`, zone, now);
        expect(unit.start.epoch).toBeLessThanOrEqual(now);
        expect(unit.end.epoch).toBeGreaterThan(now);
      }),
      { numRuns: 1_000 * factor },
    );
  });
});
