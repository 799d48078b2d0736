import { type Operand, operand } from './operands.js';
import { type Asked, isObject, printed, refusal } from './operators.js';

/** End of a calendar unit that a comparison has an exact meaning for. Undefined for an instant alone. */
export type Edge = 'start' | 'end' | undefined;

/** Reference point of a relative value: the present, or one end of the calendar unit around it. */
interface Anchor {
  readonly edge: Edge;
  /** Unit to which the relative date is rounded: `/d`. */
  readonly rounding: string;
  /** Units whose offset may come before the rounding. The end of a month has none: the 28th and a month is the 28th. */
  readonly offsets: readonly string[];
}

const anchors: Readonly<Record<string, Anchor>> = {
  now: { edge: undefined, rounding: '', offsets: ['minute', 'hour', 'day', 'week', 'month', 'year'] },
  startOfDay: { edge: 'start', rounding: '/d', offsets: ['day', 'week', 'month', 'year'] },
  endOfDay: { edge: 'end', rounding: '/d', offsets: ['day', 'week', 'month', 'year'] },
  startOfMonth: { edge: 'start', rounding: '/M', offsets: ['month', 'year'] },
  endOfMonth: { edge: 'end', rounding: '/M', offsets: [] },
  startOfYear: { edge: 'start', rounding: '/y', offsets: ['year'] },
  endOfYear: { edge: 'end', rounding: '/y', offsets: ['year'] },
};

const units: Readonly<Record<string, string>> = {
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'M',
  year: 'y',
};

/**
 * Reads a value that may be one of `@react-querybuilder/datetime`: `{ mode: 'relative', anchor, offset, unit }` is the
 * anchor, and then the offset. A server rounds last, to a whole unit, so that only some of them are the same moment.
 *
 * @param edge the end of a unit that the operator compares with exactly
 */
export function dateOr(value: unknown, asked: Asked, edge: Edge): Operand {
  if (!isObject(value) || value['mode'] !== 'relative') return operand(value, asked);
  const { anchor: name, offset, unit } = value;
  const anchor = own(anchors, name);
  if (anchor === undefined) {
    throw refusal(asked.place, `is about ${printed(name)}; use one of: ${Object.keys(anchors).join(', ')}`);
  }
  if (anchor.edge !== undefined && anchor.edge !== edge) {
    const operators = anchor.edge === 'start' ? '< and >=, or from' : '<= and >, or to';
    throw refusal(asked.place, `compares with ${printed(name)} as an instant; use it with ${operators} in a range`);
  }
  return `now${offsetOf(asked, anchor, { offset, unit })}${anchor.rounding}`;
}

function offsetOf(asked: Asked, anchor: Anchor, { offset, unit }: { offset: unknown; unit: unknown }): string {
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset)) {
    throw refusal(asked.place, 'takes a whole number as the offset of a relative date');
  }
  if (offset === 0) return '';
  const letter = own(units, unit);
  if (letter === undefined || !anchor.offsets.some((each) => each === unit)) {
    const usable = anchor.offsets.length === 0 ? 'use it without an offset' : `use ${anchor.offsets.join(', ')}`;
    throw refusal(asked.place, `has an offset in ${printed(unit)}, which this anchor does not take; ${usable}`);
  }
  return `${offset > 0 ? '+' : ''}${offset}${letter}`;
}

/** Looks up a name, and nothing that objects inherit. */
function own<Value>(table: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
