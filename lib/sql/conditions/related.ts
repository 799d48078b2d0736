import type { Condition, Related } from '../../ast/index.js';
import type { RelationSchema } from '../../schema/index.js';
import type { ComparisonCompiler } from './comparison.js';
import { KeyCompiler } from './keys.js';
import { CountCompiler } from './related-counts.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';
import type { CompilesConditions, Rows } from '../statement/rows.js';
import { ShapeCompiler } from './shapes.js';
import type { Statement } from '../statement/statement.js';

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
