import type { Comparison, Condition, RelatedCount } from '../../ast/index.js';
import type { Dialect } from '../../dialects/index.js';
import {
  type ColumnSchema,
  type ExpressionSchema,
  type RelatedAggregate,
  aggregatedValues,
  relatedAggregateOf,
} from '../../schema/index.js';
import type { CompilesConditions, Rows, Statement } from '../statement.js';
import { type Links, openLinks, openRelation, tiesOf, whereSql } from './related-rows.js';
import { type ComparisonCompiler, isBuiltIn } from './comparison.js';
import { valueKinds } from '../../values/index.js';
import type { BoundBy } from '../binding.js';

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

/** Related rows, and what is computed of those of each row. */
interface Grouped extends Links {
  readonly conditions: readonly string[];
  readonly value: string;
}

/** Rows that are limited by groups of their related rows, and their primary key. */
interface GroupedFor {
  readonly statement: Statement;
  readonly rows: Rows;
  readonly key: ColumnSchema;
}

/**
 * Writes the keys of the rows whose group satisfies a condition. The join is the one of a sort by related rows. Its
 * subquery does not depend on the outer statement, and has NULL for rows without related ones.
 */
export function keysByGroups(
  { statement, rows, key }: GroupedFor,
  open: (own: Rows) => Grouped,
  whereOf: (value: string) => string,
): string {
  const own: Rows = { alias: statement.alias(), schema: rows.schema };
  const { from, ties, conditions, value: sql } = open(own);
  const [groups, value] = [statement.alias(), statement.alias()];
  const keys = ties.map((tie) => ({ ...tie, name: statement.alias() }));
  const selected = [...keys.map(({ inner, name }) => `${inner} AS ${name}`), `${sql} AS ${value}`].join(', ');
  const by = keys.map(({ inner }) => inner).join(', ');
  const on = keys.map(({ outer, name }) => `${groups}.${name} = ${outer}`).join(' AND ');
  const grouped = `(SELECT ${selected} FROM ${from}${whereSql(conditions)} GROUP BY ${by}) ${groups}`;
  const where = whereOf(`${groups}.${value}`);
  const table = `${statement.from(own.schema.table)} ${own.alias}`;
  return `${key.sqlOf(rows.alias)} IN (SELECT ${key.sqlOf(own.alias)} FROM ${table} LEFT JOIN ${grouped} ON ${on} WHERE ${where})`;
}

/** A comparison of an aggregate, as it stands in a statement. */
interface ComparedGroups {
  readonly condition: Comparison;
  readonly rows: Rows;
  readonly negated: boolean;
}

/** The compilers of a statement that groups need. */
interface InGroupsCompilers {
  readonly statement: Statement;
  readonly conditions: CompilesConditions;
  readonly comparisons: ComparisonCompiler;
}

/**
 * Compiles a comparison of an aggregate of related rows to one subquery over all of them in groups.
 *
 * @returns undefined where the rows have no key of one column
 */
export function compileInGroups(
  { condition, rows, negated }: ComparedGroups,
  { statement, conditions, comparisons }: InGroupsCompilers,
): string | undefined {
  const { expression } = condition.field;
  const aggregate = relatedAggregateOf(expression);
  const [key, ...more] = rows.schema.primaryKey;
  if (aggregate === undefined || key === undefined || more.length > 0) return undefined;
  const compare = (sql: string): string => comparisons.compile({ sql, by: expression }, condition, negated);
  const open = (own: Rows): Grouped => openGroups({ aggregate, condition, own }, { statement, conditions });
  statement.planForValues();
  if (isOfSomeRows(aggregate, condition)) {
    const { from, ties, conditions: all, value } = open(rows);
    const [tie, ...others] = ties;
    if (tie !== undefined && others.length === 0) {
      return `${tie.outer} IN (SELECT ${tie.inner} FROM ${from}${whereSql(all)} GROUP BY ${tie.inner} HAVING ${compare(value)})`;
    }
  }
  return keysByGroups({ statement, rows, key }, open, (value) =>
    compare(aggregate.function.counts ? `COALESCE(${value}, 0)` : value),
  );
}

