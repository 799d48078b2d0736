import type { QueryPlan } from '../ast/index.js';
import { namedFacets } from '../facets/index.js';
import { ScopeReader } from './scopes.js';
import type { Settings } from './settings.js';

/**
 * Returns a plan for facets that the program names, in the place of the client's, with the scopes of the entities that they reach.
 *
 * @throws FilterConfigurationError for a name that is none of the facets that the list declares
 */
export function planWithFacets(plan: QueryPlan, names: readonly string[], settings: Settings): QueryPlan {
  const facets = namedFacets(plan, names);
  const reached = facets.flatMap(({ facet }) => facet.hops.map(({ target }) => target));
  const scoped = reached.filter((schema, index) => schema.scopes.length > 0 && reached.indexOf(schema) === index);
  const scopes = new ScopeReader(plan.context, settings).with(plan.scopes, scoped);
  return Object.freeze({ ...plan, facets, scopes });
}
