import { IANAZone } from 'luxon';

/**
 * Clock of a time zone: a function from an instant, in milliseconds since 1970, to the wall time there. A wall time is
 * written as the instant when a UTC clock shows it, so that the two can be added and compared.
 */
export type Clock = (instant: number) => number;

const minute = 60_000;
const day = 86_400_000;

const offsetShape = /^[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

/** Clocks by zone. There are few, because only the program's settings name them, never a client. */
const clocks = new Map<string, Clock>();

/**
 * Returns the clock of a zone by any name that hosts and drivers give it: `Europe/Oslo`, `+05:45`, `Z`, `UTC`, `local`.
 *
 * @throws RangeError for an unknown zone
 */
export function clockOf(zone: string): Clock {
  const existing = clocks.get(zone);
  if (existing !== undefined) return existing;
  const clock = clockNamed(zone);
  if (clock === undefined) throw new RangeError(`${zone} is not a time zone`);
  clocks.set(zone, clock);
  return clock;
}

function clockNamed(zone: string): Clock | undefined {
  if (/^(?:utc|z)$/i.test(zone)) return (instant) => instant;
  if (zone === 'local') return clockOfProcess;
  if (offsetShape.test(zone)) return (instant) => instant + offsetIn(zone);
  const iana = IANAZone.create(zone);
  // Until about 1900 clocks followed the sun, with seconds in their offsets, which luxon gives
  // as fractions of a minute.
  return iana.isValid ? (instant) => instant + Math.round(iana.offset(instant) * minute) : undefined;
}

/** Returns an offset such as `+05:45` or `Z` in milliseconds. */
export function offsetIn(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const size = (Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6))) * minute;
  return text.startsWith('-') ? -size : size;
}

/** Reads the wall time from a Date as drivers do, so that even the odd seconds of old offsets are the same. */
function clockOfProcess(instant: number): number {
  const shown = new Date(instant);
  const wallTime = new Date(0);
  wallTime.setUTCFullYear(shown.getFullYear(), shown.getMonth(), shown.getDate());
  return wallTime.setUTCHours(shown.getHours(), shown.getMinutes(), shown.getSeconds(), shown.getMilliseconds());
}

/**
 * Returns the instant when a clock shows a wall time: the earlier of two, or undefined for a time that a change of
 * the clock skips. A day away on either side, the clock runs as it did before the change, and as it will after it.
 */
export function instantShowing(wallTime: number, clock: Clock): number | undefined {
  const instants = [wallTime - day, wallTime + day]
    .map((near) => wallTime - (clock(near) - near))
    .filter((instant) => clock(instant) === wallTime);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/**
 * Returns the first instant when a clock shows a wall time. If the clock skips the time, this is
 * the instant of the change.
 */
export function firstInstantFrom(wallTime: number, clock: Clock): number {
  return instantShowing(wallTime, clock) ?? changeAround(wallTime, clock);
}

/**
 * Returns an instant, or the last one at which a clock still shows a year: at its end, some zones are already in the
 * next.
 */
export function lastUpTo(year: number, instant: number, clock: Clock): number {
  const next = Date.UTC(year + 1, 0);
  return clock(instant) >= next ? (instantShowing(next - 1, clock) ?? instant) : instant;
}

/** Finds the instant of a change by halving. No clock is a day away from UTC, so the change lies between these two. */
function changeAround(wallTime: number, clock: Clock): number {
  let before = wallTime - day;
  let after = wallTime + day;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle) < wallTime) before = middle;
    else after = middle;
  }
  return after;
}
