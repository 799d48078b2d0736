import { type Conditions, type Path, anythingBut, at } from './conditions.js';

/** A condition of a model, for the row of its operator. */
export interface Asked {
  /** Adapter, column and operator, which begin the message of a refusal. */
  readonly place: string;
  readonly path: Path;
  readonly value: unknown;
}

/** A table of operators: the meaning of each. */
export type Operators<A extends Asked = Asked> = Readonly<Record<string, (asked: A) => Conditions>>;

/** Calls the row of an operator. A name that every object inherits is not an operator. */
export function ask<A extends Asked>(operators: Operators<A>, name: unknown, asked: A): Conditions {
  const row = typeof name === 'string' && Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (row !== undefined) return row(asked);
  throw refusal(asked.place, `has no meaning here; use one of: ${Object.keys(operators).join(', ')}`);
}

/** Returns the condition of one of this library's operators on the field. */
export function is({ path }: Asked, token: string, value: unknown): Conditions {
  return at(path, { [token]: value });
}

/** Returns the negation of a condition on a field, rows without a value included. */
export function isNot({ path }: Asked, token: string, value: unknown): Conditions {
  return anythingBut(path, { [token]: value });
}

/** Makes the error about an unreadable model: its place, the problem, and the way out. */
export function refusal(place: string, problem: string): TypeError {
  return new TypeError(`${place} ${problem}`);
}

/** Prints a name of a model for a message, cut to a readable length. */
export function printed(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 64) : typeof name;
}

/** Returns true for an object whose properties can be read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
