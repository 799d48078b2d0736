import { type Limits, limitTable } from '../../limits.js';
import type { ViewKind } from '../../schema/index.js';

/** The author of a request, and how far it is trusted: one row of {@link origins}. */
export interface Origin {
  /** Names of the parameters: only the configured ones, or also the usual ones, under which a query prints itself. */
  readonly names: 'host' | 'hostOrUsual';
  /** View of an entity whose names exist: for clients, for code, or all columns. */
  readonly view: ViewKind;
  /** Keys beside the parameters: the host's own, which are searched for typos, or refused. */
  readonly otherKeys: 'host' | 'refused';
  /** True for a text of a URL, which links repeat. */
  readonly isInUrl: boolean;
  /** True for an object that a program made, which can hold what JSON cannot: symbols, hidden properties. */
  readonly isObjectOfCode: boolean;
  /** Limits instead of the handler's. Undefined where the handler's apply. */
  readonly limits: Limits | undefined;
}

/** Depth of refusal for an object that contains itself, before the stack overflows. */
const deepest = 100;

/** Limits of trusted input: only those on recursion, because a program does not attack itself. */
const trustedLimits: Limits = Object.freeze({
  ...(Object.fromEntries(Object.keys(limitTable).map((name) => [name, Infinity])) as Record<keyof Limits, number>),
  logicalDepth: deepest,
  relationHops: deepest,
  toManyHops: deepest,
  populateHops: deepest,
  issues: limitTable.issues.default,
  pageSize: limitTable.pageSize.default,
  sortHops: limitTable.sortHops.cap,
});

/**
 * Rules for every client: the host's names, the client's view, the handler's limits, and other keys
 * that belong to the host.
 */
const client = {
  names: 'host',
  view: 'client',
  otherKeys: 'host',
  isInUrl: false,
  isObjectOfCode: false,
  limits: undefined,
} as const satisfies Origin;

/**
 * All origins of a request, and the rules for each.
 *
 * | origin | is | example |
 * |---|---|---|
 * | `queryString` | a text from a URL | `?filters[title]=a` |
 * | `body` | a body, the content of a QUERY, the payload of a message | `{ "filters": { "title": "a" } }` |
 * | `object` | an object that a program has from a client | `parse(Post, { filters: { title: 'a' } })` |
 * | `code` | an object that a programmer wrote | `filter(posts, { filters: { title: 'a' } })` |
 * | `trusted` | conditions of the server's own: scopes, `and()`, trusted `filter()` | `and(query, { ownerId: 1 })` |
 */
export const origins = {
  queryString: { ...client, isInUrl: true },
  body: client,
  object: { ...client, names: 'hostOrUsual', isObjectOfCode: true },
  code: {
    names: 'hostOrUsual',
    view: 'code',
    otherKeys: 'refused',
    isInUrl: false,
    isObjectOfCode: true,
    limits: undefined,
  },
  trusted: {
    names: 'hostOrUsual',
    view: 'all',
    otherKeys: 'refused',
    isInUrl: false,
    isObjectOfCode: true,
    limits: trustedLimits,
  },
} as const satisfies Readonly<Record<string, Origin>>;
