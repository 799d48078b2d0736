import type { Link, RelationSchema } from '../../schema/index.js';
import type { Rows, Statement } from '../statement.js';

type JunctionLink = Extract<Link, { readonly via: 'junction' }>;

/** Tables whose rows are as many as the related rows of a row: the FROM of a subquery, and what ties it to the row. */
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
): Links & { readonly rows: Rows } {
  const alias = statement.alias();
  const rows: Rows = { alias, schema: target };
  if (link.via === 'columns') {
    const ties = link.pairs.map(({ own, related }) => ({ outer: `${outer}.${own}`, inner: `${alias}.${related}` }));
    return { from: `${statement.from(target.table)} ${alias}`, rows, ties };
  }
  const junction = statement.alias();
  const { from, ties } = openJunction(statement, link, junction, outer);
  const pairs = link.relatedJunctionColumns.map(({ own, related }) => `${alias}.${related} = ${junction}.${own}`);
  const joined = `${from} INNER JOIN ${statement.from(target.table)} ${alias} ON ${pairs.join(' AND ')}`;
  return { from: joined, ties, rows };
}

/** Names a relation's junction table where counting its rows is enough; undefined where it is not. */
export function openLinks(
  statement: Statement,
  { link, countedByLinks }: RelationSchema,
  { alias: outer }: Pick<Rows, 'alias'>,
): Links | undefined {
  if (link.via !== 'junction' || !countedByLinks) return undefined;
  return openJunction(statement, link, statement.alias(), outer);
}

function openJunction(statement: Statement, link: JunctionLink, junction: string, outer: string): Links {
  const ties = link.ownJunctionColumns.map(({ own, related }) => ({
    outer: `${outer}.${own}`,
    inner: `${junction}.${related}`,
  }));
  return { from: `${statement.from(link.table)} ${junction}`, ties };
}

/** Returns the conditions that make a subquery correlated: its columns equal the outer row's. */
export function tiesOf({ ties }: Links): string[] {
  return ties.map(({ outer, inner }) => `${inner} = ${outer}`);
}

export function whereSql(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
}

/** A subquery in brackets, to join to rows: its name, not escaped, its computed value, and the condition. */
export interface GroupedRows {
  readonly table: string;
  readonly name: string;
  readonly value: string;
  readonly on: string;
}

/** Writes the groups of related rows with a value computed of each. The subquery does not depend on the outer one. */
export function groupRows(
  statement: Statement,
  { from, ties }: Links,
  conditions: readonly string[],
  computed: string,
): GroupedRows {
  const name = statement.name();
  const groups = statement.escaped(name);
  const value = statement.alias();
  const keys = ties.map(({ outer, inner }) => ({ outer, inner, key: statement.alias() }));
  const selected = [...keys.map(({ inner, key }) => `${inner} AS ${key}`), `${computed} AS ${value}`].join(', ');
  const by = keys.map(({ inner }) => inner).join(', ');
  return {
    table: `(SELECT ${selected} FROM ${from}${whereSql(conditions)} GROUP BY ${by})`,
    name,
    value: `${groups}.${value}`,
    on: keys.map(({ outer, key }) => `${groups}.${key} = ${outer}`).join(' AND '),
  };
}

/** Returns the columns on the side where a relation starts, escaped: rows are related by their values. */
export function ownColumnsOf(link: Link): readonly string[] {
  return (link.via === 'columns' ? link.pairs : link.ownJunctionColumns).map(({ own }) => own);
}

/**
 * Writes the condition that rows are related to a row. A junction table is read in a subquery, so that a row which it
 * has twice is there once.
 *
 * @param alias the escaped alias of the related rows
 * @param own the values of {@link ownColumnsOf}, as SQL
 */
export function tieSql(statement: Statement, link: Link, alias: string, own: readonly string[]): string {
  if (link.via === 'columns') {
    return link.pairs.map(({ related }, place) => `${alias}.${related} = ${own[place]}`).join(' AND ');
  }
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
