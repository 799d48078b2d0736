import { type Conditions, at } from './conditions.js';
import { type Operand, list, operand, text } from './operands.js';
import { dateOr } from './query-builder-dates.js';
import { type Asked, type Operators, is, refusal } from './operators.js';

/** Operators of React Query Builder. A missing value satisfies only `null`, as in the SQL that it writes. */
export const ruleOperators = {
  '=': (asked) => is(asked, '$eq', dateOr(asked.value, asked, undefined)),
  '!=': (asked) => is(asked, '$ne', dateOr(asked.value, asked, undefined)),
  '<': (asked) => is(asked, '$lt', dateOr(asked.value, asked, 'start')),
  '<=': (asked) => is(asked, '$lte', dateOr(asked.value, asked, 'end')),
  '>': (asked) => is(asked, '$gt', dateOr(asked.value, asked, 'end')),
  '>=': (asked) => is(asked, '$gte', dateOr(asked.value, asked, 'start')),
  contains: (asked) => is(asked, '$contains', text(asked.value, asked)),
  beginsWith: (asked) => is(asked, '$startsWith', text(asked.value, asked)),
  endsWith: (asked) => is(asked, '$endsWith', text(asked.value, asked)),
  doesNotContain: (asked) => is(asked, '$notContains', text(asked.value, asked)),
  doesNotBeginWith: (asked) => is(asked, '$not', { $startsWith: text(asked.value, asked) }),
  doesNotEndWith: (asked) => is(asked, '$not', { $endsWith: text(asked.value, asked) }),
  null: (asked) => is(asked, '$null', true),
  notNull: (asked) => is(asked, '$notNull', true),
  in: (asked) => is(asked, '$in', listOf(asked)),
  notIn: (asked) => is(asked, '$notIn', listOf(asked)),
  between: (asked) => is(asked, '$between', pairOf(asked)),
  notBetween: (asked) => is(asked, '$notBetween', pairOf(asked)),
} satisfies Operators;

/** Reads a list, or a text with commas. `\,` is a comma within a value. */
function listOf(asked: Asked): readonly Operand[] {
  const { value } = asked;
  if (typeof value === 'number' || typeof value === 'bigint') return [operand(value, asked)];
  if (typeof value === 'string') return list(parts(value).filter(isFilledIn), asked);
  return list(Array.isArray(value) ? value.map((each) => dateOr(trimmed(each), asked, undefined)) : value, asked);
}

function pairOf(asked: Asked): readonly Operand[] {
  const { value } = asked;
  const pair = typeof value === 'string' ? parts(value) : value;
  if (Array.isArray(pair) && pair.length === 2) {
    const [lower, upper] = pair.map(trimmed);
    if (isFilledIn(lower) && isFilledIn(upper)) return [dateOr(lower, asked, 'start'), dateOr(upper, asked, 'end')];
  }
  throw refusal(asked.place, 'takes two values, lower and upper');
}

function parts(value: string): readonly string[] {
  return value.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function isFilledIn(value: unknown): boolean {
  return value !== '';
}

/** A rule about the related rows that match a group. Without conditions it is about all related rows. */
export interface Matched extends Asked {
  readonly conditions: Conditions | undefined;
}

/** Match modes of React Query Builder. The value of a rule is its threshold. */
export const matchModes = {
  all: ({ path, conditions }) => (conditions === undefined ? {} : at(path, { $every: conditions })),
  some: ({ path, conditions }) => at(path, conditions === undefined ? { $exists: true } : { $some: conditions }),
  none: ({ path, conditions }) => at(path, conditions === undefined ? { $exists: false } : { $none: conditions }),
  atLeast: (asked) => counted(asked, '$gte'),
  atMost: (asked) => counted(asked, '$lte'),
  exactly: (asked) => counted(asked, '$eq'),
} satisfies Operators<Matched>;

/**
 * Returns the condition on the number of matching rows. A fraction would be a share of them,
 * which no operator asks for.
 */
function counted({ place, path, value, conditions }: Matched, token: string): Conditions {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw refusal(place, 'takes a whole number of rows as its threshold');
  }
  return at(path, { $count: { [token]: value, ...(conditions !== undefined && { $where: conditions }) } });
}
