import { type Conditions, any, at, oneOf, withText, withoutText, withoutValue } from './conditions.js';
import { type Operand, numeric, operand, text } from './operands.js';
import { type Asked, type Operators, is, isNot, isObject, refusal } from './operators.js';

/** Columns of text. Negative operators include rows without a value, as in the grid. */
const texts = {
  contains: (asked) => is(asked, '$containsi', trimmed(asked.value, asked)),
  doesNotContain: (asked) => isNot(asked, '$containsi', trimmed(asked.value, asked)),
  equals: (asked) => is(asked, '$eqi', trimmed(asked.value, asked)),
  doesNotEqual: (asked) => isNot(asked, '$eqi', trimmed(asked.value, asked)),
  startsWith: (asked) => is(asked, '$startsWithi', trimmed(asked.value, asked)),
  endsWith: (asked) => is(asked, '$endsWithi', trimmed(asked.value, asked)),
  isEmpty: ({ path }) => withoutText(path),
  isNotEmpty: ({ path }) => withText(path),
  isAnyOf: (asked) => any(members(asked).map((member) => is(asked, '$eqi', trimmed(member, asked)))),
} satisfies Operators;

const numbers = {
  '=': (asked) => is(asked, '$eq', numeric(asked.value, asked)),
  // Rows without a value are included: in the grid, they differ from the number.
  '!=': (asked) => isNot(asked, '$eq', numeric(asked.value, asked)),
  '>': (asked) => is(asked, '$gt', numeric(asked.value, asked)),
  '>=': (asked) => is(asked, '$gte', numeric(asked.value, asked)),
  '<': (asked) => is(asked, '$lt', numeric(asked.value, asked)),
  '<=': (asked) => is(asked, '$lte', numeric(asked.value, asked)),
  isEmpty: hasNoValue,
  isNotEmpty: hasValue,
  isAnyOf: (asked) =>
    oneOf(
      asked.path,
      members(asked).map((member) => numeric(member, asked)),
    ),
} satisfies Operators;

/** Columns of days. Only `isEmpty` finds rows without a value. */
const dates = {
  is: (asked) => is(asked, '$eq', day(asked)),
  not: (asked) => is(asked, '$ne', day(asked)),
  after: (asked) => is(asked, '$gt', day(asked)),
  onOrAfter: (asked) => is(asked, '$gte', day(asked)),
  before: (asked) => is(asked, '$lt', day(asked)),
  onOrBefore: (asked) => is(asked, '$lte', day(asked)),
  isEmpty: hasNoValue,
  isNotEmpty: hasValue,
} satisfies Operators;

/** Columns of instants. The grid compares with the beginning of a minute; `is` finds the whole minute. */
const dateTimes = {
  is: (asked) => at(asked.path, { $gte: minute(asked), $lt: minute(asked, 1) }),
  not: (asked) => any([is(asked, '$lt', minute(asked)), is(asked, '$gte', minute(asked, 1))]),
  after: (asked) => is(asked, '$gt', minute(asked)),
  onOrAfter: (asked) => is(asked, '$gte', minute(asked)),
  before: (asked) => is(asked, '$lt', minute(asked)),
  onOrBefore: (asked) => is(asked, '$lte', minute(asked)),
  isEmpty: hasNoValue,
  isNotEmpty: hasValue,
} satisfies Operators;

/** Columns of booleans. A missing value counts as false. */
const booleans = {
  is: (asked) => (boolean(asked) ? is(asked, '$eq', true) : isNot(asked, '$eq', true)),
} satisfies Operators;

/** Columns of a choice. Negative operators include rows without a value. */
const choices = {
  is: (asked) => is(asked, '$eq', choice(asked.value, asked)),
  not: (asked) => isNot(asked, '$eq', choice(asked.value, asked)),
  isAnyOf: (asked) =>
    oneOf(
      asked.path,
      members(asked).map((member) => (member === null ? null : choice(member, asked))),
    ),
} satisfies Operators;

/** Operators of the grid, by the type of the column: one name has several meanings. */
export const muiOperators: Readonly<Record<string, Operators>> = {
  string: texts,
  longText: texts,
  number: numbers,
  date: dates,
  dateTime: dateTimes,
  boolean: booleans,
  singleSelect: choices,
};

function hasNoValue({ path }: Asked): Conditions {
  return withoutValue(path);
}

function hasValue({ path }: Asked): Conditions {
  return at(path, { $notNull: true });
}

function members(asked: Asked): readonly unknown[] {
  if (Array.isArray(asked.value)) return asked.value;
  throw refusal(asked.place, 'takes a list');
}

function trimmed(value: unknown, asked: Asked): string {
  return text(text(value, asked).trim(), asked);
}

/** Reads the day of a Date that the grid made from an input's text: midnight in UTC. */
function day(asked: Asked): string {
  return dateOf(asked).toISOString().slice(0, 10);
}

/** Reads the beginning of a minute, or of a later one. */
function minute(asked: Asked, later = 0): Date {
  const date = dateOf(asked);
  date.setSeconds(0, 0);
  return new Date(date.getTime() + later * 60_000);
}

function dateOf({ value, place }: Asked): Date {
  const date = new Date(typeof value === 'string' || value instanceof Date ? value : NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw refusal(place, 'takes a Date, or the text of one');
}

function boolean({ value, place }: Asked): boolean {
  const name = String(value).toLowerCase();
  if (name === 'true' || name === 'false') return name === 'true';
  throw refusal(place, 'takes true or false');
}

/** Reads an option of a column, or the value of an option with a label. */
function choice(value: unknown, asked: Asked): Operand {
  return operand(isObject(value) && 'value' in value ? value['value'] : value, asked);
}
