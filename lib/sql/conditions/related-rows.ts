import type { Link, RelationSchema } from '../../schema/index.js';
import type { Rows, Statement } from '../statement.js';

type JunctionLink = Extract<RelationSchema['link'], { readonly via: 'junction' }>;

/** Rows on the other side of a relation: the FROM of a subquery, and the columns that tie it to this side. */
export interface RelatedRows extends Links {
  /** The related entity's rows. */
  readonly rows: Rows;
}

/** Tables whose rows are as many as the related rows. */
export interface Links {
  /** The related table, the junction table joined with it, or the junction table alone, each with its alias. */
  readonly from: string;
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
    return { from: `${statement.from(target.table)} ${alias}`, rows, ties };
  }
  const junction = statement.alias();
  const links = openJunction(link, { table: statement.from(link.table), junction, outer });
  const on = link.relatedJunctionColumns
    .map(({ own, related }) => `${alias}.${related} = ${junction}.${own}`)
    .join(' AND ');
  return { ...links, from: `${links.from} INNER JOIN ${statement.from(target.table)} ${alias} ON ${on}`, rows };
}

/**
 * Names a relation's junction table where counting its rows is enough.
 *
 * @returns undefined where the related table is needed, too
 */
export function openLinks(
  statement: Statement,
  { link, countedByLinks }: RelationSchema,
  { alias: outer }: Pick<Rows, 'alias'>,
): Links | undefined {
  if (link.via !== 'junction' || !countedByLinks) return undefined;
  return openJunction(link, { table: statement.from(link.table), junction: statement.alias(), outer });
}

/** Names of a junction table, of its alias, and of the rows that it is tied to. */
interface JunctionNames {
  readonly table: string;
  readonly junction: string;
  readonly outer: string;
}

function openJunction({ ownJunctionColumns }: JunctionLink, { table, junction, outer }: JunctionNames): Links {
  const ties = ownJunctionColumns.map(({ own, related }) => ({
    outer: `${outer}.${own}`,
    inner: `${junction}.${related}`,
  }));
  return { from: `${table} ${junction}`, ties };
}

/** Returns the conditions that make a subquery correlated: its columns equal the outer row's. */
export function tiesOf({ ties }: Links): string[] {
  return ties.map(({ outer, inner }) => `${inner} = ${outer}`);
}

/** Writes the WHERE of a subquery; one without any condition has none. */
export function whereSql(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
}

/** The related rows of one row: their alias, escaped, and the values of that row which they are tied to. */
export interface TiedRows {
  readonly alias: string;
  /** SQL of the values of {@link ownColumnsOf}. */
  readonly own: readonly string[];
}

/** Returns the columns on the side where a relation starts, escaped: rows are related by their values. */
export function ownColumnsOf(link: Link): readonly string[] {
  return (link.via === 'columns' ? link.pairs : link.ownJunctionColumns).map(({ own }) => own);
}

/**
 * Writes the condition that rows are related to a row. A junction table is asked in a subquery, so that a row which it
 * has twice is there once.
 */
export function tieSql(statement: Statement, link: Link, rows: TiedRows): string {
  if (link.via === 'junction') return throughJunction(statement, link, rows);
  return link.pairs.map(({ related }, place) => `${rows.alias}.${related} = ${rows.own[place]}`).join(' AND ');
}

function throughJunction(statement: Statement, link: JunctionLink, { alias, own }: TiedRows): string {
  const junction = statement.alias();
  const table = `${statement.from(link.table)} ${junction}`;
  const ties = link.ownJunctionColumns.map(({ related }, place) => `${junction}.${related} = ${own[place]}`);
  const [far, ...more] = link.relatedJunctionColumns;
  if (far !== undefined && more.length === 0) {
    return `${alias}.${far.related} IN (SELECT ${junction}.${far.own} FROM ${table}${whereSql(ties)})`;
  }
  const both = link.relatedJunctionColumns.map(({ own: left, related }) => `${junction}.${left} = ${alias}.${related}`);
  return `EXISTS (SELECT 1 FROM ${table}${whereSql([...both, ...ties])})`;
}
