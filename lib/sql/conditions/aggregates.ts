import type { Condition } from '../../ast/index.js';
import type { Dialect } from '../../dialects/index.js';
import { type ExpressionSchema, type RelatedAggregate, aggregatedValues } from '../../schema/index.js';
import type { CompilesConditions, Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';
import { openLinks, openRelation, tiesOf, whereSql } from './related-rows.js';

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

/**
 * Compiles an aggregate of the visible related rows to a subquery for each row: NULL where there are none, and 0 for
 * their number.
 */
export function compileAggregate(
  aggregate: RelatedAggregate,
  { expression, rows: outer, where }: Aggregated,
  { statement, conditions }: Compilers,
): string {
  const { relation } = aggregate;
  const { dialect } = statement;
  // Without the values, a planner takes to-many rows for as many as there are on average.
  statement.planForValues();
  const all = conditionsOf(aggregate, where, statement);
  const links = aggregate.of === undefined && all.length === 0 ? openLinks(statement, relation, outer) : undefined;
  if (links !== undefined) return `(SELECT COUNT(*) FROM ${links.from}${whereSql(tiesOf(links))})`;
  const opened = openRelation(statement, relation, outer);
  const { from, rows } = opened;
  const conditioned = all.map((each) => conditions.compile(each, rows));
  const sql = aggregateSql(aggregate, rows.alias, dialect);
  const tied = whereSql([...tiesOf(opened), ...conditions.visible(rows), ...conditioned]);
  return dialect.computed({ sql: `(SELECT ${sql} FROM ${from}${tied})`, storedAs: expression.stored.storedAs });
}

/** Writes the function over related rows, by their escaped alias. */
export function aggregateSql({ function: row, of }: RelatedAggregate, alias: string, { aggregates }: Dialect): string {
  return of === undefined ? 'COUNT(*)' : row.sqlOf(aggregatedValues(of, alias), aggregates);
}

/** Returns the conditions on the related rows: the request's, and the declared one in its context. */
export function conditionsOf(
  aggregate: RelatedAggregate,
  where: Condition | undefined,
  statement: Statement,
): readonly Condition[] {
  return [where, conditionsIn(aggregate, statement)].filter((each) => each !== undefined);
}

/** Returns the declared condition on the related rows in the request's context. */
function conditionsIn(aggregate: RelatedAggregate, { aggregated }: Statement): Condition | undefined {
  if (aggregate.where === undefined) return undefined;
  // A missing one would widen the aggregate in silence.
  if (aggregated?.has(aggregate) !== true) throw new TypeError(`${aggregate.where.subject} was not read`);
  return aggregated.get(aggregate);
}
