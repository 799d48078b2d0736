import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';

/** A builder, or a repository to make one from. */
export type BuilderOrRepository<E extends ObjectLiteral> = SelectQueryBuilder<E> | Repository<E>;

export function builderOf<E extends ObjectLiteral>(source: BuilderOrRepository<E>): SelectQueryBuilder<E> {
  return isRepository(source) ? source.createQueryBuilder() : source;
}

/** Of a repository a builder that loads what is eager, as `find()` does; TypeORM's builders by themselves do not. */
export function eagerBuilderOf<E extends ObjectLiteral>(source: BuilderOrRepository<E>): SelectQueryBuilder<E> {
  if (!isRepository(source)) return source;
  const builder = source.createQueryBuilder();
  return source.metadata.eagerRelations.length === 0 ? builder : builder.setFindOptions({ loadEagerRelations: true });
}

export function isRepository<E extends ObjectLiteral>(source: unknown): source is Repository<E> {
  return typeof source === 'object' && source !== null && 'createQueryBuilder' in source && 'target' in source;
}
