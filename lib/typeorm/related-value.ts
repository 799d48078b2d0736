import type { EntityMetadata, ObjectLiteral } from 'typeorm';

type Relation = EntityMetadata['relations'][number];

/** Puts related entities into an entity: a list, one, or null. */
type PutRelated = (entity: ObjectLiteral, value: ObjectLiteral[] | ObjectLiteral | null) => void;

/**
 * Makes the function that replaces the related entities of an entity, because TypeORM's own method adds to the existing
 * ones. A lazy relation gets a promise. An entity of a shared table whose class lacks the relation stays as it is.
 */
export function putterOf(relation: Relation): PutRelated {
  const { target, entityMetadata } = relation;
  const put = anyPutterOf(relation);
  if (typeof target !== 'function' || typeof entityMetadata.target !== 'function') return put;
  if (!(target.prototype instanceof entityMetadata.target)) return put;
  return (entity, value) => {
    if (entity instanceof target) put(entity, value);
  };
}

function anyPutterOf(relation: Relation): PutRelated {
  const { propertyName, embeddedMetadata, isLazy } = relation;
  if (embeddedMetadata !== undefined) return (entity, value) => relation.setEntityValue(entity, value);
  if (!isLazy) {
    return (entity, value) => {
      entity[propertyName] = value;
    };
  }
  return (entity, value) => {
    if (Object.hasOwn(entity, propertyName)) entity[`__${propertyName}__`] = value;
    else entity[propertyName] = Promise.resolve(value);
  };
}

/** Removes TypeORM's additions to an entity's columns: ids of related rows, and before TypeORM 1.0 their numbers. */
export function removeRelationIds(entity: ObjectLiteral, { relationIds }: EntityMetadata): void {
  for (const { propertyName } of relationIds) Reflect.deleteProperty(entity, propertyName);
}
