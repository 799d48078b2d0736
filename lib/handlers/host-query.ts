import { type ParameterNames, parameterOf } from '../wire/index.js';

/**
 * Lets a request keep what of its query string is the host's, as the host's parser has shaped it. Express 5 parses anew each
 * time that it is asked; what is kept is kept for the rest of the request.
 *
 * @param names what our parameters are called; undefined where all of it stays
 */
export function keepHostQuery(request: unknown, names: readonly ParameterNames[] | undefined): void {
  if (typeof request !== 'object' || request === null || !('query' in request)) return;
  const value = names === undefined ? request.query : hostPartOf(request.query, names);
  Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true });
}

function hostPartOf(query: unknown, names: readonly ParameterNames[]): unknown {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return query;
  // Defined and not set: the name may be `__proto__`.
  const entries = Object.entries(Object.getOwnPropertyDescriptors(query)).filter(([key]) => !isOurs(key, names));
  return Object.create(Object.getPrototypeOf(query) as object | null, Object.fromEntries(entries));
}

function isOurs(key: string, names: readonly ParameterNames[]): boolean {
  return names.some((known) => parameterOf(key, known) !== undefined);
}
