import { type Option, wrongValue } from '../configuration/index.js';

/**
 * The place that a handler's parameters come from, for a framework whose handlers run in an `Execution`. Its public
 * form is `FilterSource`; here it is only a type, because the Nest layer alone knows what a request holds.
 */
export type Source<Execution> = 'query' | 'body' | ((request: never, execution: Execution) => unknown);

/** Refuses a place that parameters cannot come from. */
export function checkSource(option: Option): void {
  const { value } = option;
  if (value === undefined || value === 'query' || value === 'body' || typeof value === 'function') return;
  throw wrongValue(option, 'query, body or a function of the request');
}
