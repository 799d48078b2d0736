import { day } from '../kinds/day.js';
import { real } from '../kinds/float.js';
import type { ValueKind } from '../value-kind.js';
import type { ValueKindName } from '../value.js';

/** A kind that is declared for a column of another one, and the kind that reads its values for that column. */
interface KeptKind {
  readonly declared: ValueKindName;
  /** The kind of the column's own type. */
  readonly stored: ValueKindName;
  readonly kind: ValueKind;
}

const keptKinds: readonly KeptKind[] = [
  { declared: 'date', stored: 'datetime', kind: day },
  // The column has no other floats. MySQL finds 0.1 by no double, and PostgreSQL fails at one that is too large.
  { declared: 'float', stored: 'real', kind: real },
];

/**
 * Returns the kind that reads the values of a declared one, and compares them as the column keeps its own.
 *
 * @returns undefined where the declared kind itself does
 */
export function keptKind(declared: ValueKindName, stored: ValueKindName): ValueKind | undefined {
  return keptKinds.find((row) => row.declared === declared && row.stored === stored)?.kind;
}
