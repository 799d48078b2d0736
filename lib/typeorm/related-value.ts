import type { EntityMetadata, ObjectLiteral } from 'typeorm';

type Relation = EntityMetadata['relations'][number];

/**
 * Replaces the related entities of an entity, because TypeORM's own method adds to the existing ones. A lazy
 * relation gets a promise.
 */
export function setRelated(
  entity: ObjectLiteral,
  relation: Relation,
  value: ObjectLiteral[] | ObjectLiteral | null,
): void {
  const { propertyName, embeddedMetadata, isLazy } = relation;
  if (!hasRelation(entity, relation)) return;
  if (embeddedMetadata !== undefined) relation.setEntityValue(entity, value);
  else if (!isLazy) entity[propertyName] = value;
  else if (Object.hasOwn(entity, propertyName)) entity[`__${propertyName}__`] = value;
  else entity[propertyName] = Promise.resolve(value);
}

/** Returns false for an entity of a shared table whose class lacks the relation. */
function hasRelation(entity: ObjectLiteral, { target, entityMetadata }: Relation): boolean {
  if (typeof target !== 'function' || typeof entityMetadata.target !== 'function') return true;
  return !(target.prototype instanceof entityMetadata.target) || entity instanceof target;
}

/** Removes TypeORM's additions to an entity's columns: ids of related rows, and before TypeORM 1.0 their numbers. */
export function removeRelationIds(entity: ObjectLiteral, { relationIds }: EntityMetadata): void {
  for (const { propertyName } of relationIds) Reflect.deleteProperty(entity, propertyName);
}
