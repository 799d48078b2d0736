import type { Condition } from '../../ast/index.js';
import { type ExpressionSchema, type RelatedAggregate, aggregatedValues } from '../../schema/index.js';
import type { CompilesConditions, Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';

/** An aggregate in a statement. */
interface Aggregated {
  /** Expression that the aggregate is. */
  readonly expression: ExpressionSchema;
  /** Rows whose related rows are aggregated. */
  readonly rows: Rows;
  /** Condition on the related rows. */
  readonly where: Condition | undefined;
}

/** The compilers of a statement that an aggregate needs. */
interface Compilers {
  readonly statement: Statement;
  readonly conditions: CompilesConditions;
}

/** Compiles an aggregate of the visible related rows to a subquery for each row: NULL where there are none. */
export function compileAggregate(
  { relation, function: row, of }: RelatedAggregate,
  { expression, rows: outer, where }: Aggregated,
  { statement, conditions }: Compilers,
): string {
  const { dialect } = statement;
  // Without the values, a planner takes to-many rows for as many as there are on average.
  statement.planForValues();
  const opened = openRelation(statement, relation, outer);
  const { from, rows } = opened;
  const condition = where === undefined ? [] : [conditions.compile(where, rows)];
  const sql = row.sqlOf(aggregatedValues(of, rows.alias), dialect.aggregates);
  const all = whereSql([...tiesOf(opened), ...conditions.visible(rows), ...condition]);
  return dialect.computed({ sql: `(SELECT ${sql} FROM ${from}${all})`, storedAs: expression.stored.storedAs });
}
