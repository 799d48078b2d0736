import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { type BuilderJoin, dataSourceOf } from './builder.js';

/* Copies of a host's builder, which send the library's statements. The builder itself stays as it is. */

/**
 * Returns the builder with another query runner, for every statement of it and of its copies. The builder
 * itself keeps its own runner.
 */
export function onRunner<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  runner: QueryRunner,
): SelectQueryBuilder<E> {
  // Both share one `expressionMap`: the library copies a builder before it changes it, and a copy takes the runner
  // along. An object with the builder as its prototype would do, but JavaScript engines are slow to read from one.
  const other = Object.create(Object.getPrototypeOf(builder) as object) as SelectQueryBuilder<E>;
  return Object.assign(other, builder, { queryRunner: runner });
}

/**
 * Copies a builder with two things that TypeORM's clone forgets: its options, and the relations that find options
 * load by separate statements.
 */
export function copyOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const copy = builder.clone();
  copy['findOptions'] = builder['findOptions'];
  copy['relationMetadatas'] = builder['relationMetadatas'];
  copy.expressionMap.options = [...builder.expressionMap.options];
  return copy;
}

/**
 * Copies a builder for a statement beside the one that loads the rows, such as a total. The copy locks
 * nothing, because neither totals nor distinct rows can be locked, and the rows are locked when they are
 * loaded. `name` is its name in a cache.
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

/**
 * Creates an empty builder with the cache, timeout and transaction of another. A name gives it
 * a cache entry of its own.
 */
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

/**
 * Removes the cache id of a builder, or the mark that kept its statement out of the cache. A builder without cache
 * settings can be prepared.
 */
export function withoutCacheName<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): void {
  const { expressionMap } = builder;
  if (!expressionMap.cacheId && expressionMap.cache !== false) return;
  const { cache } = dataSourceOf(builder).options;
  const isAlways = typeof cache === 'object' && cache.alwaysEnabled === true;
  Object.assign(expressionMap, { cache: isAlways ? false : undefined, cacheId: undefined });
}

/** Two statements with one cache id would receive each other's results. */
function nameInCache({ expressionMap }: Pick<SelectQueryBuilder<ObjectLiteral>, 'expressionMap'>, name: string): void {
  if (expressionMap.cacheId) expressionMap.cacheId = `${expressionMap.cacheId}-${name}`;
}

/**
 * Removes what a builder selects of some joins, and the relations that it loads by statements of their own.
 *
 * @param relations the property paths of the relations
 */
export function leaveRelations<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  joins: readonly BuilderJoin[],
  relations: readonly string[],
): void {
  const aliases = new Set(joins.map(({ alias }) => alias.name));
  const { expressionMap } = builder;
  expressionMap.selects = expressionMap.selects.filter(
    ({ selection, aliasName }) => aliasName !== undefined || !aliases.has(selection.split('.')[0] ?? ''),
  );
  builder['relationMetadatas'] = builder['relationMetadatas'].filter(
    ({ propertyPath }) => !relations.includes(propertyPath),
  );
}

/** Returns true for a builder that joins tables, or loads relations by statements of their own. */
export function hasRelations<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  return builder.expressionMap.joinAttributes.length > 0 || builder['relationMetadatas'].length > 0;
}
