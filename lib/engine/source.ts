import { type Option, wrongValue } from '../configuration/index.js';

/**
 * The place that a handler's parameters come from: the query string, a JSON body, or the result of a function of the request:
 * a query string, a URL that ends in one, or an object with `filters`, `sort` and `pagination`.
 *
 * The payload of a message (RPC, WebSocket) is read as a body even where this says `query`, unless by a function: it is called
 * with the payload in place of a request. The execution context, its second argument, says which of the two it is.
 */
export type Source<Execution> = 'query' | 'body' | ((request: never, execution: Execution) => unknown);

/** Refuses a place that parameters cannot come from. */
export function checkSource(option: Option): void {
  const { value } = option;
  if (value === undefined || value === 'query' || value === 'body' || typeof value === 'function') return;
  throw wrongValue(option, 'query, body or a function of the request');
}
