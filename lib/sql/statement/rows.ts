import type { Condition } from '../../ast/index.js';
import type { ExpressionSchema, FilterSchema } from '../../schema/index.js';

/** A table in this statement, by its alias, and the entity of its rows. */
export interface Rows {
  /** Escaped alias of their table in this statement. */
  readonly alias: string;
  /** Entity of the columns in the condition. */
  readonly schema: FilterSchema;
  /** Writes an expression of the rows while their document is being read. Undefined where it is written on its own. */
  readonly valueIn?: (expression: ExpressionSchema) => string | undefined;
}

/** Compiles conditions, as the compiler of relations calls it for the inside of a subquery. */
export interface CompilesConditions {
  /** Compiles a condition on some rows, or its negation. */
  compile(condition: Condition, rows: Rows, negated?: boolean): string;
  /** Returns the conditions that a related row must satisfy to exist for the client at all. */
  visible(rows: Rows): string[];
}
