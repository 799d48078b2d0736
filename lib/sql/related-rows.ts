import type { RelationSchema } from '../schema/index.js';
import type { Rows } from './rows.js';
import type { Statement } from './statement.js';

/** The rows on the other side of a relation: the FROM of a subquery, and the columns that tie it to this side. */
export interface RelatedRows {
  /** The related table, or the junction table joined with it, each with its alias. */
  readonly from: string;
  /** The related entity's rows. */
  readonly rows: Rows;
  /** Pairs of equal columns, of this side and of the subquery: one pair, or more for a composite key. */
  readonly ties: readonly { readonly outer: string; readonly inner: string }[];
}

/** Names the tables of a relation by new aliases, for a subquery that the caller writes. */
export function openRelation(
  statement: Statement,
  { link, target }: RelationSchema,
  { alias: outer }: Pick<Rows, 'alias'>,
): RelatedRows {
  const alias = statement.alias();
  const rows: Rows = { alias, schema: target };
  if (link.via === 'columns') {
    const ties = link.pairs.map(({ own, related }) => ({ outer: `${outer}.${own}`, inner: `${alias}.${related}` }));
    return { from: `${target.table} ${alias}`, rows, ties };
  }
  const junction = statement.alias();
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

/** Returns the conditions that make a subquery correlated: its columns equal those of the outer row. */
export function tiesOf({ ties }: RelatedRows): string[] {
  return ties.map(({ outer, inner }) => `${inner} = ${outer}`);
}

/** Writes the WHERE of a subquery; one without any condition has none. */
export function whereSql(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
}
