import { midnightOf } from '../calendar/calendar.js';
import { wholeDays } from '../calendar/whole-days.js';
import { accepted, refused } from '../canonical.js';
import type { ValueKind } from '../value-kind.js';
import type { FilterValue, Reading, ValueFacts } from '../value.js';
import { date } from './date.js';
import { datetime } from './datetime.js';

/**
 * A calendar date that is asked of a column of date-times. It is read as a date is, and means the whole day: the column
 * keeps moments of it.
 */
export const day: ValueKind = {
  ...datetime,
  name: date.name,
  expects: (facts) => date.expects(facts),
  read: (text, facts) => daysOf(date.read(text, facts), facts),
  readNative: (value, facts) => daysOf(date.readNative(value, facts), facts),
  readRelative: (text, facts, now) => {
    const reading = date.readRelative?.(text, facts, now);
    return reading && daysOf(reading, facts);
  },
};

/** Returns the instants of the days that were read. */
function daysOf(reading: Reading, facts: ValueFacts): Reading {
  if (!reading.ok) return reading;
  const { first, last, text } = named(reading.value);
  const [from, to] = [midnightOf(first), midnightOf(last)];
  if (from === undefined || to === undefined) return refused(date.expects(facts));
  return accepted({ type: 'day', date: text, ...wholeDays(from, to, facts.zone) });
}

/** Returns the first and the last day of a date or of a relative date, and its text. */
function named(value: FilterValue): { readonly first: string; readonly last: string; readonly text: string } {
  const text = date.print(value);
  if (typeof value !== 'object' || value.type !== 'days') return { first: text, last: text, text };
  return { first: value.first, last: value.last, text };
}
