import type { Condition, CountComparison, Related, RelatedCount } from '../ast/index.js';
import type { RelationSchema } from '../schema/index.js';
import { valueKinds } from '../values/index.js';
import type { BoundBy } from './binding.js';
import { byKeys } from './by-keys.js';
import { writeComparison } from './comparison.js';
import { foreignKeyComparison } from './foreign-key.js';
import type { ConditionsOf, Rows } from './rows.js';
import type { Statement } from './statement.js';

/** The rows on the other side of a relation, as the FROM of a subquery, and how they are tied to this side. */
export interface RelatedRows {
  readonly from: string;
  /** The related entity's rows. */
  readonly rows: Rows;
  /** The columns on this side, and what equals them on the other: one pair, or more for a composite key. */
  readonly ties: readonly { readonly outer: string; readonly inner: string }[];
}

/**
 * Writes predicates on relations, each as one subquery. What must hold is `key IN (SELECT …)`, which no engine runs badly;
 * what must not hold is `NOT EXISTS`, which is right where a key is NULL and fast everywhere; a composite key takes EXISTS.
 */
export class RelatedWriter {
  /** A count is compared like a column of whole numbers. */
  private readonly counted: BoundBy;

  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionsOf,
  ) {
    const { dialect } = statement;
    this.counted = { kind: valueKinds.integer, bindFacts: { dialect, zoned: false, storedIn: 'UTC' } };
  }

  write(condition: Related, rows: Rows, negated: boolean): string {
    const { relation, quantifier, where, keys } = condition;
    if (keys !== undefined) return byKeys(this.statement, relation, keys, rows, negated !== (quantifier === 'none'));
    switch (quantifier) {
      case 'some':
        return negated ? this.no(relation, where, rows) : this.some(relation, where, rows);
      case 'none':
        return negated ? this.some(relation, where, rows) : this.no(relation, where, rows);
      case 'every':
        return negated
          ? this.positive(relation, rows, (inner) => this.failing(where, inner))
          : this.negative(relation, rows, (inner) => this.failing(where, inner));
    }
  }

  /** One subquery, however often the number is compared: what is written twice is searched twice. */
  writeCount({ relation, comparisons, where }: RelatedCount, rows: Rows, negated: boolean): string {
    const related = this.open(relation, rows);
    const parts = [
      ...this.tied(related),
      ...this.conditions.visible(related.rows),
      ...this.satisfying(where, related.rows),
    ];
    const from = `FROM ${related.from} WHERE ${parts.join(' AND ')}`;
    const [only, ...more] = comparisons;
    if (only !== undefined && more.length === 0) return this.compared(`(SELECT COUNT(*) ${from})`, only, negated);
    const all = comparisons.map((each) => this.compared('COUNT(*)', each, false)).join(' AND ');
    return `(SELECT CASE WHEN ${all} THEN 1 ELSE 0 END ${from}) = ${negated ? 0 : 1}`;
  }

  private compared(sql: string, comparison: CountComparison, negated: boolean): string {
    return writeComparison(this.statement, { sql, column: this.counted }, comparison, negated);
  }

  /** The rows a relation leads to, under an alias of their own. */
  open(relation: RelationSchema, { alias: outer }: Rows): RelatedRows {
    const { link, target } = relation;
    const alias = this.statement.alias();
    const rows: Rows = { alias, schema: target };
    if (link.via === 'columns') {
      const ties = link.pairs.map(({ own, related }) => ({ outer: `${outer}.${own}`, inner: `${alias}.${related}` }));
      return { from: `${target.table} ${alias}`, rows, ties };
    }
    const junction = this.statement.alias();
    const on = link.relatedJunctionColumns
      .map(({ own, related }) => `${alias}.${related} = ${junction}.${own}`)
      .join(' AND ');
    return {
      from: `${link.table} ${junction} INNER JOIN ${target.table} ${alias} ON ${on}`,
      rows,
      ties: link.ownJunctionColumns.map(({ own, related }) => ({
        outer: `${outer}.${own}`,
        inner: `${junction}.${related}`,
      })),
    };
  }

  tied({ ties }: RelatedRows): string[] {
    return ties.map(({ outer, inner }) => `${inner} = ${outer}`);
  }

  private some(relation: RelationSchema, where: Condition | undefined, rows: Rows): string {
    return (
      foreignKeyComparison(this.statement, relation, where, rows, false) ??
      this.positive(relation, rows, (inner) => this.satisfying(where, inner))
    );
  }

  private no(relation: RelationSchema, where: Condition | undefined, rows: Rows): string {
    return (
      foreignKeyComparison(this.statement, relation, where, rows, true) ??
      this.negative(relation, rows, (inner) => this.satisfying(where, inner))
    );
  }

  private positive(relation: RelationSchema, outer: Rows, conditions: (inner: Rows) => string[]): string {
    const related = this.open(relation, outer);
    const parts = [...this.conditions.visible(related.rows), ...conditions(related.rows)];
    const [tie, ...more] = related.ties;
    const found =
      tie === undefined || more.length > 0 || relation.strategy === 'exists'
        ? `EXISTS (SELECT 1 FROM ${related.from}${where([...this.tied(related), ...parts])})`
        : `${tie.outer} IN (SELECT ${tie.inner} FROM ${related.from}${where(parts)})`;
    return this.statement.joinable(found, relation.link.via === 'columns' ? 1 : 2);
  }

  private negative(relation: RelationSchema, outer: Rows, conditions: (inner: Rows) => string[]): string {
    const related = this.open(relation, outer);
    const parts = [...this.tied(related), ...this.conditions.visible(related.rows), ...conditions(related.rows)];
    return `NOT EXISTS (SELECT 1 FROM ${related.from}${where(parts)})`;
  }

  private satisfying(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [this.conditions.write(condition, rows)];
  }

  /** A row of which the condition is unknown does not satisfy it, so it is found here. */
  private failing(condition: Condition | undefined, rows: Rows): string[] {
    return condition === undefined ? [] : [`(${this.conditions.write(condition, rows)}) IS NOT TRUE`];
  }
}

function where(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
}
