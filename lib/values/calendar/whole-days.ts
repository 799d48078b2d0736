import type { Instant } from '../value.js';
import { clockOf, firstInstantFrom } from './clock.js';
import { instant, nearestWritable } from './instant.js';

const day = 86_400_000;

/** The instants of whole days: from the start of the first up to the start of the day after the last. */
export interface WholeDays {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Returns the instants of whole days in a zone, within the years that engines can write: the last day of the year 9999
 * ends a microsecond early. A day that a zone left out, as Samoa did in 2011, starts where it ends and contains
 * nothing.
 *
 * @param first the midnight of the first day on a clock without a zone, in milliseconds since 1970
 * @param last the midnight of the last day
 */
export function wholeDays(first: number, last: number, zone: string): WholeDays {
  const clock = clockOf(zone);
  const firstInstant = (wallTime: number) => nearestWritable(instant(firstInstantFrom(wallTime, clock)));
  return { start: firstInstant(first), end: firstInstant(last + day) };
}
