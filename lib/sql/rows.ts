import type { Condition } from '../ast/index.js';
import type { FilterSchema } from '../schema/index.js';

/** The rows a condition is about: an escaped alias of an entity's table. */
export interface Rows {
  readonly alias: string;
  readonly schema: FilterSchema;
}

/** Writes conditions on rows: what a subquery needs for what stands in it. */
export interface CompilesConditions {
  compile(condition: Condition, rows: Rows, negated?: boolean): string;
  /** What a related row must satisfy to count at all. */
  visible(rows: Rows): string[];
}
