import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Window } from './window.js';

/** Copies a builder to work on. TypeORM's `clone()` forgets the relations that find options load by statements of their own. */
export function copyOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const copy = builder.clone();
  copy['findOptions'] = builder['findOptions'];
  copy['relationMetadatas'] = builder['relationMetadatas'];
  return copy;
}

/**
 * Copies a builder for a statement beside the one that loads the rows. The copy locks nothing: neither a total nor distinct
 * rows can be locked, and the rows are locked when they are loaded. In TypeORM's result cache it has a name of its own, as
 * TypeORM's own count has.
 */
export function sideCopyOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  name: 'pagination' | 'count',
): SelectQueryBuilder<E> {
  const copy = builder.clone();
  const { expressionMap } = copy;
  expressionMap.lockMode = undefined;
  expressionMap.lockTables = undefined;
  expressionMap.onLocked = undefined;
  if (expressionMap.cacheId) expressionMap.cacheId = `${expressionMap.cacheId}-${name}`;
  return copy;
}

/** Makes a builder that selects nothing yet, with the connection and cache settings of another; `name` is for the cache. */
export function selectBeside<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  name?: string,
): SelectQueryBuilder<ObjectLiteral> {
  const beside = builder.createQueryBuilder() as SelectQueryBuilder<ObjectLiteral>;
  const { cache, cacheId, cacheDuration, maxExecutionTime, useTransaction } = builder.expressionMap;
  Object.assign(beside.expressionMap, { cache, cacheId, cacheDuration, maxExecutionTime, useTransaction });
  if (cacheId && name !== undefined) beside.expressionMap.cacheId = `${cacheId}-${name}`;
  return beside.select([]);
}

/** Makes a builder that selects from a subquery, with the parameters, connection and cache settings of another. */
export function selectFrom<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  sql: string,
  alias: string,
): SelectQueryBuilder<ObjectLiteral> {
  return selectBeside(rows).from(`(${sql})`, alias).setParameters(rows.getParameters());
}

/** Removes every limit of a builder: TypeORM has two kinds, and prefers `limit` where both are set. */
export function clearLimits<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return builder.skip(undefined).take(undefined).limit(undefined).offset(undefined);
}

/** Limits a builder to a window of its rows, by LIMIT and OFFSET in place of any limit it has. */
export function limitTo<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { skip, take }: Window): void {
  clearLimits(builder).limit(take);
  if (skip > 0) builder.offset(skip);
}
