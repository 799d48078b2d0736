import type { FilterValue } from '../values/index.js';
import { type Comparison, type Condition, comparison, comparisonWhere } from './condition.js';
import { mapParts, someCondition } from './traverse.js';

/** The moment of a request's relative dates. The clock gives it when the first of them is read. */
export interface Moment {
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  time: number | undefined;
}

/** Makes a moment that is still to come. */
export function momentBy(clock: () => number): Moment {
  return { clock, time: undefined };
}

/** Returns the time of a moment, in milliseconds since 1970: the clock is read once. */
export function timeOf(moment: Moment): number {
  return (moment.time ??= moment.clock());
}

/** Returns true for a condition that compares with a relative date. */
export function holdsRelative(condition: Condition): boolean {
  return someCondition(
    condition,
    (part) => part.type === 'comparison' && part.values.some(isObject) && isRelative(part),
  );
}

/** Returns a condition with its relative dates read anew, at a moment. */
export function atMoment(condition: Condition, moment: Moment): Condition {
  if (condition.type !== 'comparison') return mapParts(condition, (part) => atMoment(part, moment));
  const { field, operator, values, where } = condition;
  const inner = where && atMoment(where, moment);
  if (!isRelative(condition))
    return inner === where || inner === undefined ? condition : comparisonWhere(condition, inner);
  const own = comparison(
    field,
    operator,
    values.map((value) => valueAt(condition, value, moment)),
  );
  return inner === undefined ? own : comparisonWhere(own, inner);
}

function valueAt({ field: { expression } }: Comparison, value: FilterValue, moment: Moment): FilterValue {
  const { kind, facts } = expression;
  const reading = kind.readRelative?.(kind.print(value), facts, () => timeOf(moment));
  return reading?.ok === true ? reading.value : value;
}

function isRelative({ field, values }: Comparison): boolean {
  const { kind, facts } = field.expression;
  return values.some((value) => kind.readRelative?.(kind.print(value), facts, () => 0) !== undefined);
}

function isObject(value: FilterValue): boolean {
  return typeof value === 'object';
}
