import type { Moment } from '../../ast/index.js';
import { type IssueCollector, Location } from '../../issues/index.js';
import { type Limits, exceed } from '../../limits.js';
import { type ObjectRules, type Origin, origins, treeOf } from '../../parse/index.js';
import {
  type Door,
  QueryContent,
  type QueryStringReading,
  RequestBody,
  type RequestTree,
  type SentPair,
  UnreadInput,
  flatNameIn,
  nameOf,
  parameterOfGarbled,
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
  if (input instanceof RequestBody || input instanceof QueryContent) return origins.body;
  return isQueryText(input) ? origins.queryString : origins.object;
}

/** Reads a request of any form into a tree, with the names of its parts that were sent by others. */
export function requestTree(
  profile: Profile,
  input: unknown,
  origin: Origin,
  issues: IssueCollector,
): QueryStringReading {
  const { params, foreign } = profile;
  const flat = profile.flat?.rules;
  if (input instanceof QueryContent && !isReadable(profile, input, issues)) return nothing;
  const text = textOf(profile, input);
  if (text !== undefined) return readQueryString(text.text, { ...text, params, foreign, flat }, issues);
  if (input instanceof QueryContent) {
    const read = bodyTree(profile, input.content, { origin, params, foreign, flat, isOfQuery: true }, issues);
    return { tree: read, sent: undefined };
  }
  if (input instanceof UnreadInput) {
    refuseUnread(params, issues);
    return nothing;
  }
  return { tree: bodyTree(profile, input, { origin, params, foreign }, issues), sent: undefined };
}

const nothing: QueryStringReading = { tree: {}, sent: undefined };

/** Reads a body that was parsed, within its limit, or an object that a program has. */
function bodyTree(
  { limits, params }: Profile,
  input: unknown,
  rules: ObjectRules,
  issues: IssueCollector,
): RequestTree {
  if (!(input instanceof RequestBody)) return treeOf(input, rules, issues);
  if (input.isWithin(limits.bodyBytes)) return treeOf(input.value, rules, issues);
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return {};
}

/**
 * Returns true where an HTTP QUERY has content, of a form's greatest length at most. Reports where it has not, and what
 * its URL has of the list.
 */
export function isReadable(profile: Profile, query: QueryContent, issues: IssueCollector): boolean {
  const { params, limits } = profile;
  refuseInUrl(query, { nameOf: namesOfList(profile), foreign: profile.foreign }, issues);
  const { content } = query;
  if (content === undefined) refuseWithoutContent(params, issues);
  if (typeof content !== 'string' || Buffer.byteLength(content) <= limits.bodyBytes) return content !== undefined;
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return false;
}

/** Returns what tells the list's own parameters, by any of their names and however garbled, from the host's. */
function namesOfList({ params, flat, onRamp }: Profile): (pair: SentPair) => string | undefined {
  const rules = flat?.rules;
  return (pair) => {
    const parameter = parameterOfGarbled(pair.key, params);
    if (parameter !== undefined) return nameOf(parameter, params);
    return (rules && flatNameIn(pair.key, rules)) ?? (onRamp?.claims(pair) === true ? pair.key : undefined);
  };
}

/** The text of a request, the part of the request that it is, and the limits for it. */
export interface RequestText {
  readonly text: string;
  readonly door: Door;
  readonly limits: Limits;
}

/**
 * Returns the text of a query string, or of a form in the content of an HTTP QUERY, which may be as long as a body.
 * Undefined for any other input.
 */
export function textOf({ params, limits }: Profile, input: unknown): RequestText | undefined {
  if (!(input instanceof QueryContent)) {
    const text = queryTextOf(input);
    return text === undefined ? undefined : { text: queryIn(text, params), door: 'url', limits };
  }
  const { content } = input;
  if (typeof content !== 'string') return undefined;
  return { text: content, door: 'content', limits: { ...limits, queryBytes: Infinity } };
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
