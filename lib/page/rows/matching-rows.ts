import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListQuery } from '../../statements/index.js';
import { type SqlChanges, type Statement, addWhere } from '../../sql/index.js';
import { entityMetadataOf, selectBeside, selectsDeleted, sideCopyOf } from '../../typeorm/index.js';
import { dropIdleJoins, isOneRowEach, isOneRowEachWithoutIdle } from './joins.js';
import { clearLimits } from '../list/builder.js';

/** Copies the builder with the query's conditions, and without idle joins. `name` is the statement's in a cache. */
export function matchingRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: Pick<SqlChanges, 'where' | 'statement'>,
  name: string,
): SelectQueryBuilder<E> {
  const rows = dropIdleJoins(sideCopyOf(builder, name));
  addWhere(rows, changes);
  return rows;
}

/**
 * Copies the builder with the query's conditions, and selects the primary keys of its rows, each once.
 *
 * @param name the name of the statement in a cache
 * @param names the names of the key's selected columns
 */
export function distinctKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  name: string,
  names: readonly string[] = changes.primaryKey.map(() => changes.statement.name()),
): SelectQueryBuilder<ObjectLiteral> {
  const { primaryKey } = changes;
  const rows: SelectQueryBuilder<ObjectLiteral> = matchingRows(builder, changes, name);
  const hasDuplicates = !isOneRowEach(rows);
  clearSelection(rows);
  const alias = rows.escape(rows.alias);
  for (const [index, { sqlOf }] of primaryKey.entries()) rows.addSelect(sqlOf(alias), names[index]);
  return hasDuplicates ? rows.distinct(true) : rows;
}

export function clearSelection<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return clearLimits(builder).select([]).orderBy().setOption('disable-global-order');
}

export interface EachRow {
  readonly list: ListQuery;
  /** The statement, which is planned for its values: the best plan depends on how many rows match. */
  readonly own: Statement;
  readonly alias: string;
  readonly parts: EachRowParts;
}

/** Parts of such a statement: its name in a cache, and the alias of rows that are read by the keys of the list's. */
export type EachRowParts = readonly [cached: string, byKeys: string | undefined];

/**
 * Begins a statement over the rows that a query matches, each once. Where joins or DISTINCT give an entity several
 * rows, or a part of one, the entities are read again by the keys of those rows.
 */
export function beginEachRow<E extends ObjectLiteral>(list: ListQuery<E>, cached: string): EachRow {
  const { builder } = list;
  const own = list.begin();
  const byKeys = isOneRowEachWithoutIdle(builder) ? undefined : own.name();
  return { list, own, alias: builder.escape(byKeys ?? builder.alias), parts: [cached, byKeys] };
}

/** Makes a builder of the rows of {@link beginEachRow} that selects nothing yet. */
export function writeEachRow(
  builder: SelectQueryBuilder<ObjectLiteral>,
  changes: SqlChanges,
  [cached, byKeys]: EachRowParts,
): SelectQueryBuilder<ObjectLiteral> {
  if (byKeys === undefined) return clearSelection(matchingRows(builder, changes, cached));
  const { primaryKey, statement } = changes;
  const keysAlias = statement.name();
  const names = primaryKey.map(() => statement.name());
  const keys = distinctKeys(builder, changes, cached, names);
  const escape = (part: string): string => builder.escape(part);
  const on = primaryKey.map(
    ({ sqlOf }, index) => `${sqlOf(escape(byKeys))} = ${escape(keysAlias)}.${escape(names[index] ?? '')}`,
  );
  const entities = selectBeside(builder).from<ObjectLiteral>(entityMetadataOf(builder)?.target ?? '', byKeys);
  if (selectsDeleted(builder)) entities.withDeleted();
  entities.innerJoin(`(${keys.getQuery()})`, keysAlias, on.join(' AND ')).setParameters(keys.getParameters());
  return clearSelection(entities);
}

/**
 * Makes a builder that selects from a subquery.
 *
 * @param rows the subquery's builder, whose parameters, connection and cache settings are used
 * @param sql the subquery, without brackets
 */
export function selectFrom<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  sql: string,
  alias: string,
): SelectQueryBuilder<ObjectLiteral> {
  return selectBeside(rows).from(`(${sql})`, alias).setParameters(rows.getParameters());
}
