import type { Condition } from '../ast/index.js';
import type { ExpressionSchema, FilterSchema } from '../schema/index.js';

/** A table in this statement, by its alias, and the entity whose rows it holds. */
export interface Rows {
  /** The escaped alias of their table in this statement. */
  readonly alias: string;
  /** The entity whose columns the condition names. */
  readonly schema: FilterSchema;
  /** Writes an expression of the rows, where their document is being read; undefined where it is written by itself. */
  readonly valueIn?: (expression: ExpressionSchema) => string | undefined;
}

/** Compiles conditions: the part of the compiler that the compiler of relations calls back for the inside of a subquery. */
export interface CompilesConditions {
  /** Compiles a condition on some rows, or its negation. */
  compile(condition: Condition, rows: Rows, negated?: boolean): string;
  /** Returns the conditions that a related row must satisfy to exist for the client at all. */
  visible(rows: Rows): string[];
}
