import type { OnRamp } from '../engine/index.js';
import { type KnownNames, flatNameIn, parameterOf } from '../wire/index.js';

/** The parameters that one list of a handler reads: by their names, and by its on-ramp. */
export interface ListKeys {
  readonly names: KnownNames;
  readonly onRamp: OnRamp | undefined;
}

/**
 * Replaces `request.query` with the application's own parameters, as its query parser produced them. This lasts for the
 * rest of the request, although Express 5 parses the query string at every access.
 *
 * @param lists the parameters of our lists, which are left out, or undefined to keep everything
 */
export function keepHostQuery(request: unknown, lists: readonly ListKeys[] | undefined): void {
  if (typeof request !== 'object' || request === null || !('query' in request)) return;
  const value = lists === undefined ? request.query : hostPartOf(request.query, lists);
  Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true });
}

function hostPartOf(query: unknown, lists: readonly ListKeys[]): unknown {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return query;
  // Defined by descriptors, because a name may be `__proto__`.
  const entries = Object.entries(Object.getOwnPropertyDescriptors(query)).filter(
    ([key, { value }]) => !isOurs(key, value, lists),
  );
  return Object.create(Object.getPrototypeOf(query) as object | null, Object.fromEntries(entries));
}

function isOurs(key: string, value: unknown, lists: readonly ListKeys[]): boolean {
  const sent: unknown = Array.isArray(value) ? value[0] : value;
  const pair = { key, value: typeof sent === 'string' ? sent : null };
  return lists.some(({ names: { params, flat }, onRamp }) => {
    const isNamed = parameterOf(key, params) !== undefined;
    return isNamed || (flat !== undefined && flatNameIn(key, flat) !== undefined) || onRamp?.claims(pair) === true;
  });
}
