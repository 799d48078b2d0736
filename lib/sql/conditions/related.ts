import { type Comparison, type Condition, type Related, someCondition } from '../../ast/index.js';
import { junction } from '../../dialects/index.js';
import type { ColumnPair, RelationSchema } from '../../schema/index.js';
import { type ComparisonCompiler, isBuiltIn } from './comparison.js';
import type { CompilesConditions, Rows, Statement } from '../statement.js';
import { CountCompiler } from './groups.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';
import { ShapeCompiler } from './shapes.js';

/** Compiles conditions on a relation that keys on this side answer, without the related table. */
export class KeyCompiler {
  constructor(private readonly comparisons: ComparisonCompiler) {}

  /**
   * Compiles "some related row satisfies the condition", or its negation, to a comparison of the foreign key. This
   * equals a subquery where the condition is about the related key alone, this side has the foreign key, and no row
   * that it refers to can be hidden.
   *
   * @returns undefined where it does not equal a subquery
   */
  foreignKey(
    { relation, where }: Pick<Related, 'relation' | 'where'>,
    rows: Rows,
    negated: boolean,
  ): string | undefined {
    const pair = foreignKeyFor({ relation, where });
    if (pair === undefined) return undefined;
    const foreignKey = `${rows.alias}.${pair.own}`;
    if (where === undefined) return `${foreignKey} IS ${negated ? '' : 'NOT '}NULL`;
    const sql = this.comparison(where, foreignKey, negated);
    return negated ? `(${sql} OR ${foreignKey} IS NULL)` : sql;
  }

  /** Compiles a condition on the related key, with the foreign key in its place: both have the same values. */
  private comparison(condition: Condition, foreignKey: string, negated: boolean): string {
    switch (condition.type) {
      case 'and':
      case 'or': {
        const conjunction = (condition.type === 'and') !== negated;
        const parts = condition.conditions.map((part) => this.comparison(part, foreignKey, negated));
        return junction(conjunction ? 'AND' : 'OR', parts);
      }
      case 'not':
        return this.comparison(condition.condition, foreignKey, !negated);
      case 'named':
        return this.comparison(condition.condition, foreignKey, negated);
      case 'comparison':
        return this.comparisons.compile({ sql: foreignKey, by: condition.field.expression }, condition, negated);
      case 'related':
      case 'relatedCount':
        throw new TypeError('a condition on a further relation is no comparison of a key');
    }
  }
}

/** True where comparing this side's foreign key answers a condition on related rows. */
export function comparesForeignKey(condition: Pick<Related, 'relation' | 'where'>): boolean {
  return foreignKeyFor(condition) !== undefined;
}

/** Returns the columns of a relation if this side's can be compared instead of the related row, or undefined. */
function foreignKeyFor({ relation, where }: Pick<Related, 'relation' | 'where'>): ColumnPair | undefined {
  const { link, strategy, ownsForeignKey } = relation;
  if (strategy === 'in' || strategy === 'exists' || link.via !== 'columns' || !ownsForeignKey) return undefined;
  const [pair] = link.pairs;
  return pair !== undefined && (where === undefined || isAboutKey(where, pair)) ? pair : undefined;
}

/**
 * True where a condition is about the related key alone, however this side spells it. `$null` is not: a related row has
 * a key, a missing row does not.
 */
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

/**
 * Compiles conditions on relations: to a comparison of keys where that is enough ({@link KeyCompiler}), otherwise to
 * one subquery. By default that is `key IN (SELECT …)`, which performs well on every engine. A composite key or
 * `strategy: 'exists'` uses EXISTS. A negative condition uses NOT EXISTS, which stays correct where a key is NULL.
 * Pages choose a shape for some conditions ({@link ShapeCompiler}).
 */
export class RelationCompiler {
  /** Conditions on the number of related rows. */
  readonly counts: CountCompiler;
  private readonly keys: KeyCompiler;
  private readonly shapes: ShapeCompiler;

  constructor(
    private readonly statement: Statement,
    comparisons: ComparisonCompiler,
    private readonly conditions: CompilesConditions,
  ) {
    this.keys = new KeyCompiler(comparisons);
    this.shapes = new ShapeCompiler(statement, conditions);
    this.counts = new CountCompiler(statement, comparisons, conditions);
  }

  /** Compiles "some", "every" or "none" of the related rows, or the negation. */
  compile(condition: Related, rows: Rows, negated: boolean): string {
    const { relation, quantifier, where } = condition;
    switch (quantifier) {
      case 'some':
        return negated ? this.none(condition, rows) : this.some(condition, rows);
      case 'none':
        return negated ? this.some(condition, rows) : this.none(condition, rows);
      case 'every':
        return negated
          ? this.positive(relation, rows, (inner) => this.failing(where, inner))
          : this.negative(relation, rows, (inner) => this.failing(where, inner));
    }
  }

  /** Compiles "some related row satisfies the condition" by the foreign key where that is enough, or by a subquery. */
  private some(condition: Related, rows: Rows): string {
    const shape = this.statement.shapeOf(condition);
    return (
      this.keys.foreignKey(condition, rows, false) ??
      (shape && this.shapes.compile(condition, rows, shape)) ??
      this.positive(condition.relation, rows, (inner) => this.satisfying(condition.where, inner))
    );
  }

  /** Compiles "no related row satisfies the condition", which holds for rows without related ones. */
  private none(condition: Related, rows: Rows): string {
    return (
      this.keys.foreignKey(condition, rows, true) ??
      this.negative(condition.relation, rows, (inner) => this.satisfying(condition.where, inner))
    );
  }

  private positive(relation: RelationSchema, outer: Rows, conditions: (inner: Rows) => string[]): string {
    this.statement.planForRowsOf(relation);
    const related = openRelation(this.statement, relation, outer);
    const parts = [...this.conditions.visible(related.rows), ...conditions(related.rows)];
    const [tie, ...more] = related.ties;
    const sql =
      tie === undefined || more.length > 0 || this.statement.strategyOf(relation) === 'exists'
        ? `EXISTS (SELECT 1 FROM ${related.from}${whereSql([...tiesOf(related), ...parts])})`
        : `${tie.outer} IN (SELECT ${tie.inner} FROM ${related.from}${whereSql(parts)})`;
    return this.statement.joinable(sql, relation.link.via === 'columns' ? 1 : 2);
  }

  private negative(relation: RelationSchema, outer: Rows, conditions: (inner: Rows) => string[]): string {
    this.statement.planForRowsOf(relation);
    const related = openRelation(this.statement, relation, outer);
    const parts = [...tiesOf(related), ...this.conditions.visible(related.rows), ...conditions(related.rows)];
    return `NOT EXISTS (SELECT 1 FROM ${related.from}${whereSql(parts)})`;
  }

  /** The condition on a related row, as a list to be joined with the other conditions on it. */
  private satisfying(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [this.conditions.compile(condition, rows)];
  }

  /** A row with an unknown condition does not satisfy it, so it counts as failing. */
  private failing(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [`(${this.conditions.compile(condition, rows)}) IS NOT TRUE`];
  }
}
