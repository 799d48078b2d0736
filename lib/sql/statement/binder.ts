import type { Dialect } from '../../dialects/index.js';
import { isWrittenAsText } from './template.js';

/** Binds the values of one part of a statement. */
export interface Binder {
  readonly dialect: Dialect;
  /** Binds a value, and returns the parameter as it stands in the SQL: `:nf_p1`. */
  bind(value: unknown): string;
}

/** Returns a parameter with a value as it stands in the SQL. */
export function operandFor(name: string, value: unknown, dialect: Dialect): string {
  const parameter = `:${name}`;
  return isWrittenAsText(value, dialect) ? (dialect.wholeNumberOperand?.(parameter) ?? parameter) : parameter;
}
