import { type Comparison, type Condition, type Related, someCondition } from '../../ast/index.js';
import type { ColumnPair, RelationSchema } from '../../schema/index.js';
import type { Rows } from '../statement.js';
import type { ConditionCompiler } from './conditions.js';
import { isBuiltIn } from './comparison.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';
import { compileShape } from './shapes.js';

/**
 * Compiles "some", "every" or "none" of the related rows, or the negation: to a comparison of this side's foreign key
 * where that is enough, otherwise to one subquery. By default that is `key IN (SELECT …)`, which performs well on every
 * engine. A composite key or `strategy: 'exists'` uses EXISTS. A negative condition uses NOT EXISTS, which stays
 * correct where a key is NULL. Pages choose a shape for some conditions.
 */
export function compileRelated(compiler: ConditionCompiler, condition: Related, rows: Rows, negated: boolean): string {
  const { relation, quantifier, where } = condition;
  if (quantifier === 'every') {
    // A row with an unknown condition does not satisfy it, so it counts as failing.
    const failing = (inner: Rows): string[] =>
      where === undefined ? [] : [`(${compiler.compile(where, inner)}) IS NOT TRUE`];
    return subquery(compiler, relation, rows, { isNone: !negated, conditions: failing });
  }
  const isNone = (quantifier === 'none') !== negated;
  const byKey = compileForeignKey(compiler, condition, rows, isNone);
  if (byKey !== undefined) return byKey;
  const shape = isNone ? undefined : compiler.statement.plan.shapes?.get(condition);
  const shaped = shape && compileShape(compiler, condition, rows, shape);
  if (shaped !== undefined) return shaped;
  const satisfying = (inner: Rows): string[] => (where === undefined ? [] : [compiler.compile(where, inner)]);
  return subquery(compiler, relation, rows, { isNone, conditions: satisfying });
}

function subquery(
  compiler: ConditionCompiler,
  relation: RelationSchema,
  outer: Rows,
  { isNone, conditions }: { readonly isNone: boolean; readonly conditions: (inner: Rows) => readonly string[] },
): string {
  const { statement } = compiler;
  statement.planForRowsOf(relation);
  const related = openRelation(statement, relation, outer);
  const { from, rows, ties } = related;
  const parts = [...compiler.visible(rows), ...conditions(rows)];
  const exists = `EXISTS (SELECT 1 FROM ${from}${whereSql([...tiesOf(related), ...parts])})`;
  if (isNone) return `NOT ${exists}`;
  const [tie, ...more] = ties;
  const isByKey = tie !== undefined && more.length === 0 && (relation.strategy ?? statement.plan.strategy) !== 'exists';
  const sql = isByKey ? `${tie.outer} IN (SELECT ${tie.inner} FROM ${from}${whereSql(parts)})` : exists;
  return statement.joinable(sql, relation.link.via === 'columns' ? 1 : 2);
}

/**
 * Compiles a condition on the related key, or its negation, with the foreign key in its place: both have the same
 * values. This equals a subquery where this side has the foreign key, and no row that it refers to can be hidden.
 *
 * @returns undefined where it does not equal a subquery
 */
function compileForeignKey(
  compiler: ConditionCompiler,
  { relation, where }: Related,
  rows: Rows,
  negated: boolean,
): string | undefined {
  const pair = foreignKeyFor({ relation, where });
  if (pair === undefined) return undefined;
  const foreignKey = `${rows.alias}.${pair.own}`;
  if (where === undefined) return `${foreignKey} IS ${negated ? '' : 'NOT '}NULL`;
  const keys: Rows = { alias: rows.alias, schema: relation.target, valueIn: () => foreignKey };
  const sql = compiler.compile(where, keys, negated);
  return negated ? `(${sql} OR ${foreignKey} IS NULL)` : sql;
}

/** Returns the columns of a relation if this side's can be compared instead of the related row, or undefined. */
export function foreignKeyFor({ relation, where }: Pick<Related, 'relation' | 'where'>): ColumnPair | undefined {
  const { link, strategy, ownsForeignKey } = relation;
  if (strategy === 'in' || strategy === 'exists' || link.via !== 'columns' || !ownsForeignKey) return undefined;
  const [pair] = link.pairs;
  return pair !== undefined && (where === undefined || isAboutKey(where, pair)) ? pair : undefined;
}

/** True where a condition is about the related key alone. `$null` is not: it is true of a missing row. */
function isAboutKey(condition: Condition, pair: ColumnPair): boolean {
  return !someCondition(condition, (part) => {
    if (part.type === 'comparison')
      return part.field.expression.columnName !== pair.related || !isOfEveryEqualKey(part);
    // A group of nothing is true of a row without a related one, too.
    if (part.type === 'and' || part.type === 'or') return part.conditions.length === 0;
    return part.type === 'related' || part.type === 'relatedCount';
  });
}

/** True where a comparison holds for a key and for all that equal it: under a collation, `KAI` may refer to `kai`. */
function isOfEveryEqualKey({ operator, field }: Comparison): boolean {
  if (operator.takes === 'boolean') return false;
  return field.expression.stored.storedAs !== 'text' || (isBuiltIn(operator) && operator.kinds !== 'textual');
}
