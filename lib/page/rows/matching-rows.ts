import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { type SqlChanges, addWhere, additionIn, withOwnStatement } from '../../sql/index.js';
import { entityMetadataOf, selectBeside, selectsDeleted, sideCopyOf } from '../../typeorm/index.js';
import { dropIdleJoins, isOneRowEach, isOneRowEachWithoutIdle } from './joins.js';
import { type Window, clearLimits } from '../list/builder.js';
import type { KeyPart } from '../../caches/index.js';
import { type Values, readValues } from './read-statement.js';

/**
 * Copies the builder with the query's conditions, and without idle joins.
 *
 * @param name the name of the statement in a cache
 */
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

/** Removes the columns, the order and the limits of a builder, and its entity's declared order. */
export function clearSelection<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return clearLimits(builder).select([]).orderBy().setOption('disable-global-order');
}

/** Rows that a query matches, each once, before a builder of them is made. */
export interface EachRow<E extends ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** The query, with a statement of its own. */
  readonly changes: SqlChanges;
  /** The escaped alias of the rows. */
  readonly alias: string;
  /** Makes a builder of the rows that selects nothing yet. */
  readonly write: () => SelectQueryBuilder<ObjectLiteral>;
}

/**
 * Returns the rows that a query matches, each once. Where joins or DISTINCT give an entity several rows, or a
 * part of one, the entities are read again by the keys of those rows.
 *
 * @param name the name of the statement in a cache
 */
export function eachRowOnce<E extends ObjectLiteral>(plan: ListPlan<E>, name: string): EachRow<E> {
  const { builder } = plan.list;
  const changes = withOwnStatement(plan.changes);
  const rows = () => matchingRows(builder, changes, name);
  if (isOneRowEachWithoutIdle(builder)) {
    const alias = builder.escape(builder.alias);
    return { plan, changes, alias, write: () => clearSelection<ObjectLiteral>(rows()) };
  }
  const alias = changes.statement.name();
  return { plan, changes, alias: builder.escape(alias), write: () => rowsByKeys(builder, { changes, alias, name }) };
}

/** Makes a builder of the entities with the keys of other rows. */
function rowsByKeys<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  { changes, alias, name }: { readonly changes: SqlChanges; readonly alias: string; readonly name: string },
): SelectQueryBuilder<ObjectLiteral> {
  const { primaryKey, statement } = changes;
  const keysAlias = statement.name();
  const names = primaryKey.map(() => statement.name());
  const keys = distinctKeys(rows, changes, name, names);
  const escape = (part: string): string => rows.escape(part);
  const on = primaryKey.map(
    ({ sqlOf }, index) => `${sqlOf(escape(alias))} = ${escape(keysAlias)}.${escape(names[index] ?? '')}`,
  );
  const entities = selectBeside(rows).from<ObjectLiteral>(entityMetadataOf(rows)?.target ?? '', alias);
  if (selectsDeleted(rows)) entities.withDeleted();
  entities.innerJoin(`(${keys.getQuery()})`, keysAlias, on.join(' AND ')).setParameters(keys.getParameters());
  return clearSelection(entities);
}

/** A statement over the rows of a list, and everything else that its text depends on. */
interface RowsRequest {
  readonly selected: readonly KeyPart[];
  readonly window?: Window;
  readonly write: () => WrittenStatement<ObjectLiteral>;
}

/**
 * Reads values of the rows of a list. It is planned for its values, because the best plan
 * depends on how many rows match.
 */
export function readOfRows<E extends ObjectLiteral>(
  { plan, changes }: EachRow<E>,
  request: RowsRequest,
): Promise<Values> {
  const addition = additionIn(changes.statement, plan.names);
  return readValues({ ...request, plan, addition, isPlannedForValues: true });
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
