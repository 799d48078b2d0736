import type { FacetRequest, QueryPlan } from '../ast/index.js';
import { FilterConfigurationError, didYouMean } from '../configuration/index.js';
import { defaultLimits } from '../limits.js';
import { type FacetSchema, isPathVisible, keyOf } from '../schema/index.js';

/** Parts of a plan for looking up a program's facet names. */
type Declaring = Pick<QueryPlan, 'schema' | 'declaredFacets' | 'context' | 'limits'>;

/**
 * Looks up the facets that a program names, by clients' names or its own, and answers each under the given name. A
 * declared limit on values applies, whatever limit the client has. A facet that the context hides is left out: the
 * program lists the same names for every client, and must not show a client what it could not ask for.
 *
 * @throws FilterConfigurationError for an unknown name
 */
export function namedFacets(plan: Declaring, names: readonly string[]): readonly FacetRequest[] {
  const { schema, context, limits = defaultLimits } = plan;
  const declared = [...(plan.declaredFacets?.values() ?? [])];
  const requests = [...new Set(names)].map((name): FacetRequest => {
    const facet = declared.find(named(name, 'client')) ?? declared.find(named(name, 'code'));
    if (facet !== undefined) return { facet, name, limit: facet.limit ?? limits.facetValues, search: undefined };
    const existing = declared.map((each) => keyOf('client', each));
    throw new FilterConfigurationError(
      `facets(): ${name} is no facet of ${schema.name}; ${didYouMean(name, existing)}`,
    );
  });
  return requests.filter(({ facet }) => isPathVisible(facet, context));
}

function named(name: string, kind: 'client' | 'code'): (facet: FacetSchema) => boolean {
  return (facet) => keyOf(kind, facet) === name;
}
