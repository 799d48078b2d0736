import { DateTime } from 'luxon';
import { dateOf, midnightOf } from './calendar.js';
import { clockOf, firstInstantFrom } from './clock.js';
import { instant, isWritable } from './instant.js';
import type { Instant } from '../value.js';

/*
 * Relative dates: `now`, offsets, and at the end a rounding, as in `now-1M/M`. Years to days follow the calendar
 * in a zone, where the end of a month is its last day; hours, minutes and seconds are exact.
 */

/** The units by the letters that stand for them, in luxon's names. */
const units = {
  y: 'year',
  Q: 'quarter',
  M: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
} as const;

type Letter = keyof typeof units;
type Unit = (typeof units)[Letter];

const letters = Object.keys(units).join('');
/** The most offsets of one text: each is a calculation in a calendar, and one for each unit says every moment. */
const mostOffsets = 8;
const shape = new RegExp(`^now((?:[+-][0-9]{1,9}[${letters}]){0,${mostOffsets}})(?:/([${letters}]))?$`);
const longShape = new RegExp(`^now(?:[+-][0-9]{1,9}[${letters}]){${mostOffsets + 1}}`);
const offsets = new RegExp(`([+-][0-9]{1,9})([${letters}])`, 'g');

/** Exact units, in milliseconds. */
const exactly: Readonly<Partial<Record<Unit, number>>> = { hour: 3_600_000, minute: 60_000, second: 1_000 };

/** The end of the sentence about a text that is nearly a relative date. */
const momentExpectation =
  'must be a moment such as now, now-7d, now/d or now-1M/M: now, offsets in ' +
  `${Object.keys(units).join(' ')}, and at the end one rounding`;

const offsetsExpectation = `must be a moment of at most ${mostOffsets} offsets, such as now-1M+2d`;

const lostPlusExpectation = 'must be a moment whose "+" is written as %2B: now%2B1d';

/** A word that relative dates begin with, or that others have for them. */
const beginning = /^\s*(?:now|today|tomorrow|yesterday)/i;

/** Returns true for a text that is meant for a relative date, whether it is one or not. */
export function isMeantAsMoment(text: string): boolean {
  return beginning.test(text);
}

/** Returns why a text that is meant for a relative date is none. */
export function whyNoMoment(text: string): string {
  if (longShape.test(text)) return offsetsExpectation;
  return /^now(?:[+-][0-9]+[A-Za-z])* [0-9]/.test(text) ? lostPlusExpectation : momentExpectation;
}

/** A moment: an instant, and the whole unit around it where the text ends with a rounding. */
export interface Moment {
  readonly at: number;
  /** The calendar day of the instant, in the zone. */
  readonly date: string;
  readonly unit: WholeUnit | undefined;
}

/** A whole unit: the instants from its start to the start of the next, and its days. */
export interface WholeUnit {
  readonly start: Instant;
  readonly end: Instant;
  readonly firstDate: string;
  readonly lastDate: string;
}

/**
 * Reads a relative date.
 *
 * @param now milliseconds since 1970
 * @returns undefined for a text that is none, and for a moment outside of the years 0001 to 9999
 */
export function readMoment(text: string, zone: string, now: number): Moment | undefined {
  const [, moves = '', letter] = shape.exec(text) ?? [];
  if (!shape.test(text)) return undefined;
  let moment = DateTime.fromMillis(now, { zone });
  for (const [, number, unit] of moves.matchAll(offsets)) moment = moment.plus({ [unitOf(unit)]: Number(number) });
  if (!moment.isValid || !isWithinYears(moment)) return undefined;
  const date = dateIn(moment);
  if (letter === undefined) return { at: moment.toMillis(), date, unit: undefined };
  const unit = wholeUnit(moment, unitOf(letter), zone);
  return unit && { at: moment.toMillis(), date, unit };
}

function unitOf(letter = ''): Unit {
  const unit = Object.hasOwn(units, letter) ? units[letter as Letter] : undefined;
  if (unit === undefined) throw new TypeError(`${letter} is no unit`);
  return unit;
}

function wholeUnit(moment: DateTime, unit: Unit, zone: string): WholeUnit | undefined {
  const length = exactly[unit];
  if (length === undefined) return wholeDays(moment, unit, zone);
  // By the offset of the moment itself: where clocks are set back by half an hour, the wall's unit begins twice.
  const at = moment.toMillis();
  const wall = at + Math.round(moment.offset * 60_000);
  const start = at - (((wall % length) + length) % length);
  const date = dateIn(moment);
  if (!isWritable(start + length)) return undefined;
  return { start: instant(start), end: instant(start + length), firstDate: date, lastDate: date };
}

/** Reckons days on a calendar without clocks. Each begins at its first instant that clocks of the zone show. */
function wholeDays({ year, month, day }: DateTime, unit: Unit, zone: string): WholeUnit | undefined {
  const first = DateTime.utc(year, month, day).startOf(unit);
  const next = first.plus({ [unit]: 1 });
  if (!isWithinYears(first) || !isWithinYears(next)) return undefined;
  const [start, end] = [first, next].map((date) => startOfDay(dateIn(date), zone));
  if (start === undefined || end === undefined) return undefined;
  return { start, end, firstDate: dateIn(first), lastDate: dateIn(next.minus({ days: 1 })) };
}

function startOfDay(date: string, zone: string): Instant | undefined {
  const midnight = midnightOf(date);
  const epoch = midnight === undefined ? NaN : firstInstantFrom(midnight, clockOf(zone));
  return isWritable(epoch) ? instant(epoch) : undefined;
}

function isWithinYears({ year }: DateTime): boolean {
  return year >= 1 && year <= 9_999;
}

function dateIn({ year, month, day }: DateTime): string {
  return dateOf(Date.parse(DateTime.utc(year, month, day).toISO() ?? ''));
}
