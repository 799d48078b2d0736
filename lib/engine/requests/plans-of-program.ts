import type { QueryPlan } from '../../ast/index.js';
import { namedAggregates } from '../../aggregates/index.js';
import { namedFacets } from '../../facets/index.js';
import { ScopeReader } from './scopes.js';
import type { Settings } from '../options/settings.js';

/**
 * Returns a plan with the program's facets instead of the client's, and with the scopes of their entities.
 *
 * @throws FilterConfigurationError for a name that is not a declared facet of the list
 */
export function planWithFacets(plan: QueryPlan, names: readonly string[], settings: Settings): QueryPlan {
  const facets = namedFacets(plan, names);
  const reader = new ScopeReader(plan.context, settings, plan.moment);
  return Object.freeze({ ...plan, facets, ...reader.withFacets(plan, facets) });
}

/** Returns a plan for aggregates that the program names, in the place of the client's. */
export function planWithAggregates(plan: QueryPlan, names: readonly string[]): QueryPlan {
  return Object.freeze({ ...plan, aggregates: namedAggregates(plan, names) });
}
