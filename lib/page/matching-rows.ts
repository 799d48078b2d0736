import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type SqlChanges,
  addWhere,
  entityMetadataOf,
  includesDeleted,
  selectBeside,
  sideCopyOf,
} from '../sql/index.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import { clearLimits } from './window.js';

/**
 * Copies the builder with the query's conditions, and without the joins that decide nothing about which rows there are.
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
 * Reduces a builder to the primary keys of its rows, each once.
 *
 * @param names the names that the columns of the key are selected under
 */
export function distinctKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { primaryKey, statement }: SqlChanges,
  names: readonly string[] = primaryKey.map(() => statement.name()),
): SelectQueryBuilder<E> {
  const hasDuplicates = !isOneRowEach(builder);
  clearSelection(builder);
  const alias = builder.escape(builder.alias);
  for (const [index, { sqlOf }] of primaryKey.entries()) builder.addSelect(sqlOf(alias), names[index]);
  return hasDuplicates ? builder.distinct(true) : builder;
}

/** Removes the columns, the order and the limits of a builder, the order that the entity declares included. */
export function clearSelection<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return clearLimits(builder).select([]).orderBy().setOption('disable-global-order');
}

/**
 * Returns a builder of the rows that a query matches, each of them once, which selects nothing yet. Where joins, groups or
 * DISTINCT give an entity several rows, or part of one, the entities are read anew by the keys of those rows.
 *
 * @param name the name of the statement in a cache
 */
export function eachRowOnce<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  name: string,
): SelectQueryBuilder<ObjectLiteral> {
  const rows = matchingRows(builder, changes, name);
  if (isOneRowEach(rows)) return clearSelection<ObjectLiteral>(rows);
  const { primaryKey, statement } = changes;
  const [alias, keysAlias] = [statement.name(), statement.name()];
  const names = primaryKey.map(() => statement.name());
  const keys = distinctKeys(rows, changes, names);
  const escape = (part: string): string => builder.escape(part);
  const on = primaryKey.map(
    ({ sqlOf }, index) => `${sqlOf(escape(alias))} = ${escape(keysAlias)}.${escape(names[index] ?? '')}`,
  );
  const entities = selectBeside(rows).from<ObjectLiteral>(entityMetadataOf(builder)?.target ?? '', alias);
  if (includesDeleted(builder)) entities.withDeleted();
  entities.innerJoin(`(${keys.getQuery()})`, keysAlias, on.join(' AND ')).setParameters(keys.getParameters());
  return clearSelection(entities);
}
