import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { EntityTables } from '../tables.js';

/**
 * Returns a function that makes empty entities as TypeORM does. TypeORM decides for each entity;
 * here it is decided once.
 */
export function entityMaker(metadata: EntityMetadata, { options }: EntityTables['driver']): () => ObjectLiteral {
  const { target, isAlwaysUsingConstructor, lazyRelations } = metadata;
  if (typeof target !== 'function' || options.typename !== undefined || lazyRelations.length > 0) {
    return () => metadata.create(undefined, { fromDeserializer: true }) as ObjectLiteral;
  }
  const prototype = target.prototype as ObjectLiteral;
  if (!isAlwaysUsingConstructor) return () => Object.create(prototype) as ObjectLiteral;
  // TypeORM calls the constructor without arguments, too.
  const Class = target as new () => ObjectLiteral;
  return () => new Class();
}
