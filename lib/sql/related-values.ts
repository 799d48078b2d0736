import type { SortTerm } from '../ast/index.js';
import type { Dialect, StoredAs } from '../dialects/index.js';
import { type ExpressionSchema, type RelationSchema, isColumn } from '../schema/index.js';
import type { ConditionCompiler } from './conditions.js';
import type { OrderJoin } from './order-key.js';
import { type RelatedRows, openLinks } from './related-rows.js';
import type { Rows } from './rows.js';
import type { Statement } from './statement.js';

/** A sort key about related rows: the number of them, or the value of theirs that comes first in its direction. */
type RelatedTerm = Pick<SortTerm, 'target' | 'direction'>;

/** A path of relations within a subquery. */
interface SubqueryPath extends Pick<RelatedRows, 'from' | 'ties'> {
  /** The conditions that hide invisible rows of the first table. */
  readonly visible: readonly string[];
  /** The rows at the end of the path. */
  readonly rows: Rows;
}

/** The values of related rows that the rows of a list are sorted by, one for each row. */
export class RelatedValues {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: ConditionCompiler,
    private readonly root: Rows,
  ) {}

  /** Compiles a value to a subquery for each row: fast for the few rows that a filter leaves. NULL where there is none; a count is 0. */
  perRow({ target: { hops, field }, direction }: RelatedTerm): string {
    const { from, ties, visible, rows } = this.pathTo(hops, field === 'count');
    const where = [...ties.map(({ outer, inner }) => `${inner} = ${outer}`), ...visible].join(' AND ');
    if (field === 'count') return `(SELECT COUNT(*) FROM ${from} WHERE ${where})`;
    const { expression } = field;
    const { dialect } = this.statement;
    const value = expression.sqlOf(rows.alias);
    // Outside of the subquery an ENUM would be a text, and sort alphabetically.
    const comparand = comparandOf(value, expression, dialect);
    if (dialect.aggregatesExtremes === true && !isColumn(expression)) {
      return `(SELECT ${extremes[direction]}(${comparand}) FROM ${from} WHERE ${where})`;
    }
    const order = `ORDER BY ${value} ${direction.toUpperCase()} LIMIT 1`;
    return `(SELECT ${comparand} FROM ${from} WHERE ${where} AND ${value} IS NOT NULL ${order})`;
  }

  /**
   * Compiles a value to a column of a join with all related rows in groups, which reads these once: fast where all rows of the list
   * are sorted. Undefined for values that the engine may have no aggregate of.
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

  /** Follows a path within a subquery, by inner joins: without a row at its end, a path has no value. */
  private pathTo(hops: readonly RelationSchema[], isCounted: boolean): SubqueryPath {
    const { related } = this.conditions;
    let { root: rows } = this;
    let from = '';
    let ties: SubqueryPath['ties'] = [];
    let visible: readonly string[] = [];
    for (const [place, hop] of hops.entries()) {
      const links = isCounted && place === hops.length - 1 ? openLinks(this.statement, hop, rows) : undefined;
      const next = links === undefined ? related.open(hop, rows) : { ...links, rows };
      const conditions = links === undefined ? this.conditions.visible(next.rows) : [];
      if (from === '') [from, ties, visible] = [next.from, next.ties, conditions];
      else from += ` INNER JOIN ${next.from} ON ${[...related.tied(next), ...conditions].join(' AND ')}`;
      ({ rows } = next);
    }
    return { from, ties, visible, rows };
  }
}

const extremes = { asc: 'MIN', desc: 'MAX' } as const;

/** Values that every engine has MIN and MAX of. PostgreSQL has none of booleans, and before version 18 none of bytes and UUIDs. */
const aggregated: ReadonlySet<StoredAs> = new Set([
  ...(['text', 'integer', 'decimal', 'single', 'double'] as const),
  ...(['date', 'datetime', 'time'] as const),
]);

function hasAggregate(expression: ExpressionSchema): boolean {
  return isColumn(expression) && aggregated.has(expression.stored.storedAs);
}

/** Returns the SQL whose comparison agrees with the order of an expression: MySQL orders an ENUM by the position of the member. */
export function comparandOf(sql: string, { stored }: ExpressionSchema, dialect: Dialect): string {
  return dialect.orderedValue({ sql, storedAs: stored.storedAs });
}
