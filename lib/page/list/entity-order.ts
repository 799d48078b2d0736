import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type SortTerm, sortTerm } from '../../ast/index.js';
import { type FilterSchema, resolveSortKey } from '../../schema/index.js';
import { hasOrder, ignoresEntityOrder } from '../../typeorm/index.js';

/**
 * Returns the order that TypeORM would give a builder's rows: {@link declaredOrder}, unless the builder has its own.
 */
export function entityOrder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, schema: FilterSchema): SortTerm[] {
  return hasOrder(builder) || ignoresEntityOrder(builder) ? [] : declaredOrder(schema);
}

/**
 * Returns the order that `@Entity({ orderBy })` declares, as sort terms, or an empty list.
 *
 * @throws FilterConfigurationError for a property that is not a column
 */
export function declaredOrder(schema: FilterSchema): SortTerm[] {
  return Object.entries(schema.metadata.orderBy ?? {}).map(([path, declaration]) => {
    const { order, nulls } = typeof declaration === 'string' ? { order: declaration } : declaration;
    const resolution = resolveSortKey(schema.view('all'), path.split('.'), undefined, 0);
    if (resolution.outcome !== 'found') {
      throw new FilterConfigurationError(
        `@Entity({ orderBy }) on ${schema.name} names ${path}, which is not a column; sort by a column of ${schema.name}`,
      );
    }
    const placement = nulls === undefined ? undefined : nulls === 'NULLS FIRST' ? 'first' : 'last';
    return sortTerm(resolution.target, order === 'DESC' ? 'desc' : 'asc', placement);
  });
}
