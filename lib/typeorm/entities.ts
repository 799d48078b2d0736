import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { part } from '../caches/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { ColumnSchema } from '../schema/index.js';
import { driverOf, nameInResult } from './host.js';
import { type Row, rowKey } from './hydrator.js';

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

/** Returns the values of an entity's primary key as TypeORM stores them. Undefined where it lacks one of them. */
export function storedKeyOf(
  entity: ObjectLiteral,
  primaryKey: readonly ColumnSchema[],
): readonly unknown[] | undefined {
  const values = primaryKey.map(({ metadata }) => {
    const value: unknown = ownValueOf(entity, metadata) ?? metadata.getEntityValue(entity);
    return value === undefined || value === null ? undefined : storedValue(value, metadata);
  });
  return values.includes(undefined) ? undefined : values;
}

/**
 * Returns the value of a column's own property. For a column of a relation, TypeORM looks into the related entity
 * first, which may lack its key, and takes an object that a transformer has made for one.
 */
function ownValueOf(
  entity: ObjectLiteral,
  { embeddedMetadata, relationMetadata, propertyName }: ColumnSchema['metadata'],
): unknown {
  if (relationMetadata?.propertyName === propertyName) return undefined;
  let owner: unknown = entity;
  for (const name of [...(embeddedMetadata?.parentPropertyNames ?? []), propertyName]) {
    if (typeof owner !== 'object' || owner === null) return undefined;
    owner = Reflect.get(owner, name);
  }
  return owner;
}

/** Returns the values of a primary key that a driver has read, in the form of {@link storedKeyOf}. */
export function storedKeyOfRaw(raw: readonly unknown[], primaryKey: readonly ColumnSchema[]): readonly unknown[] {
  return primaryKey.map(({ metadata }, place) => {
    const value: unknown = driverOf(metadata.entityMetadata).prepareHydratedValue(raw[place], metadata);
    return storedValue(value, metadata);
  });
}

function storedValue(value: unknown, metadata: ColumnSchema['metadata']): unknown {
  return driverOf(metadata.entityMetadata).preparePersistentValue(value, metadata);
}

/** Writes the values of a key as text, which is equal for equal ones alone. */
export function textOfKey(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += part(textOf(value));
  return text;
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Returns the entity of each row. One that several rows have was made once, where the first of them stands. */
export function entityOfEach<E extends ObjectLiteral>(
  entities: readonly E[],
  raw: readonly Row[],
  alias: string,
  primaryKey: readonly ColumnSchema[],
): readonly E[] {
  // Each row became an entity of its own, in their order.
  if (entities.length === raw.length) return entities;
  const keyOf = rowKey(primaryKey.map((column) => nameInResult(column, alias)));
  const known = new Map<string, E>();
  return raw.map((row) => {
    const key = keyOf(row);
    const entity = known.get(key) ?? entities[known.size];
    if (entity === undefined) {
      throw new FilterConfigurationError(
        `TypeORM merges rows of ${primaryKey[0]?.metadata.entityMetadata.name} with different primary keys, ` +
          'because it joins the columns of a key with "_"; leave out hydration: \'typeorm\'',
      );
    }
    known.set(key, entity);
    return entity;
  });
}
