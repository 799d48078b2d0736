import type { Clock } from './clock.js';
import type { Instant } from './value.js';

const firstEpoch = Date.parse('0001-01-01T00:00:00.000Z');
const lastEpoch = Date.parse('9999-12-31T23:59:59.999Z');

export function instant(epoch: number, micros = 0): Instant {
  return { type: 'instant', epoch, micros };
}

/** Between them lies every date-time that all engines can write: four digits of a year, and no year 0. */
const first = instant(firstEpoch);
const last = instant(lastEpoch, 999);

/** Whether a moment, told in UTC, is in the years 0001 to 9999. False for the epoch of an invalid Date, which is NaN. */
export function isWritable(epoch: number): boolean {
  return epoch >= firstEpoch && epoch <= lastEpoch;
}

/** The moment itself, or the nearest that can be written. */
export function nearestWritable(value: Instant): Instant {
  if (value.epoch < firstEpoch) return first;
  return value.epoch > lastEpoch ? last : value;
}

/** The face that a clock shows at a moment, held to what can be written: the first and last hours have no face everywhere. */
export function faceAt(value: Instant, clock: Clock): Instant {
  return nearestWritable(instant(clock(value.epoch), value.micros));
}

/** Whether a moment is within a second, and not at its start. */
export function hasFraction(value: Instant): boolean {
  return fractionOf(value) !== '';
}

/** A moment in UTC to the second: `2024-03-01 10:00:00`, as SQLite's own functions write it. Any fraction is left out. */
export function secondsSpelling(value: Instant): string {
  const iso = new Date(value.epoch).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The fraction of its second with its point, in three or six digits, or nothing where there is none. */
export function fractionOf({ epoch, micros }: Instant): string {
  const milliseconds = ((epoch % 1_000) + 1_000) % 1_000;
  if (milliseconds === 0 && micros === 0) return '';
  return fractionText(String(milliseconds * 1_000 + micros).padStart(6, '0'));
}

/** Up to six digits of a fraction, made canonical: none, three or six of them, after a point. */
export function fractionText(digits: string): string {
  const micros = digits.padEnd(6, '0');
  if (micros === '000000') return '';
  return micros.endsWith('000') ? `.${micros.slice(0, 3)}` : `.${micros}`;
}
