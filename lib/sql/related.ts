import type { Condition, Related, RelatedCount } from '../ast/index.js';
import type { RelationSchema } from '../schema/index.js';
import { valueKinds } from '../values/index.js';
import type { BoundBy } from './binding.js';
import type { ComparisonCompiler } from './comparison.js';
import { KeyCompiler } from './keys.js';
import { type Links, type RelatedRows, openLinks, openRelation, tiesOf, whereSql } from './related-rows.js';
import type { CompilesConditions, Rows } from './rows.js';
import { ShapeCompiler } from './shapes.js';
import type { Statement } from './statement.js';

/**
 * Compiles conditions on relations: to a comparison of keys where that is enough ({@link KeyCompiler}), otherwise to one
 * subquery. By default that is `key IN (SELECT …)`, which performs well on every engine; a composite key or `strategy: 'exists'`
 * uses EXISTS; a negative condition uses NOT EXISTS, which stays correct where a key is NULL. Pages choose a shape for some
 * conditions ({@link ShapeCompiler}).
 */
export class RelationCompiler {
  private readonly keys: KeyCompiler;
  private readonly shapes: ShapeCompiler;
  /** A count is compared like a column of whole numbers. */
  private readonly count: BoundBy;

  constructor(
    private readonly statement: Statement,
    private readonly comparisons: ComparisonCompiler,
    private readonly conditions: CompilesConditions,
  ) {
    const { dialect } = statement;
    this.keys = new KeyCompiler(statement, comparisons);
    this.shapes = new ShapeCompiler(statement, conditions);
    this.count = { kind: valueKinds.integer, bindFacts: { dialect, zoned: false, storedIn: 'UTC' } };
  }

  /** Compiles "some", "every" or "none" of the related rows, or the negation. */
  compile(condition: Related, rows: Rows, negated: boolean): string {
    const { relation, quantifier, where, keys } = condition;
    if (keys !== undefined) return this.keys.lookedUp(condition, rows, negated !== (quantifier === 'none'));
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

  /** Compiles a count to one subquery, however often it is compared: two subqueries would be executed twice. */
  compileCount({ relation, comparisons, where }: RelatedCount, rows: Rows, negated: boolean): string {
    this.planned(relation);
    const from = `FROM ${this.counted(relation, where, rows)}`;
    const by = this.count;
    const [only, ...more] = comparisons;
    if (only !== undefined && more.length === 0) {
      return this.comparisons.compile({ sql: `(SELECT COUNT(*) ${from})`, by }, only, negated);
    }
    const all = comparisons.map((each) => this.comparisons.compile({ sql: 'COUNT(*)', by }, each, false));
    return `(SELECT CASE WHEN ${all.join(' AND ')} THEN 1 ELSE 0 END ${from}) = ${negated ? 0 : 1}`;
  }

  /** Returns the FROM and WHERE of related rows to be counted. Where nothing is asked of them, the junction table alone may answer. */
  private counted(relation: RelationSchema, where: Condition | undefined, outer: Rows): string {
    const links = where === undefined ? openLinks(this.statement, relation, outer) : undefined;
    if (links !== undefined) return `${links.from}${whereSql(tiesOf(links))}`;
    const related = this.open(relation, outer);
    const { from, rows } = related;
    return `${from}${whereSql([...this.tied(related), ...this.conditions.visible(rows), ...this.satisfying(where, rows)])}`;
  }

  /** Opens a relation: names its tables by new aliases, for a subquery that the caller writes. */
  open(relation: RelationSchema, rows: Rows): RelatedRows {
    return openRelation(this.statement, relation, rows);
  }

  /** Returns the conditions that make a subquery correlated: its columns equal those of the outer row. */
  tied(related: Links): string[] {
    return tiesOf(related);
  }

  /** Compiles "some related row satisfies the condition" by the foreign key, if it can answer, or by a subquery. */
  private some(condition: Related, rows: Rows): string {
    const shape = this.statement.shapeOf(condition);
    return (
      this.keys.foreignKey(condition, rows, false) ??
      (shape && this.shapes.compile(condition, rows, shape)) ??
      this.positive(condition.relation, rows, (inner) => this.satisfying(condition.where, inner))
    );
  }

  /** Compiles "no related row satisfies the condition", which is true of rows without a related one. */
  private none(condition: Related, rows: Rows): string {
    return (
      this.keys.foreignKey(condition, rows, true) ??
      this.negative(condition.relation, rows, (inner) => this.satisfying(condition.where, inner))
    );
  }

  private positive(relation: RelationSchema, outer: Rows, conditions: (inner: Rows) => string[]): string {
    this.planned(relation);
    const related = this.open(relation, outer);
    const parts = [...this.conditions.visible(related.rows), ...conditions(related.rows)];
    const [tie, ...more] = related.ties;
    const sql =
      tie === undefined || more.length > 0 || this.statement.strategyOf(relation) === 'exists'
        ? `EXISTS (SELECT 1 FROM ${related.from}${whereSql([...this.tied(related), ...parts])})`
        : `${tie.outer} IN (SELECT ${tie.inner} FROM ${related.from}${whereSql(parts)})`;
    return this.statement.joinable(sql, relation.link.via === 'columns' ? 1 : 2);
  }

  private negative(relation: RelationSchema, outer: Rows, conditions: (inner: Rows) => string[]): string {
    this.planned(relation);
    const related = this.open(relation, outer);
    const parts = [...this.tied(related), ...this.conditions.visible(related.rows), ...conditions(related.rows)];
    return `NOT EXISTS (SELECT 1 FROM ${related.from}${whereSql(parts)})`;
  }

  /** Without the values, a planner takes to-many rows for as many as there are on average, and begins at the wrong table. */
  private planned({ toMany }: RelationSchema): void {
    if (toMany) this.statement.planForValues();
  }

  /** The condition on a related row, as a list to be joined with the other conditions on it. */
  private satisfying(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [this.conditions.compile(condition, rows)];
  }

  /** A row for which the condition is unknown does not satisfy it, so it counts as failing. */
  private failing(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [`(${this.conditions.compile(condition, rows)}) IS NOT TRUE`];
  }
}
