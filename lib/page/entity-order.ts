import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type SortTerm, sortTerm } from '../ast/index.js';
import { type FilterSchema, resolveSortKey } from '../schema/index.js';

/** The order that `@Entity({ orderBy })` declares, as long as the builder has none of its own. */
export function entityOrder<E extends ObjectLiteral>(
  { expressionMap }: SelectQueryBuilder<E>,
  schema: FilterSchema,
): SortTerm[] {
  const { orderBys, options } = expressionMap;
  if (Object.keys(orderBys).length > 0 || options.includes('disable-global-order')) return [];
  return declaredOrder(schema);
}

/** The order that `@Entity({ orderBy })` declares. */
export function declaredOrder(schema: FilterSchema): SortTerm[] {
  return Object.entries(schema.metadata.orderBy ?? {}).map(([path, placed]) => {
    const { order, nulls } = typeof placed === 'string' ? { order: placed } : placed;
    const resolution = resolveSortKey(schema.view('all'), path.split('.'), undefined, 0);
    if (resolution.outcome !== 'found') {
      throw new FilterConfigurationError(
        `@Entity({ orderBy }) of ${schema.name} names ${path}, which is no column of it`,
      );
    }
    const placement = nulls === undefined ? undefined : nulls === 'NULLS FIRST' ? 'first' : 'last';
    return sortTerm(resolution.target, order === 'DESC' ? 'desc' : 'asc', placement);
  });
}
