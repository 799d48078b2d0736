import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A copy to work on. What find options want loaded by statements of their own is no part of TypeORM's clone. */
export function copyOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const copy = builder.clone();
  copy['findOptions'] = builder['findOptions'];
  copy['relationMetadatas'] = builder['relationMetadatas'];
  return copy;
}

/**
 * A copy for a statement beside the one that loads the rows. It locks nothing: neither a total nor distinct rows can be
 * locked, and the rows are locked when they are loaded. In a cache it goes by a name of its own, as TypeORM's do.
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

/** A builder that selects nothing yet, sent and cached like another; with a name, it goes by one of its own in a cache. */
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

/** A builder that selects from another's rows, sent and cached like the other's. */
export function selectFrom<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  sql: string,
  alias: string,
): SelectQueryBuilder<ObjectLiteral> {
  return selectBeside(rows).from(`(${sql})`, alias).setParameters(rows.getParameters());
}

/** Whatever slice a builder brought, the query's own takes its place. */
export function uncut<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return builder.skip(undefined).take(undefined).limit(undefined).offset(undefined);
}

/** The rows from one to another, counted from 0. */
export function cut<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { skip, take }: { readonly skip: number; readonly take: number },
): void {
  uncut(builder).limit(take);
  if (skip > 0) builder.offset(skip);
}
