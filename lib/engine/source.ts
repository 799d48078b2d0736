import { type Option, wrongValue } from '../configuration/index.js';

/**
 * The place that a handler's parameters come from, for a framework whose handlers run in an `Execution`. The face has its
 * public form, `FilterSource`; here it is a type alone, because what is in a request is the face's to know.
 */
export type Source<Execution> = 'query' | 'body' | ((request: never, execution: Execution) => unknown);

/** Refuses a place that parameters cannot come from. */
export function checkSource(option: Option): void {
  const { value } = option;
  if (value === undefined || value === 'query' || value === 'body' || typeof value === 'function') return;
  throw wrongValue(option, 'query, body or a function of the request');
}
