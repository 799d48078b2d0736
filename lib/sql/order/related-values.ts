import type { SortTerm } from '../../ast/index.js';
import type { Dialect, StoredAs } from '../../dialects/index.js';
import { type ExpressionSchema, type RelationSchema, isColumn } from '../../schema/index.js';
import type { ConditionCompiler } from '../conditions/conditions.js';
import type { OrderJoin } from './order-key.js';
import { type RelatedRows, openLinks, openRelation, tiesOf } from '../conditions/related-rows.js';
import { limitSql } from '../statement/limit.js';
import type { Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';

/** Sort key about related rows: their number, or the value that comes first in its direction. */
type RelatedTerm = Pick<SortTerm, 'target' | 'direction'>;

/** Path of relations within a subquery. */
interface SubqueryPath extends Pick<RelatedRows, 'from' | 'ties'> {
  /** Conditions that hide invisible rows of the first table. */
  readonly visible: readonly string[];
  /** The rows at the end of the path. */
  readonly rows: Rows;
}

/** Values of related rows to sort a list by, one for each row. */
export class RelatedValues {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionCompiler,
    private readonly root: Rows,
  ) {}

  /**
   * Compiles a value to a subquery for each row, which is fast for the few rows that a filter leaves. The value is NULL
   * without related rows, and a count is 0.
   */
  perRow({ target: { hops, field }, direction }: RelatedTerm): string {
    const { from, ties, visible, rows } = this.pathTo(hops, field === 'count');
    const where = [...ties.map(({ outer, inner }) => `${inner} = ${outer}`), ...visible].join(' AND ');
    if (field === 'count') return `(SELECT COUNT(*) FROM ${from} WHERE ${where})`;
    const { expression } = field;
    const { dialect } = this.statement;
    const value = this.conditions.value(expression, rows);
    // Outside of the subquery an ENUM would be a text, and sort alphabetically.
    const comparand = comparandOf(value, expression, dialect);
    if (dialect.aggregatesExtremes === true && !isColumn(expression)) {
      return `(SELECT ${extremes[direction]}(${comparand}) FROM ${from} WHERE ${where})`;
    }
    const order = `ORDER BY ${value} ${direction.toUpperCase()}${limitSql(1)}`;
    return `(SELECT ${comparand} FROM ${from} WHERE ${where} AND ${value} IS NOT NULL ${order})`;
  }

  /**
   * Compiles a value to a column of a join with all related rows in groups. Reading these once is fast where all
   * rows of the list are sorted.
   *
   * @returns undefined for values that the engine may not aggregate
   */
  grouped({ target: { hops, field }, direction }: RelatedTerm): { sql: string; join: OrderJoin } | undefined {
    const expression = field === 'count' ? undefined : field.expression;
    if (expression !== undefined && !hasAggregate(expression)) return undefined;
    const { from, ties, visible, rows } = this.pathTo(hops, field === 'count');
    const [alias, value] = [this.statement.name(), this.statement.alias()];
    const groups = this.statement.escaped(alias);
    const keys = ties.map((tie) => ({ ...tie, key: this.statement.alias() }));
    const aggregate = expression === undefined ? 'COUNT(*)' : `${extremes[direction]}(${expression.sqlOf(rows.alias)})`;
    const selected = [...keys.map(({ inner, key }) => `${inner} AS ${key}`), `${aggregate} AS ${value}`].join(', ');
    const where = visible.length === 0 ? '' : ` WHERE ${visible.join(' AND ')}`;
    const table = `(SELECT ${selected} FROM ${from}${where} GROUP BY ${keys.map(({ inner }) => inner).join(', ')})`;
    const on = keys.map(({ outer, key }) => `${groups}.${key} = ${outer}`).join(' AND ');
    const column = `${groups}.${value}`;
    return {
      sql: expression === undefined ? `COALESCE(${column}, 0)` : column,
      join: { table, alias, type: 'left', on },
    };
  }

  /** Follows a path within a subquery, by inner joins: a path without a row at its end has no value. */
  private pathTo(hops: readonly RelationSchema[], isCounted: boolean): SubqueryPath {
    let { root: rows } = this;
    let from = '';
    let ties: SubqueryPath['ties'] = [];
    let visible: readonly string[] = [];
    for (const [place, hop] of hops.entries()) {
      const links = isCounted && place === hops.length - 1 ? openLinks(this.statement, hop, rows) : undefined;
      const next = links === undefined ? openRelation(this.statement, hop, rows) : { ...links, rows };
      const conditions = links === undefined ? this.conditions.visible(next.rows) : [];
      if (from === '') [from, ties, visible] = [next.from, next.ties, conditions];
      else from += ` INNER JOIN ${next.from} ON ${[...tiesOf(next), ...conditions].join(' AND ')}`;
      ({ rows } = next);
    }
    return { from, ties, visible, rows };
  }
}

const extremes = { asc: 'MIN', desc: 'MAX' } as const;

/**
 * Storages that have MIN and MAX on every engine. PostgreSQL has none for booleans, and before version 18
 * none for bytes and UUIDs.
 */
const aggregated: ReadonlySet<StoredAs> = new Set([
  ...(['text', 'integer', 'decimal', 'single', 'double'] as const),
  ...(['date', 'datetime', 'time'] as const),
]);

function hasAggregate(expression: ExpressionSchema): boolean {
  return isColumn(expression) && aggregated.has(expression.stored.storedAs);
}

/**
 * Returns the SQL to compare instead of an expression, so that it agrees with ORDER BY. MySQL orders an ENUM by
 * the position of the member.
 */
export function comparandOf(sql: string, { stored }: ExpressionSchema, dialect: Dialect): string {
  return dialect.orderedValue({ sql, storedAs: stored.storedAs });
}