/** A compared aggregate, and the rows that its groups belong to. */
interface AggregateBeside extends Pick<ComparedGroups, 'condition'> {
  readonly aggregate: RelatedAggregate;
  readonly own: Rows;
}

/** True where a row without related ones satisfies neither the comparison nor its negation. It needs no group. */
function isOfSomeRows({ function: row }: RelatedAggregate, { operator }: Comparison): boolean {
  return !row.counts && operator.takes !== 'boolean' && isBuiltIn(operator);
}

/** Opens the related rows that an aggregate is of, beside the table of their rows. */
function openGroups(
  { aggregate, condition: { where, field }, own }: AggregateBeside,
  { statement, conditions }: Pick<InGroupsCompilers, 'statement' | 'conditions'>,
): Grouped {
  const { dialect } = statement;
  const { from, ties, rows } = openRelation(statement, aggregate.relation, own);
  const all = conditionsOf(aggregate, where, statement).map((each) => conditions.compile(each, rows));
  return {
    from,
    ties,
    conditions: [...conditions.visible(rows), ...all],
    value: dialect.computed({
      sql: aggregateSql(aggregate, rows.alias, dialect),
      storedAs: field.expression.stored.storedAs,
    }),
  };
}

/** Related rows to be counted, before they are tied to their owners. */
interface CountedRows extends Links {
  readonly conditions: readonly string[];
}

/**
 * Compiles conditions on the number of related rows: a subquery for each row, or one over all related rows in groups.
 */
export class CountCompiler {
  /** A count is compared like a column of whole numbers. */
  private readonly by: BoundBy;

  constructor(
    private readonly statement: Statement,
    private readonly comparisons: ComparisonCompiler,
    private readonly conditions: CompilesConditions,
  ) {
    const { dialect } = statement;
    this.by = { kind: valueKinds.integer, bindFacts: { dialect, zoned: false, storedIn: 'UTC' } };
  }

  /** Compiles a count to one subquery, however often it is compared: two subqueries would be executed twice. */
  compile(condition: RelatedCount, rows: Rows, negated: boolean): string {
    const [key, ...more] = rows.schema.primaryKey;
    if (!negated && this.statement.isInGroups(condition) && key !== undefined && more.length === 0) {
      return this.inGroups(condition, { rows, key });
    }
    const { by } = this;
    const [only, ...others] = condition.comparisons;
    const counted = this.counted(condition, rows);
    const from = `FROM ${counted.from}${whereSql([...tiesOf(counted), ...counted.conditions])}`;
    if (only !== undefined && others.length === 0) {
      return this.comparisons.compile({ sql: `(SELECT COUNT(*) ${from})`, by }, only, negated);
    }
    return `(SELECT CASE WHEN ${this.compared(condition, 'COUNT(*)')} THEN 1 ELSE 0 END ${from}) = ${negated ? 0 : 1}`;
  }

  /** Compiles a count to the keys of the rows that satisfy it. Rows without related ones count zero. */
  private inGroups(
    condition: RelatedCount,
    { rows, key }: { readonly rows: Rows; readonly key: ColumnSchema },
  ): string {
    return keysByGroups(
      { statement: this.statement, rows, key },
      (own) => ({ ...this.counted(condition, own), value: 'COUNT(*)' }),
      (value) => this.compared(condition, `COALESCE(${value}, 0)`),
    );
  }

  private compared({ comparisons }: RelatedCount, sql: string): string {
    const { by } = this;
    return comparisons.map((each) => this.comparisons.compile({ sql, by }, each, false)).join(' AND ');
  }

  /** Opens the rows to be counted. If they have no conditions, the junction table alone may be enough. */
  private counted({ relation, where }: RelatedCount, outer: Rows): CountedRows {
    this.statement.planForRowsOf(relation);
    const links = where === undefined ? openLinks(this.statement, relation, outer) : undefined;
    if (links !== undefined) return { ...links, conditions: [] };
    const { from, ties, rows } = openRelation(this.statement, relation, outer);
    return { from, ties, conditions: [...this.conditions.visible(rows), ...this.satisfying(where, rows)] };
  }

  private satisfying(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [this.conditions.compile(condition, rows)];
  }
}
