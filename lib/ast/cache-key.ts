import { createHash } from 'node:crypto';
import type { Limits } from '../limits.js';
import { type FilterSchema, type View, keyOf, viewFingerprint, visibilityFingerprint } from '../schema/index.js';
import type { AggregateRequest } from './aggregates.js';
import type { Condition } from './condition.js';
import type { DeletedRows } from './selection.js';
import type { FacetRequest } from './facets.js';
import { identityOf, identityOfTerm } from './identity.js';
import type { Populated } from './populate.js';
import type { Search } from './search.js';
import type { Selection } from './selection.js';
import type { SortTerm } from './sort.js';

/** Parts of a plan that decide an answer's rows, their order and their columns; `QueryPlan` explains each. */
interface KeyParts {
  readonly settings: string | undefined;
  /** Names that the request could use, and with `context` the visible members. */
  readonly view: View;
  readonly context: unknown;
  readonly filters: Condition | undefined;
  readonly search: Search | undefined;
  readonly added: readonly Condition[];
  readonly sort: readonly SortTerm[];
  readonly defaultSort: readonly SortTerm[];
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly selection: Selection | undefined;
  /** Facets of the answer, and the limits of their values. */
  readonly facets: readonly FacetRequest[];
  /** The aggregates that the answer has. */
  readonly aggregates: readonly AggregateRequest[];
  readonly populate: readonly Populated[];
  readonly limits?: Limits | undefined;
  readonly deleted?: DeletedRows | undefined;
}

/**
 * Returns a digest of everything that decides an answer except the slice, from the client or the server: 43 characters
 * of SHA-256 in base64url. Equal digests reveal only that two scopes or secrets are equal.
 */
export function digestOf(query: KeyParts): string {
  const { settings, view, context, filters, search, added, sort, defaultSort, scopes, selection, facets } = query;
  const { aggregates, populate, limits, deleted } = query;
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
    ...aggregates.map(({ aggregate, function: row, name }) => ['aggregate', name, keyOf('all', aggregate), row.name]),
    ...facets.map((request) => identityOfFacet(request, limits?.facetValues)),
    ...populate.map(identityOfPopulated).sort(),
    // The text of the query has the mode; handlers may differ in what becomes of related rows.
    ...(deleted === undefined ? [] : [{ relatedDeleted: deleted.related }]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Returns a list that is equal for facets with equal answers. A handler may declare another type or limit for a name.
 */
function identityOfFacet({ facet, name, limit, search }: FacetRequest, most = Infinity): readonly unknown[] {
  const { type, limit: declared = Infinity } = facet;
  return [name, keyOf('all', facet), type, limit ?? String(Math.min(declared, most)), search ?? null];
}

/**
 * Returns a text that is equal for populated relations with equal rows: a handler may declare another limit or order.
 */
function identityOfPopulated({ relation, filters, where, sort, limit, ...answer }: Populated): string {
  return JSON.stringify([
    'populate',
    relation.propertyPath,
    // The answer tells of it by the names that the client used, which may be former ones.
    answer.path,
    filters === undefined ? null : identityOf(filters),
    where === undefined ? null : identityOf(where),
    sort.map(identityOfTerm),
    limit ?? null,
    [...answer.propertyPaths].sort(),
    answer.populate.map(identityOfPopulated).sort(),
  ]);
}
