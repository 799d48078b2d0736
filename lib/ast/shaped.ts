import { BoundedCache, numberOfObject } from '../caches/index.js';
import type { FilterValue } from '../values/index.js';
import type { Condition } from './condition.js';
import type { SortTerm } from './sort.js';
import { StructureWriter } from './structure.js';

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
  readonly scopes: ReadonlyMap<object, Condition>;
  readonly selected?: unknown;
}

/**
 * Returns the shape of a plan, where the shape decides all of it but the operands. The conditions of the server are a part of it: those
 * of scopes, defaults and `and()` mostly have one structure, too. A search is not, and a plan whose own conditions are no longer those of
 * the request has none.
 */
export function shapeOfPlan(plan: ShapedPlan): Shaped | undefined {
  const { shaped, filters, sort, search, added, scopes, selected } = plan;
  if (shaped === undefined || shaped.filters !== filters || search !== undefined || selected !== undefined)
    return undefined;
  if (shaped.sort === undefined ? sort.length > 0 : shaped.sort !== sort) return undefined;
  return added.length === 0 && scopes.size === 0 ? shaped : withServerConditions(shaped, plan);
}

/** The shapes of requests with the conditions of the server, by the structure of these. */
const completed = new WeakMap<object, BoundedCache<object>>();

/** The greatest number of structures for one shape: an administrator may see other rows than a tenant. */
const bounds = { entries: 16 };

/** Adds the conditions of the server to a shape; undefined where they are no two times alike. */
function withServerConditions(shaped: Shaped, { added, scopes }: ShapedPlan): Shaped | undefined {
  const structure = new StructureWriter();
  for (const condition of added) if (!structure.add(condition)) return undefined;
  for (const [schema, condition] of scopes) {
    structure.addText(`s${numberOfObject(schema)}`);
    if (!structure.add(condition)) return undefined;
  }
  let shapes = completed.get(shaped.shape);
  if (shapes === undefined) completed.set(shaped.shape, (shapes = new BoundedCache<object>(bounds)));
  let shape = shapes.get(structure.text);
  if (shape === undefined) shapes.set(structure.text, (shape = Object.freeze({})));
  return { ...shaped, shape, operands: [...shaped.operands, ...structure.operands] };
}

/** Returns the number of a shape, which no other shape has. */
export function numberOfShape({ shape }: Shaped): number {
  return numberOfObject(shape);
}

/** Returns a text that is equal only for equal operands of one shape: each begins with its length, and ends where that says. */
export function operandsText(operands: Shaped['operands']): string {
  let text = '';
  for (const values of operands) {
    text += `${values.length};`;
    for (const value of values) text += valueText(value);
  }
  return text;
}

/** Writes a value. Only a text can have a semicolon, and only a text begins with a digit. */
function valueText(value: FilterValue): string {
  if (typeof value === 'string') return `${value.length}:${value}`;
  if (typeof value === 'number') return `n${value};`;
  if (typeof value === 'boolean') return `${value};`;
  return value.type === 'day' ? `day ${value.date};` : `i${value.epoch} ${value.micros};`;
}
