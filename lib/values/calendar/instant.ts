import type { Clock } from './clock.js';
import type { Instant } from '../value.js';

const firstEpoch = Date.parse('0001-01-01T00:00:00.000Z');
const lastEpoch = Date.parse('9999-12-31T23:59:59.999Z');

/** Makes an instant of milliseconds since 1970, and microseconds beyond them. */
export function instant(epoch: number, micros = 0): Instant {
  return { type: 'instant', epoch, micros };
}

/** Ends of the range that all engines can write: years of four digits, and no year 0. */
const first = instant(firstEpoch);
const last = instant(lastEpoch, 999);

/** Returns true for an epoch in the years 0001 to 9999 of UTC, and false for the NaN of an invalid Date. */
export function isWritable(epoch: number): boolean {
  return epoch >= firstEpoch && epoch <= lastEpoch;
}

/** Returns the instant itself, or the nearest that all engines can write. */
export function nearestWritable(value: Instant): Instant {
  if (value.epoch < firstEpoch) return first;
  return value.epoch > lastEpoch ? last : value;
}

/**
 * Returns the wall time of a clock at an instant, written as an instant of UTC. It is limited to the years that can be
 * written: at either end, some zones are already in another year.
 */
export function wallTimeAt(value: Instant, clock: Clock): Instant {
  return nearestWritable(instant(clock(value.epoch), value.micros));
}

/**
 * Prints an instant in UTC to the second, as SQLite's own functions do: `2024-03-01 10:00:00`. A fraction is left out.
 * Every bound moment is printed here: V8 takes three times as long for `toISOString` as for the parts.
 */
export function secondsSpelling({ epoch }: Instant): string {
  const at = new Date(epoch);
  const year = String(at.getUTCFullYear()).padStart(4, '0');
  const date = `${year}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`;
  return `${date} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}:${twoDigits(at.getUTCSeconds())}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Prints the fraction of an instant's second with its point, in three or six digits, or nothing without a fraction. */
export function fractionOf({ epoch, micros }: Instant): string {
  const milliseconds = ((epoch % 1_000) + 1_000) % 1_000;
  if (milliseconds === 0 && micros === 0) return '';
  return fractionText(String(milliseconds * 1_000 + micros).padStart(6, '0'));
}

/** Prints up to six digits of a fraction in canonical form: none, three or six of them, after a point. */
export function fractionText(digits: string): string {
  const micros = digits.padEnd(6, '0');
  if (micros === '000000') return '';
  return micros.endsWith('000') ? `.${micros.slice(0, 3)}` : `.${micros}`;
}
