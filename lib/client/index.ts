/**
 * The client, which needs no other package. It prints requests, from objects or from the models of grids and of query
 * builders.
 *
 * @module nestjs-filterable/client
 */
import { parameters } from '../wire/parameters.js';
import { printable } from '../wire/print.js';
import { checkPlain } from './check-plain.js';
import { type ClientParameterNames, printQueryString } from './query-string.js';

export * from './adapters/index.js';
export { toQueryString } from './query-string.js';
export type { ClientParameterNames } from './query-string.js';
export { toRequest } from './to-request.js';
export type { ClientRequest, ToRequestOptions } from './to-request.js';

/**
 * Prints the query of a generated client: a list's parameters as {@link toQueryString} does, and others as HTML forms
 * do, with a list by repeating its name. Other parameters that are `undefined` or null are left out.
 *
 * @param query the parameters by name, as the OpenAPI document has them
 * @throws TypeError for a value that cannot be sent, and for an instance of a class
 * @example
 * const client = createClient<paths>({ baseUrl, querySerializer });
 */
export function querySerializer(query: object, names: ClientParameterNames = {}): string {
  checkPlain(query);
  const own: Record<string, unknown> = {};
  const others: [string, string][] = [];
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    const parameter = parameters.find((each) => (names[each] ?? each) === name);
    if (parameter !== undefined) own[parameter] = value;
    else
      for (const each of [value].flat())
        if (each !== undefined && each !== null) others.push([name, textOf(each, name)]);
  }
  const form = new URLSearchParams(others).toString();
  return [printQueryString(own, names), form].filter((text) => text !== '').join('&');
}

/** Returns the text of a value in a form. */
function textOf(value: unknown, name: string): string {
  const text = printable(value, name);
  if (typeof text === 'string') return text;
  throw new TypeError(`${name} is an object, which a form cannot send`);
}
export type { QueryInput } from '../contract/index.js';
