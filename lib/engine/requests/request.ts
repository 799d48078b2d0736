import type { Moment } from '../../ast/index.js';
import { type IssueCollector, Location } from '../../issues/index.js';
import { exceed } from '../../limits.js';
import { type Origin, origins, treeOf } from '../../parse/index.js';
import {
  QueryContent,
  type QueryStringReading,
  RequestBody,
  UnreadInput,
  queryIn,
  readQueryString,
  refuseInUrl,
  refuseUnread,
  refuseWithoutContent,
} from '../../wire/index.js';
import type { Profile } from '../lists/profile.js';

/** The origin of a request, and the host's context for it. */
export interface Requester {
  readonly origin: Origin;
  /** Value that decides scopes and the visibility of fields. */
  readonly context: unknown;
  /** Names that the client used for parts of the request, by their pointers. A `source` function may tell them. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** The moment of the request, where it was read before; by default the present. */
  readonly moment?: Moment | undefined;
}

/** Returns the origin of a client's request by its form: a text is a query string, and the Nest layer wraps bodies. */
export function originOf(input: unknown): Origin {
  if (isQueryText(input)) return origins.queryString;
  return input instanceof RequestBody || input instanceof QueryContent ? origins.body : origins.object;
}

/** Reads a request of any form into a tree, with the names of its parts that were sent by others. */
export function requestTree(
  profile: Profile,
  input: unknown,
  origin: Origin,
  issues: IssueCollector,
): QueryStringReading {
  if (input instanceof QueryContent) return contentTree(profile, input, origin, issues);
  const { params, limits, foreign, flat } = profile;
  const text = queryTextOf(input);
  if (text !== undefined) {
    return readQueryString(queryIn(text, params), { params, limits, foreign, flat: flat?.rules }, issues);
  }
  if (input instanceof UnreadInput) {
    refuseUnread(params, issues);
    return { tree: {}, sent: undefined };
  }
  const value = input instanceof RequestBody ? input.value : input;
  if (!(input instanceof RequestBody) || input.isWithin(limits.bodyBytes)) {
    return { tree: treeOf(value, { origin, params, foreign }, issues), sent: undefined };
  }
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return { tree: {}, sent: undefined };
}

/** Reads the content of an HTTP QUERY: JSON as a body, and a form as a query string of the size of a body. */
function contentTree(
  profile: Profile,
  query: QueryContent,
  origin: Origin,
  issues: IssueCollector,
): QueryStringReading {
  const { params, limits, foreign, flat } = profile;
  const { content } = query;
  refuseInUrl(query, params, issues);
  if (content instanceof RequestBody) return requestTree(profile, content, origin, issues);
  if (content === undefined) refuseWithoutContent(params, issues);
  else if (Buffer.byteLength(content) > limits.bodyBytes) {
    exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  } else {
    const ofForm = { ...limits, queryBytes: Infinity };
    return readQueryString(content, { params, limits: ofForm, foreign, flat: flat?.rules }, issues);
  }
  return { tree: {}, sent: undefined };
}

/** Returns true for a query string, and for anything that contains one: a URL, or its search parameters. */
export function isQueryText(input: unknown): boolean {
  return queryTextOf(input) !== undefined || (input instanceof QueryContent && typeof input.content === 'string');
}

/** Returns the text of a string, a `URL` or a `URLSearchParams`, or undefined for any other input. */
function queryTextOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (input instanceof URL) return input.href;
  return input instanceof URLSearchParams ? input.toString() : undefined;
}
