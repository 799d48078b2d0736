import type { QueryPlan } from '../../ast/index.js';
import type { SentNames } from '../../wire/index.js';
import { printQuery } from '../lists/parameters.js';
import type { Profile } from '../lists/profile.js';
import type { Settings } from '../options/settings.js';
import type { Requester } from './request.js';
import type { ReadRequest, Reading } from './request-reader.js';

/** Parts of a plan that the server adds to a request. */
export type ServerParts = Pick<QueryPlan, 'populate' | 'answered' | 'added' | 'defaultSort' | 'scopes' | 'aggregated'>;

/** A request that was understood, and what depends on it alone. */
interface Understood extends Pick<QueryPlan, 'rebind'> {
  readonly request: ReadRequest;
  readonly sent: SentNames | undefined;
  readonly settings: Settings;
}

/**
 * Puts a plan together. Its members are written out: V8 spends a fifth of a page's time outside the database on a
 * literal of this size that begins with a spread.
 */
export const planWith = (
  { profile, requester, list, moment }: Reading,
  server: ServerParts,
  { request: { parsed, work, used, isNamed }, sent, settings, rebind }: Understood,
): QueryPlan =>
  Object.freeze<QueryPlan>({
    schema: profile.schema,
    params: profile.params,
    limits: profile.limits,
    pagination: profile.pagination,
    handler: profile.handler,
    settings: profile.settings,
    strategy: profile.strategy,
    hydration: profile.hydration,
    populate: server.populate,
    answered: server.answered,
    added: server.added,
    defaultSort: server.defaultSort,
    scopes: server.scopes,
    aggregated: server.aggregated,
    view: list.view,
    used,
    isNamed,
    filters: parsed.filters,
    sort: parsed.sort ?? none,
    slice: parsed.pagination,
    search: parsed.search,
    facets: parsed.facets ?? none,
    declaredFacets: list.lists.facets,
    aggregates: parsed.aggregates ?? none,
    declaredAggregates: list.lists.aggregates,
    selection: parsed.fields,
    deleted: parsed.deleted,
    moment,
    work,
    pageStyle: list.styles[0] ?? 'page',
    naming: settings.naming,
    keyDirection: settings.compatibility.keyDirection,
    context: requester.context,
    sent,
    flat: flatOfLinks(profile, requester, sent),
    isForeign: profile.onRamp?.claims,
    print: printQuery,
    rebind,
  });

const none: readonly never[] = Object.freeze([]);

/** Returns the flat names of links, which repeat those of the URL. */
function flatOfLinks({ flat }: Profile, { origin }: Requester, sent: SentNames | undefined): QueryPlan['flat'] {
  if (flat === undefined) return undefined;
  if (!origin.isInUrl || !flat.isOfUrls) return flat.rules.closed.size > 0 ? 'closed' : undefined;
  return sent && flat.rules;
}
