import { type Option, wrongValue } from '../../configuration/index.js';

/**
 * Source of a handler's parameters, for a framework whose handlers run in an `Execution`. Its public form is
 * `FilterSource`. Here it is only a type, because only the Nest layer knows the contents of a request.
 */
export type Source<Execution> = 'query' | 'body' | ((request: never, execution: Execution) => unknown);

/** Refuses an impossible source of parameters. */
export function checkSource(option: Option): void {
  const { value } = option;
  if (value === undefined || value === 'query' || value === 'body' || typeof value === 'function') return;
  throw wrongValue(option, 'query, body or a function of the request');
}
