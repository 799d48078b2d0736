import { IANAZone } from 'luxon';

/**
 * The clock on the wall of a time zone: given a moment, in milliseconds since 1970, it tells its face. A face is written
 * as the moment at which a clock in UTC shows the same, so that the two can be added and compared.
 */
export type Clock = (moment: number) => number;

const minute = 60_000;
const day = 86_400_000;

const offsetShape = /^[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]$/;

/** Whether {@link clockOf} knows the zone. Whoever takes a zone from a host asks this at boot. */
export function isZone(zone: string): boolean {
  return clockNamed(zone) !== undefined;
}

/** By zone, of which a program knows a few: its own settings name them, never a client. */
const clocks = new Map<string, Clock>();

/** The clock of a zone, by the names that hosts and drivers give it: `Europe/Oslo`, `+05:45`, `Z`, `UTC`, `local`. */
export function clockOf(zone: string): Clock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = clockNamed(zone);
  if (clock === undefined) throw new RangeError(`${zone} is not a time zone`);
  clocks.set(zone, clock);
  return clock;
}

function clockNamed(zone: string): Clock | undefined {
  if (/^(?:utc|z)$/i.test(zone)) return (moment) => moment;
  if (zone === 'local') return clockOfProcess;
  if (offsetShape.test(zone)) return (moment) => moment + offsetIn(zone);
  const iana = IANAZone.create(zone);
  // Until about 1900 clocks followed the sun, with seconds in their offsets, which luxon tells as fractions of a minute.
  return iana.isValid ? (moment) => moment + Math.round(iana.offset(moment) * minute) : undefined;
}

/** What `±hh:mm` is in milliseconds. */
export function offsetIn(text: string): number {
  const size = (Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6))) * minute;
  return text.startsWith('-') ? -size : size;
}

/** Read from a Date the way that drivers read it, so that even the odd seconds of old offsets are the same. */
function clockOfProcess(moment: number): number {
  const shown = new Date(moment);
  const face = new Date(0);
  face.setUTCFullYear(shown.getFullYear(), shown.getMonth(), shown.getDate());
  return face.setUTCHours(shown.getHours(), shown.getMinutes(), shown.getSeconds(), shown.getMilliseconds());
}

/**
 * The moment at which a clock shows a face: the earlier where it does so twice, undefined where a change skips it. A day
 * away on either side, the clock goes as it did before a change and as it will after it.
 */
export function momentShowing(face: number, clock: Clock): number | undefined {
  const moments = [face - day, face + day]
    .map((near) => face - (clock(near) - near))
    .filter((moment) => clock(moment) === face);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** The first moment at which a clock shows a face or, where that is skipped, a later one: the moment of the change. */
export function firstMomentFrom(face: number, clock: Clock): number {
  return momentShowing(face, clock) ?? changeAround(face, clock);
}

/** No clock is a day away from UTC, so the change lies between these two; halving finds it. */
function changeAround(face: number, clock: Clock): number {
  let before = face - day;
  let after = face + day;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle) < face) before = middle;
    else after = middle;
  }
  return after;
}
