import { createHash } from 'node:crypto';
import { type FilterSchema, type View, meaningOfView, visibilityIn } from '../schema/index.js';
import type { Condition } from './condition.js';
import { identityOf, identityOfTerm } from './identity.js';
import type { SortTerm } from './sort.js';

/** The parts of a plan that decide which rows answer a request, in which order; see `QueryPlan` for each of them. */
interface KeyParts {
  readonly settings: string | undefined;
  /** The names that the request could use, and with `context` the members that were visible to it. */
  readonly view: View;
  readonly context: unknown;
  readonly filters: Condition | undefined;
  readonly added: readonly Condition[];
  readonly sort: readonly SortTerm[];
  readonly defaultSort: readonly SortTerm[];
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
}

/**
 * Returns a digest of everything that decides an answer beside the slice, from the client or from the server: 43 characters
 * of SHA-256 in base64url. It reveals nothing of a scope or a secret but that two of them are equal.
 */
export function digestOf(query: KeyParts): string {
  const { settings, view, context, filters, added, sort, defaultSort, scopes } = query;
  const parts = [
    settings,
    meaningOfView(view),
    visibilityIn(view, context),
    filters === undefined ? null : identityOf(filters),
    [...new Set(added.map(identityOf))].sort(),
    (sort.length > 0 ? sort : defaultSort).map(identityOfTerm),
    [...scopes].map(([{ metadata }, condition]) => [metadata.name, metadata.tablePath, identityOf(condition)]).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
