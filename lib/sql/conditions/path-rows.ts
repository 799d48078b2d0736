import type { RelationSchema } from '../../schema/index.js';
import { ConditionCompiler } from './conditions.js';
import { openRelation, tiesOf, whereSql } from './related-rows.js';
import type { Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';

/** Visible rows at the end of a path of relations: a table to join to the rows at its beginning. */
export interface PathRows {
  /** The table as a subquery, in brackets. */
  readonly table: string;
  /** The name of the table, not escaped. */
  readonly name: string;
  /** The condition that a row of the table is reached from a row of the entity. */
  readonly on: string;
}

/** A path of relations, and what is read of the rows at its end. */
export interface Path {
  /** One relation or more. */
  readonly hops: readonly RelationSchema[];
  /** The rows that the path begins at. */
  readonly from: Rows;
  /** Returns the selected expressions, each with its name, by the escaped alias of the rows at the end. */
  readonly select: (alias: string) => string;
}

/**
 * Compiles the rows at the end of a path. They are joined by inner joins alone, which engines flatten into the outer
 * statement. A row of the entity occurs once for each row at the end of the path.
 */
export function pathRows(statement: Statement, { hops, from, select }: Path): PathRows {
  const conditions = new ConditionCompiler(statement);
  const name = statement.name();
  const tables: string[] = [];
  const where: string[] = [];
  const keys: string[] = [];
  const on: string[] = [];
  let rows = from;
  for (const hop of hops) {
    const related = openRelation(statement, hop, rows);
    if (rows !== from) where.push(...tiesOf(related));
    else {
      for (const { outer, inner } of related.ties) {
        const key = statement.alias();
        keys.push(`${inner} AS ${key}`);
        on.push(`${statement.escaped(name)}.${key} = ${outer}`);
      }
    }
    tables.push(related.from);
    where.push(...conditions.visible(related.rows));
    ({ rows } = related);
  }
  const selected = [...keys, select(rows.alias)].join(', ');
  return { table: `(SELECT ${selected} FROM ${tables.join(', ')}${whereSql(where)})`, name, on: on.join(' AND ') };
}
