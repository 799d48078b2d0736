import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FindOptionsUtils } from 'typeorm/find-options/FindOptionsUtils.js';
import { entityMetadataOf } from './builder.js';

/**
 * Adds the eager relations of its entity to a new builder, and returns the builder. The joins are written at once, as
 * `find()` writes them, so that the statement can be prepared. Relations that the data source loads by separate
 * statements (`relationLoadStrategy: 'query'`) stay with TypeORM.
 */
export function withEagerRelations<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined || metadata.eagerRelations.length === 0) return builder;
  if (builder.expressionMap.relationLoadStrategy !== 'join' || !canJoin) {
    return builder.setFindOptions({ loadEagerRelations: true });
  }
  FindOptionsUtils.joinEagerRelations(builder, builder.alias, metadata);
  return builder;
}

/** False under a TypeORM that joins them elsewhere. */
const canJoin = typeof FindOptionsUtils?.joinEagerRelations === 'function';
