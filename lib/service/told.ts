import type { FilterQuery } from '../ast/index.js';
import { openFor, traceAsync, traceRows, tracing } from '../tracing/index.js';

type Told = Parameters<typeof openFor>[0];

/** Runs an operation on a query, and tells of it where somebody listens. */
export function told<Result>(name: Told, query: FilterQuery, run: () => Promise<Result>): Promise<Result> {
  return tracing.hasSubscribers ? traceAsync(openFor(name, query), run) : run();
}

/**
 * Iterates over the rows of a query, and tells of it where somebody listens. A refusal without a statement is an
 * operation that ends at once.
 *
 * @param make makes the iterator, or throws its refusal
 */
export function toldRows<Row>(
  query: FilterQuery,
  make: () => AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  return tracing.hasSubscribers ? traceRows(openFor('export', query), make) : make();
}
