import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { EntityTables } from '../sql/index.js';

/**
 * Returns a function that makes empty entities, as TypeORM does. Without a constructor to call, it makes them of a constructor that
 * does nothing: V8 learns how many properties its objects get, and gives them the room at once.
 */
export function entityMaker(metadata: EntityMetadata, { options }: EntityTables['driver']): () => ObjectLiteral {
  const { target, isAlwaysUsingConstructor } = metadata;
  if (typeof target !== 'function' || isAlwaysUsingConstructor || options.typename !== undefined) {
    return () => metadata.create(undefined, { fromDeserializer: true }) as ObjectLiteral;
  }
  // A class has a prototype of its own for good; a function takes that of the entity's class.
  const Empty = function () {
    // The columns are put in by their readers.
  } as unknown as new () => ObjectLiteral;
  Empty.prototype = target.prototype as ObjectLiteral;
  return () => new Empty();
}
