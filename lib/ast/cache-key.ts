import { createHash } from 'node:crypto';
import type { Limits } from '../limits.js';
import { type FilterSchema, type View, keyOf, viewFingerprint, visibilityFingerprint } from '../schema/index.js';
import type { Condition } from './condition.js';
import type { FacetRequest } from './facets.js';
import { identityOf, identityOfTerm } from './identity.js';
import type { Search } from './search.js';
import type { Selection } from './selection.js';
import type { SortTerm } from './sort.js';

/** The parts of a plan that decide which rows answer a request, in which order, with which columns; see `QueryPlan` for each of them. */
interface KeyParts {
  readonly settings: string | undefined;
  /** The names that the request could use, and with `context` the members that were visible to it. */
  readonly view: View;
  readonly context: unknown;
  readonly filters: Condition | undefined;
  readonly search: Search | undefined;
  readonly added: readonly Condition[];
  readonly sort: readonly SortTerm[];
  readonly defaultSort: readonly SortTerm[];
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly selection: Selection | undefined;
  /** The facets that the answer has, and the limits of their values. */
  readonly facets: readonly FacetRequest[];
  readonly limits?: Limits | undefined;
}

/**
 * Returns a digest of everything that decides an answer beside the slice, from the client or from the server: 43 characters
 * of SHA-256 in base64url. It reveals nothing of a scope or a secret but that two of them are equal.
 */
export function digestOf(query: KeyParts): string {
  const { settings, view, context, filters, search, added, sort, defaultSort, scopes, selection, facets, limits } =
    query;
  const parts = [
    settings,
    viewFingerprint(view),
    visibilityFingerprint(view, context),
    filters === undefined ? null : identityOf(filters),
    // Two handlers may look for the same words in different fields.
    search === undefined ? null : identityOf(search.condition),
    [...new Set(added.map(identityOf))].sort(),
    (sort.length > 0 ? sort : defaultSort).map(identityOfTerm),
    [...scopes].map(([{ metadata }, condition]) => [metadata.name, metadata.tablePath, identityOf(condition)]).sort(),
    selection && [...selection.propertyPaths].sort(),
    ...facets.map((request) => identityOfFacet(request, limits?.facetValues)),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Returns a list that is equal for facets with equal answers: a handler may declare another type or limit for one name. */
function identityOfFacet({ facet, name, limit, search }: FacetRequest, most = Infinity): readonly unknown[] {
  const { type, limit: declared = Infinity } = facet;
  return [name, keyOf('all', facet), type, limit ?? String(Math.min(declared, most)), search ?? null];
}
