import type { DataSource, EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { withEagerRelations } from '../../typeorm/index.js';

/** A query builder, or a repository that makes one. */
export type BuilderOrRepository<E extends ObjectLiteral> = SelectQueryBuilder<E> | Repository<E>;

/** Returns the builder, or a new one from the repository. */
export function builderOf<E extends ObjectLiteral>(source: BuilderOrRepository<E>): SelectQueryBuilder<E> {
  return isRepository(source) ? source.createQueryBuilder() : source;
}

/**
 * Returns the builder, or a new one from the repository with eager relations: `find()` loads these,
 * TypeORM's builders do not.
 */
export function eagerBuilderOf<E extends ObjectLiteral>(source: BuilderOrRepository<E>): SelectQueryBuilder<E> {
  return isRepository(source) ? withEagerRelations(source.createQueryBuilder()) : source;
}

/**
 * Returns an entity and a new builder of its rows.
 *
 * @param sources finds the data source of an entity without a repository
 */
export function targetOf<E extends ObjectLiteral>(
  source: Repository<E> | EntityTarget<E>,
  sources: {
    onlyOf(entity: EntityTarget<E>): DataSource;
    entityOf(entity: EntityTarget<E>): EntityTarget<ObjectLiteral>;
  },
): readonly [EntityTarget<E>, SelectQueryBuilder<E>] {
  if (isRepository(source)) return [source.target, source.createQueryBuilder()];
  // A name of `rules` says nothing of the type of its entity: whoever gives it does.
  const entity = sources.entityOf(source) as EntityTarget<E>;
  return [entity, sources.onlyOf(entity).getRepository(entity).createQueryBuilder()];
}

function isRepository<E extends ObjectLiteral>(source: unknown): source is Repository<E> {
  return typeof source === 'object' && source !== null && 'createQueryBuilder' in source && 'target' in source;
}
