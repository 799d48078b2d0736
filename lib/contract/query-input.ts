import type { AggregatesInput } from './aggregates.js';
import type { ListInput } from './filters.js';
import type { PopulateInput } from './populate.js';

/**
 * A request in code. All parts are optional.
 *
 * @example
 * const query: QueryInput<Post> = {
 *   filters: { title: { $contains: 'nest' }, author: { country: 'NO' } },
 *   sort: ['rating:desc', 'author.name'],
 *   pagination: { page: 2, pageSize: 20 },
 * };
 */
export interface QueryInput<E> extends ListInput<E> {
  /** Declared sums, averages and other aggregates of all rows. */
  aggregates?: AggregatesInput<E>;
  /** Declared relations whose rows are answered with each row. */
  populate?: PopulateInput<E>;
}
