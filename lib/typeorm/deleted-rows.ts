import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/*
 * TypeORM adds the condition on the delete date of a builder's own entity where it writes the statement, and the one on
 * a joined entity when it is joined. `withDeleted()` lifts both. A stand-in for the metadata of the builder's own
 * entity, which differs in having no delete date, lifts the first alone.
 */

/** The part of a builder that is read and changed. */
type Parts = Pick<SelectQueryBuilder<ObjectLiteral>, 'expressionMap'>;

/** Key of a stand-in for the metadata that it is for. */
const behind = Symbol('nestjs-filterable:behind');

interface StandIn extends EntityMetadata {
  readonly [behind]: EntityMetadata;
}

/** Returns the metadata of an entity that a stand-in is for; all other metadata is returned as it is. */
export function entityBehind(metadata: EntityMetadata): EntityMetadata {
  return isStandIn(metadata) ? metadata[behind] : metadata;
}

function isStandIn(metadata: EntityMetadata): metadata is StandIn {
  return behind in metadata;
}

/** Lets a builder select soft-deleted rows of its own entity. What it joins stays as it is. */
export function showDeleted({ expressionMap }: Parts): void {
  const { mainAlias } = expressionMap;
  if (mainAlias?.hasMetadata !== true) return;
  // An alias of its own, because TypeORM's copies of a builder share the main alias with it.
  const alias = Object.assign(Object.create(Object.getPrototypeOf(mainAlias) as object) as typeof mainAlias, mainAlias);
  alias.metadata = standInFor(entityBehind(mainAlias.metadata));
  expressionMap.mainAlias = alias;
}

/** True for a builder that {@link showDeleted} was called with, and for copies of it. */
export function showsDeleted({ expressionMap: { mainAlias } }: Parts): boolean {
  return mainAlias?.hasMetadata === true && isStandIn(mainAlias.metadata);
}

/** True for a builder whose own soft-deleted rows count as any other. Joined ones may stay out. */
export function selectsDeleted(builder: Parts): boolean {
  return builder.expressionMap.withDeleted || showsDeleted(builder);
}

/** Joins with soft-deleted rows of the joined entities, which TypeORM decides when they are joined. */
export function joinDeleted({ expressionMap }: Parts, join: () => void): void {
  const { withDeleted } = expressionMap;
  expressionMap.withDeleted = true;
  join();
  expressionMap.withDeleted = withDeleted;
}

function standInFor(metadata: EntityMetadata): EntityMetadata {
  const own = { deleteDateColumn: { value: undefined }, [behind]: { value: metadata } };
  return Object.create(metadata, own) as EntityMetadata;
}
