import type { Condition, RelatedCount } from '../../ast/index.js';
import type { ColumnSchema } from '../../schema/index.js';
import { valueKinds } from '../../values/index.js';
import type { BoundBy } from '../statement/binding.js';
import type { ComparisonCompiler } from './comparison.js';
import { keysByGroups } from './in-groups.js';
import { type Links, openLinks, openRelation, tiesOf, whereSql } from './related-rows.js';
import type { CompilesConditions, Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';

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
