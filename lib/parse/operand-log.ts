import type { AnyOperator } from '../operators/index.js';
import type { FilterValue, ValueFacts, ValueKind } from '../values/index.js';

/** The type that values are read as: a kind, the facts of a column that decide what the kind holds, and the column's own veto. */
export interface ValueType {
  readonly kind: ValueKind;
  readonly facts: ValueFacts;
  /** Returns false for a value that the column's transformer throws on. */
  readonly accepts?: ((value: FilterValue) => boolean) | undefined;
}

/** An operand as it was read: by which rules, and from which places of the request. */
export interface Operand {
  readonly operator: AnyOperator;
  readonly type: ValueType;
  /** The pointer to each of its values. */
  readonly pointers: readonly string[];
}

/** The operands of a request, by the very lists of values that its conditions hold. */
export type OperandLog = Map<readonly FilterValue[], Operand>;
