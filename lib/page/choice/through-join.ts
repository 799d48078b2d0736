import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { KeyPart } from '../../caches/index.js';
import { startsIndex } from '../../adaptive/index.js';
import type { List, PlanSql } from '../../statements/index.js';
import { checkTables } from '../../schema/index.js';
import { type OrderKey, limitSql } from '../../sql/index.js';
import { selectFrom } from '../rows/subquery.js';

/*
 * Orders by a related column, on engines that sort all rows for such an order. If each row has one related row, and
 * indexes join them, the rows can still be read in order from the related table.
 */

/** A join that reads the rows of a list in their order. */
export interface ThroughJoin {
  /** The relation, and the column behind it. */
  readonly path: readonly KeyPart[];
  /** FROM of all rows of the list, which reads the related table first. */
  readonly from: (rootAlias: string) => string;
}

/** Returns the join for the first key of an order, or undefined where the engine or the relation allows none. */
export function throughJoin(
  { order: [key], joins: [join], schema }: PlanSql,
  { builder, plan }: Pick<List, 'builder' | 'plan'>,
): ThroughJoin | undefined {
  const { readFirst } = schema.dialect.hints ?? {};
  const [term] = plan.sort;
  if (readFirst === undefined || key === undefined || join === undefined || term === undefined) return undefined;
  const { hops, field } = term.target;
  const [relation, ...more] = hops;
  if (relation === undefined || more.length > 0 || field === 'count') return undefined;
  // Every row must have a related row that nothing hides: no scope, no delete date, no other class of its table.
  if (!relation.alwaysExists || !relation.single || relation.link.via !== 'columns') return undefined;
  const { columnName } = field.expression;
  const [pair, ...others] = relation.link.pairs;
  if (pair === undefined || others.length > 0 || columnName === undefined) return undefined;
  const isIndexed = relation.indexedByConstraint || startsIndex(schema, pair.own);
  if (!isIndexed || !startsIndex(relation.target, columnName)) return undefined;
  const alias = builder.escape(join.alias);
  // Any other expression is a part of the column, which orders long texts for cursors.
  if (key.sql !== `${alias}.${columnName}`) return undefined;
  const [own, related] = [schema.table, relation.target.table];
  checkTables([own, related]);
  return {
    path: [relation, field.expression],
    from: (rootAlias) => readFirst(`${related.sql} ${alias}`, `${own.sql} ${rootAlias}`, join.on),
  };
}

/** A row by its place in an order through a join, and the expression to read, by a name. */
interface JoinedRow {
  readonly through: ThroughJoin;
  readonly key: OrderKey;
  readonly sql: string;
  readonly name: string;
  readonly rank: number;
}

/** Makes a builder of the row at a place, with the settings of another whose alias the join uses. */
export function joinedRowAt(
  rows: SelectQueryBuilder<ObjectLiteral>,
  { through, key, sql, name, rank }: JoinedRow,
): SelectQueryBuilder<ObjectLiteral> {
  const escape = (part: string): string => rows.escape(part);
  const direction = key.direction === 'asc' ? 'ASC' : 'DESC';
  const row = `SELECT ${sql} AS ${escape(name)} FROM ${through.from(escape(rows.alias))} ORDER BY ${key.sql} ${direction}${limitSql(1, rank)}`;
  return selectFrom(rows, row, 'nf_rank').addSelect(`${escape('nf_rank')}.${escape(name)}`, name);
}
