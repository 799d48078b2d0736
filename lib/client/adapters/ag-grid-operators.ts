import { at, withText, withoutText, withoutValue } from './conditions.js';
import { type Operand, operand, text } from './operands.js';
import { type Asked, type Operators, is, isNot, refusal } from './operators.js';

/** A condition of an AG Grid filter, with its column's parameters. */
export interface AgAsked extends Asked {
  readonly to: unknown;
  /** Reads a value of the filter's type. */
  readonly read: (value: unknown, asked: AgAsked) => Operand;
  readonly caseSensitive: boolean;
  readonly inRangeInclusive: boolean;
  readonly includeTime: boolean;
}

/** The Text Filter. `notEqual` and `notContains` also find rows without a value. */
export const textOperators = {
  contains: (asked) => is(asked, matching('$contains', asked), asked.read(asked.value, asked)),
  notContains: (asked) => isNot(asked, matching('$contains', asked), asked.read(asked.value, asked)),
  equals: (asked) => is(asked, matching('$eq', asked), asked.read(asked.value, asked)),
  notEqual: (asked) => isNot(asked, matching('$eq', asked), asked.read(asked.value, asked)),
  startsWith: (asked) => is(asked, matching('$startsWith', asked), asked.read(asked.value, asked)),
  endsWith: (asked) => is(asked, matching('$endsWith', asked), asked.read(asked.value, asked)),
  blank: ({ path }) => withoutText(path),
  notBlank: ({ path }) => withText(path),
} satisfies Operators<AgAsked>;

/** The Number, BigInt and Date Filters. Only `blank` finds rows without a value; `notEqual` does not. */
export const scalarOperators = {
  equals: (asked) => is(asked, '$eq', asked.read(asked.value, asked)),
  notEqual: (asked) => is(asked, '$ne', asked.read(asked.value, asked)),
  lessThan: (asked) => is(asked, '$lt', asked.read(asked.value, asked)),
  lessThanOrEqual: (asked) => is(asked, '$lte', asked.read(asked.value, asked)),
  greaterThan: (asked) => is(asked, '$gt', asked.read(asked.value, asked)),
  greaterThanOrEqual: (asked) => is(asked, '$gte', asked.read(asked.value, asked)),
  // Without its ends, unless the column says otherwise.
  inRange: (asked) => {
    const [from, to] = [asked.read(asked.value, asked), asked.read(asked.to, asked)];
    return at(asked.path, asked.inRangeInclusive ? { $gte: from, $lte: to } : { $gt: from, $lt: to });
  },
  blank: ({ path }) => withoutValue(path),
  notBlank: ({ path }) => at(path, { $notNull: true }),
} satisfies Operators<AgAsked>;

/** Names the case-sensitive operator, or the explicit case-insensitive one. */
function matching(token: string, { caseSensitive }: AgAsked): string {
  return `${token}${caseSensitive ? 'c' : 'i'}`;
}

/** Reads the value of a Text Filter. */
export function textIn(value: unknown, asked: AgAsked): Operand {
  return text(value, asked);
}

/** Reads the value of a Number Filter, a number. */
export function numberIn(value: unknown, asked: AgAsked): Operand {
  if (typeof value === 'number') return operand(value, asked);
  throw refusal(asked.place, 'takes a number');
}

/** Reads the value of a BigInt Filter, the digits of a whole number. */
export function bigIntIn(value: unknown, asked: AgAsked): Operand {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return value;
  throw refusal(asked.place, 'takes the digits of a whole number');
}

const dateForm = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;

/**
 * Reads the value of a Date Filter, `2024-03-01 00:00:00` or `2024-03-01`. Midnight stands for the whole day, because a
 * filter without a time of day writes it, too. Any other time is an instant, by the browser's clock.
 */
export function dateIn(value: unknown, asked: AgAsked): Operand {
  const [, day, time] = (typeof value === 'string' && dateForm.exec(value)) || [];
  if (day === undefined) throw refusal(asked.place, 'takes a date: 2024-03-01 00:00:00');
  if (time === undefined || (time === '00:00:00' && !asked.includeTime)) return day;
  return operand(new Date(`${day}T${time}`), asked);
}
