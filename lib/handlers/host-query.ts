import { type ParameterNames, parameterOf } from '../wire/index.js';

/**
 * Replaces `request.query` with the application's own parameters, as its query parser produced them. It sticks for the rest of the
 * request, although Express 5 parses the query string anew on every access.
 *
 * @param names the names of our parameters, which are left out; undefined to keep everything
 */
export function keepHostQuery(request: unknown, names: readonly ParameterNames[] | undefined): void {
  if (typeof request !== 'object' || request === null || !('query' in request)) return;
  const value = names === undefined ? request.query : hostPartOf(request.query, names);
  Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true });
}

function hostPartOf(query: unknown, names: readonly ParameterNames[]): unknown {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return query;
  // Defined by descriptors, not assigned: a name may be `__proto__`.
  const entries = Object.entries(Object.getOwnPropertyDescriptors(query)).filter(([key]) => !isOurs(key, names));
  return Object.create(Object.getPrototypeOf(query) as object | null, Object.fromEntries(entries));
}

function isOurs(key: string, names: readonly ParameterNames[]): boolean {
  return names.some((known) => parameterOf(key, known) !== undefined);
}
