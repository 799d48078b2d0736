import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan } from '../../ast/index.js';
import { copyOf, selectsDeleted, showDeleted } from '../../typeorm/index.js';

/**
 * Returns the builder of a list, or, where the request sees deleted rows, a copy that selects its own entity's.
 */
export function builderFor<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { deleted }: Pick<QueryPlan, 'deleted'>,
): SelectQueryBuilder<E> {
  if (deleted === undefined || selectsDeleted(builder)) return builder;
  const copy = copyOf(builder);
  showDeleted(copy);
  return copy;
}
