import type { Comparison } from '../../ast/index.js';
import { type ColumnSchema, type RelatedAggregate, relatedAggregateOf } from '../../schema/index.js';
import type { CompilesConditions, Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';
import { aggregateSql, conditionsOf } from './aggregates.js';
import { type ComparisonCompiler, isBuiltIn } from './comparison.js';
import { type Links, openRelation, whereSql } from './related-rows.js';

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
interface Compilers {
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
  { statement, conditions, comparisons }: Compilers,
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
  { statement, conditions }: Pick<Compilers, 'statement' | 'conditions'>,
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
