import type { FilterValue } from '../values/index.js';
import type { Condition } from './condition.js';
import type { SortTerm } from './sort.js';

/** The part of a request that a known shape stands for, and the operands, which are all that requests of the shape differ in. */
export interface Shaped {
  /** The shape as one handler reads it: an object that all requests of the shape have in common, and no others. */
  readonly shape: object;
  /** The values of each operand, in the order of the conditions. */
  readonly operands: readonly (readonly FilterValue[])[];
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[] | undefined;
}

/** The parts of a plan beside its slice that decide its SQL. */
interface ShapedPlan {
  readonly shaped?: Shaped | undefined;
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[];
  readonly search: unknown;
  readonly added: readonly Condition[];
  readonly scopes: ReadonlyMap<unknown, Condition>;
  readonly selected?: unknown;
}

/**
 * Returns the shape of a plan, where the shape decides all of it but the operands. A plan that was changed since, as by `and()`, has
 * other conditions than the request; those of scopes, of a search and of defaults are decided by more than the shape.
 */
export function shapeOfPlan(plan: ShapedPlan): Shaped | undefined {
  const { shaped, filters, sort, search, added, scopes, selected } = plan;
  if (shaped === undefined || shaped.filters !== filters || search !== undefined || selected !== undefined)
    return undefined;
  if (shaped.sort === undefined ? sort.length > 0 : shaped.sort !== sort) return undefined;
  return added.length === 0 && scopes.size === 0 ? shaped : undefined;
}

/** Numbers of shapes. Each copy of this package gives its own, because a query may come from another copy. */
const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Returns the number of a shape, which no other shape has. */
export function numberOfShape({ shape }: Shaped): number {
  let number = numbers.get(shape);
  if (number === undefined) numbers.set(shape, (number = numbered += 1));
  return number;
}

/** Returns a text that is equal only for operands of one shape with equal values: each operand ends where it says. */
export function operandsText(operands: Shaped['operands']): string {
  return JSON.stringify(operands);
}
