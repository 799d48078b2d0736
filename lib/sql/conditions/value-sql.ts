import { type ExpressionSchema, relatedAggregateOf } from '../../schema/index.js';
import type { SqlChanges } from '../changes.js';
import type { Rows } from '../statement/rows.js';
import { ConditionCompiler } from './conditions.js';

/** Writes the value of an expression for rows of a compiled plan, and binds the values that it needs. */
export function valueSql({ statement }: SqlChanges, expression: ExpressionSchema, rows: Rows): string {
  if (relatedAggregateOf(expression) === undefined) return expression.sqlOf(rows.alias);
  return new ConditionCompiler(statement).value(expression, rows);
}
