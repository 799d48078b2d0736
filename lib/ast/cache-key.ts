import { createHash } from 'node:crypto';
import { type FilterSchema, type View, viewFingerprint, visibilityFingerprint } from '../schema/index.js';
import type { Condition } from './condition.js';
import { identityOf, identityOfTerm } from './identity.js';
import type { SortTerm } from './sort.js';

/** The parts of a query that decide which rows answer it. */
interface Decided {
  readonly settings: string | undefined;
  readonly view: View;
  readonly context: unknown;
  readonly filters: Condition | undefined;
  readonly added: readonly Condition[];
  readonly sort: readonly SortTerm[];
  readonly defaultSort: readonly SortTerm[];
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
}

/**
 * A digest of everything that decides an answer beside the slice, whether a client asked for it or the server added it: 43
 * characters. A key tells no more of a scope, or of a secret, than that it is the same.
 */
export function digestOf(query: Decided): string {
  const { settings, view, context, filters, added, sort, defaultSort, scopes } = query;
  const parts = [
    settings,
    viewFingerprint(view),
    visibilityFingerprint(view, context),
    filters === undefined ? null : identityOf(filters),
    [...new Set(added.map(identityOf))].sort(),
    (sort.length > 0 ? sort : defaultSort).map(identityOfTerm),
    [...scopes].map(([{ metadata }, condition]) => [metadata.name, metadata.tablePath, identityOf(condition)]).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
