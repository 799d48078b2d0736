import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';

/*
 * The copies of a host's builder, by which the library sends its statements: the builder itself stays as it is.
 */

/** Returns the builder with another query runner: it sends every statement, also those of copies. The builder itself keeps its own. */
export function onRunner<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  runner: QueryRunner,
): SelectQueryBuilder<E> {
  // `expressionMap` stays that of the builder: the library copies a builder before it changes it, and copies take the runner along.
  // An object that has the builder as its prototype would do, but JavaScript engines are slow to read from one.
  const other = Object.create(Object.getPrototypeOf(builder) as object) as SelectQueryBuilder<E>;
  return Object.assign(other, builder, { queryRunner: runner });
}

/**
 * Copies a builder with what TypeORM's clone forgets: its options, and the relations that find options load by separate
 * statements.
 */
export function copyOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const copy = builder.clone();
  copy['findOptions'] = builder['findOptions'];
  copy['relationMetadatas'] = builder['relationMetadatas'];
  copy.expressionMap.options = [...builder.expressionMap.options];
  return copy;
}

/**
 * Copies a builder for a statement beside the one that loads the rows, such as a total. It locks nothing: neither a total nor
 * distinct rows can be locked, and the rows are locked when they are loaded. In a cache it has a name of its own: `name`.
 */
export function sideCopyOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  name: string,
): SelectQueryBuilder<E> {
  const copy = builder.clone();
  Object.assign(copy.expressionMap, { lockMode: undefined, lockTables: undefined, onLocked: undefined });
  nameInCache(copy, name);
  return copy;
}

/** Creates an empty builder with the cache, timeout and transaction of another; a name gives it a cache entry of its own. */
export function selectBeside<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  name?: string,
): SelectQueryBuilder<ObjectLiteral> {
  const beside = builder.createQueryBuilder() as SelectQueryBuilder<ObjectLiteral>;
  const { cache, cacheId, cacheDuration, maxExecutionTime, useTransaction } = builder.expressionMap;
  Object.assign(beside.expressionMap, { cache, cacheId, cacheDuration, maxExecutionTime, useTransaction });
  if (name !== undefined) nameInCache(beside, name);
  return beside.select([]);
}

/** Two statements with one cache id would receive each other's results. */
function nameInCache({ expressionMap }: Pick<SelectQueryBuilder<ObjectLiteral>, 'expressionMap'>, name: string): void {
  if (expressionMap.cacheId) expressionMap.cacheId = `${expressionMap.cacheId}-${name}`;
}
