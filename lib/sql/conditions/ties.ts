import type { Link } from '../../schema/index.js';
import type { Statement } from '../statement/statement.js';
import { whereSql } from './related-rows.js';

type JunctionLink = Extract<Link, { readonly via: 'junction' }>;

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
