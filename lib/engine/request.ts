import { type IssueCollector, Location } from '../issues.js';
import { exceed } from '../limits.js';
import { type Origin, origins, treeOf } from '../parse/index.js';
import { RequestBody, type RequestTree, queryIn, readQueryString } from '../wire/index.js';
import type { Profile } from './profile.js';

/** The origin of a request, and the host's context for it. */
export interface Requester {
  readonly origin: Origin;
  /** The value that scopes and the visibility of fields are decided by. */
  readonly context: unknown;
}

/** Returns the origin of a client's request by its form: a text is a query string, and the Nest layer wraps bodies. */
export function originOf(input: unknown): Origin {
  if (isQueryText(input)) return origins.queryString;
  return input instanceof RequestBody ? origins.body : origins.object;
}

/** Reads a request of any form into a tree. */
export function requestTree(
  { params, limits, foreign }: Profile,
  input: unknown,
  origin: Origin,
  issues: IssueCollector,
): RequestTree {
  const text = queryTextOf(input);
  if (text !== undefined) return readQueryString(queryIn(text, params), { params, limits, foreign }, issues);
  if (!(input instanceof RequestBody)) return treeOf(input, { origin, params, foreign }, issues);
  if (input.isWithin(limits.bodyBytes)) return treeOf(input.value, { origin, params, foreign }, issues);
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return {};
}

/** Returns true for a query string, and for what contains one: a URL, or its search parameters. */
export function isQueryText(input: unknown): boolean {
  return queryTextOf(input) !== undefined;
}

/** Returns the text of a string, a `URL` or a `URLSearchParams`; undefined for an input of any other form. */
function queryTextOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (input instanceof URL) return input.href;
  return input instanceof URLSearchParams ? input.toString() : undefined;
}
