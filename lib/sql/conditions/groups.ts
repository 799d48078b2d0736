import type { Comparison, Condition, RelatedCount } from '../../ast/index.js';
import type { Dialect } from '../../dialects/index.js';
import {
  type ColumnSchema,
  type ExpressionSchema,
  type RelatedAggregate,
  type RelationSchema,
  aggregatedValues,
} from '../../schema/index.js';
import { valueKinds } from '../../values/index.js';
import type { Rows, Statement } from '../statement.js';
import type { ConditionCompiler } from './conditions.js';
import { compileComparison, isBuiltIn } from './comparison.js';
import { type Links, groupRows, openLinks, openRelation, tiesOf, whereSql } from './related-rows.js';

/** Related rows that are counted or aggregated, and the conditions on them. */
interface AggregatedRows extends Links {
  readonly conditions: readonly string[];
  /** The related entity's rows. Undefined where the rows of the junction table are counted. */
  readonly rows: Rows | undefined;
}

/** Opens related rows. If they have no conditions and are only counted, the junction table alone may be enough. */
function open(
  compiler: ConditionCompiler,
  relation: RelationSchema,
  outer: Rows,
  { conditions, isCounted }: { readonly conditions: readonly Condition[]; readonly isCounted: boolean },
): AggregatedRows {
  const { statement } = compiler;
  const links = isCounted && conditions.length === 0 ? openLinks(statement, relation, outer) : undefined;
  if (links !== undefined) return { from: links.from, ties: links.ties, conditions: [], rows: undefined };
  const { from, ties, rows } = openRelation(statement, relation, outer);
  const compiled = conditions.map((condition) => compiler.compile(condition, rows));
  return { from, ties, conditions: [...compiler.visible(rows), ...compiled], rows };
}

/**
 * Compiles an aggregate of the visible related rows to a subquery for each row: NULL where there are none, and 0 for
 * their number.
 *
 * @param expression the aggregate as a field
 * @param where a condition of the request on the related rows
 */
export function compileAggregate(
  compiler: ConditionCompiler,
  aggregate: RelatedAggregate,
  { stored }: ExpressionSchema,
  outer: Rows,
  where: Condition | undefined,
): string {
  const { statement } = compiler;
  const { dialect } = statement;
  // Without the values, a planner takes to-many rows for as many as there are on average.
  statement.planForValues();
  const conditions = conditionsOf(aggregate, where, statement);
  const related = open(compiler, aggregate.relation, outer, { conditions, isCounted: aggregate.of === undefined });
  const { from, rows } = related;
  const tied = whereSql([...tiesOf(related), ...related.conditions]);
  if (rows === undefined) return `(SELECT COUNT(*) FROM ${from}${tied})`;
  const sql = `(SELECT ${aggregateSql(aggregate, rows, dialect)} FROM ${from}${tied})`;
  return dialect.computed({ sql, storedAs: stored.storedAs });
}

function aggregateSql({ function: row, of }: RelatedAggregate, { alias }: Rows, { aggregates }: Dialect): string {
  return of === undefined ? 'COUNT(*)' : row.sqlOf(aggregatedValues(of, alias), aggregates);
}

/** Returns the conditions on the related rows: the request's, and the declared one in its context. */
function conditionsOf(
  aggregate: RelatedAggregate,
  where: Condition | undefined,
  { plan: { aggregated } }: Statement,
): readonly Condition[] {
  // A missing one would widen the aggregate in silence.
  if (aggregate.where !== undefined && aggregated?.has(aggregate) !== true)
    throw new TypeError(`${aggregate.where.subject} was not read`);
  const declared = aggregate.where === undefined ? undefined : aggregated?.get(aggregate);
  return [where, declared].filter((condition) => condition !== undefined);
}

