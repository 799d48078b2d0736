import { type Limits, limitTable } from '../limits.js';
import type { ViewKind } from '../schema/index.js';

/** The author of a request, and how far it is trusted: one row of {@link origins}. */
export interface Origin {
  /** The names of the parameters: the configured names only, or the usual ones as well, by which a query prints itself. */
  readonly names: 'host' | 'hostOrUsual';
  /** The view of an entity whose names exist: those for clients, those for code, or all of its columns. */
  readonly view: ViewKind;
  /** The keys beside the parameters: the host's own, which are only searched for typos, or refused. */
  readonly otherKeys: 'host' | 'refused';
  /** True for an object that a program made, which can hold what JSON cannot: symbols, hidden properties. */
  readonly isObjectOfCode: boolean;
  /** Limits that hold in place of the handler's; undefined where the handler's hold. */
  readonly limits: Limits | undefined;
}

/** The depth at which an object that contains itself is refused, before the stack overflows. */
const deepest = 100;

/** The limits of trusted input: only those that bound recursion, because a program does not attack itself. */
const trustedLimits: Limits = Object.freeze({
  ...(Object.fromEntries(Object.keys(limitTable).map((name) => [name, Infinity])) as Record<keyof Limits, number>),
  logicalDepth: deepest,
  relationHops: deepest,
  toManyHops: deepest,
  issues: limitTable.issues.default,
  pageSize: limitTable.pageSize.default,
  sortHops: limitTable.sortHops.cap,
});

/** The rules for everything that a client sends: the host's names, the client's view, the handler's limits, and the host's other keys beside them. */
const client = {
  names: 'host',
  view: 'client',
  otherKeys: 'host',
  isObjectOfCode: false,
  limits: undefined,
} as const satisfies Origin;

/**
 * All origins of a request, and the rules for each.
 *
 * | origin | is | example |
 * |---|---|---|
 * | `queryString` | a text from a URL | `?filters[title]=a` |
 * | `body` | a body, or the payload of a message | `{ "filters": { "title": "a" }, "draft": true }` |
 * | `object` | an object that a program has from a client | `parse(Post, { filters: { title: 'a' } })` |
 * | `code` | an object that a programmer wrote | `filter(posts, { filters: { title: 'a' } })` |
 * | `trusted` | conditions of the server's own: scopes, defaults, `and()`, `filter()` with `trusted` | `and(query, { ownerId: 1 })` |
 */
export const origins = {
  queryString: client,
  body: client,
  object: { ...client, names: 'hostOrUsual', isObjectOfCode: true },
  code: { names: 'hostOrUsual', view: 'code', otherKeys: 'refused', isObjectOfCode: true, limits: undefined },
  trusted: { names: 'hostOrUsual', view: 'all', otherKeys: 'refused', isObjectOfCode: true, limits: trustedLimits },
} as const satisfies Readonly<Record<string, Origin>>;