/** Compiles a comparison of an aggregate to one subquery over all groups. Undefined without a key of one column. */
export function compileInGroups(
  compiler: ConditionCompiler,
  condition: Comparison,
  rows: Rows,
  negated: boolean,
): string | undefined {
  const { statement } = compiler;
  const { dialect } = statement;
  const { expression } = condition.field;
  const aggregate = expression.aggregate;
  const key = singleKeyOf(rows);
  if (aggregate === undefined || key === undefined) return undefined;
  const isCount = aggregate.function.counts === true;
  const conditions = conditionsOf(aggregate, condition.where, statement);
  const openOf = (own: Rows): AggregatedRows =>
    open(compiler, aggregate.relation, own, { conditions, isCounted: false });
  const valueOf = ({ rows: of }: AggregatedRows): string => {
    const sql = of === undefined ? 'COUNT(*)' : aggregateSql(aggregate, of, dialect);
    return dialect.computed({ sql, storedAs: expression.stored.storedAs });
  };
  const compare = (sql: string): string => compileComparison(statement, { sql, by: expression }, condition, negated);
  statement.planForValues();
  // A row without related ones satisfies neither such a comparison nor its negation, so it needs no group.
  if (!isCount && condition.operator.takes !== 'boolean' && isBuiltIn(condition.operator)) {
    const related = openOf(rows);
    const [tie, ...others] = related.ties;
    if (tie !== undefined && others.length === 0) {
      const where = whereSql(related.conditions);
      return `${tie.outer} IN (SELECT ${tie.inner} FROM ${related.from}${where} GROUP BY ${tie.inner} HAVING ${compare(valueOf(related))})`;
    }
  }
  return keysByGroups(statement, key, rows, openOf, valueOf, (value) =>
    compare(isCount ? `COALESCE(${value}, 0)` : value),
  );
}

function singleKeyOf({ schema: { primaryKey } }: Rows): ColumnSchema | undefined {
  return primaryKey.length === 1 ? primaryKey[0] : undefined;
}

/**
 * Writes the condition that the key of a row is among those whose group satisfies a condition. The join is the one of a
 * sort by related rows: NULL for rows without related ones.
 *
 * @param openOf opens the related rows of the same rows in the subquery
 */
function keysByGroups(
  statement: Statement,
  key: ColumnSchema,
  rows: Rows,
  openOf: (own: Rows) => AggregatedRows,
  valueOf: (related: AggregatedRows) => string,
  whereOf: (value: string) => string,
): string {
  const own: Rows = { alias: statement.alias(), schema: rows.schema };
  const related = openOf(own);
  const { table, name, value, on } = groupRows(statement, related, related.conditions, valueOf(related));
  const where = whereOf(value);
  const from = `${statement.from(own.schema.table)} ${own.alias} LEFT JOIN ${table} ${statement.escaped(name)} ON ${on}`;
  return `${key.sqlOf(rows.alias)} IN (SELECT ${key.sqlOf(own.alias)} FROM ${from} WHERE ${where})`;
}

/**
 * Compiles a condition on the number of related rows, to one subquery however often it is compared: two would be
 * executed twice. It is a subquery for each row, or one over all related rows in groups.
 */
export function compileCount(
  compiler: ConditionCompiler,
  condition: RelatedCount,
  rows: Rows,
  negated: boolean,
): string {
  const { statement } = compiler;
  const { relation, where, comparisons } = condition;
  const { dialect } = statement;
  // A count is compared like a column of whole numbers.
  const by = { kind: valueKinds.integer, bindFacts: { dialect, zoned: false, storedIn: 'UTC' } };
  const compared = (sql: string): string =>
    comparisons.map((each) => compileComparison(statement, { sql, by }, each)).join(' AND ');
  const conditions = where === undefined ? [] : [where];
  const openOf = (outer: Rows): AggregatedRows => {
    statement.planForRowsOf(relation);
    return open(compiler, relation, outer, { conditions, isCounted: true });
  };
  const key = singleKeyOf(rows);
  if (!negated && statement.plan.inGroups === condition && key !== undefined) {
    // Rows without related ones count zero.
    const whereOf = (value: string): string => compared(`COALESCE(${value}, 0)`);
    return keysByGroups(statement, key, rows, openOf, () => 'COUNT(*)', whereOf);
  }
  const related = openOf(rows);
  const from = `FROM ${related.from}${whereSql([...tiesOf(related), ...related.conditions])}`;
  const [only, ...others] = comparisons;
  if (only !== undefined && others.length === 0) {
    return compileComparison(statement, { sql: `(SELECT COUNT(*) ${from})`, by }, only, negated);
  }
  return `(SELECT CASE WHEN ${compared('COUNT(*)')} THEN 1 ELSE 0 END ${from}) = ${negated ? 0 : 1}`;
}
