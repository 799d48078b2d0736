import { type FacetRequest, type Printed, emptyObject } from '../../ast/index.js';
import { checkedElsewhere } from '../../configuration/index.js';
import type { Limits } from '../../limits.js';
import { type FacetDescription, type Feature, endOf } from '../../list/index.js';
import { type FacetSchema, type ViewKind, isOpenPath, keyOf, namedPaths, visibleIn } from '../../schema/index.js';
import { addFacets } from './answer.js';
import { facetsOf, isSearchable, mostValuesOf, namedFacets } from './declared-facets.js';
import { costOfFacets, readFacets } from './read-facets.js';

export { isSearchable, mostValuesOf } from './declared-facets.js';

/** @internal The parts of a plan that this feature adds. */
declare module '../../ast/query.js' {
  interface Asked {
    /** The facets that the client wants. */
    readonly facets: readonly FacetRequest[];
  }
  interface Declared {
    /** Facets, by their names in requests. */
    readonly facets: ReadonlyMap<string, FacetSchema> | undefined;
  }
}

/** Prints facets by their present names, each with the options that the client itself named, or `'true'`. */
function print(facets: readonly FacetRequest[], kind: ViewKind): Printed {
  const printed = emptyObject();
  for (const { facet, limit, search } of facets) {
    const options = emptyObject();
    if (limit !== undefined) options['limit'] = String(limit);
    if (search !== undefined) options['search'] = search;
    printed[keyOf(kind, facet)] = Object.keys(options).length === 0 ? 'true' : options;
  }
  return printed;
}

function describeFacet(name: string, facet: FacetSchema, { facetValues }: Limits): FacetDescription {
  const { type, field } = facet;
  const { kind, list } = field.expression;
  return {
    name,
    type,
    kind: kind.name,
    ...(list === undefined ? {} : { list: true }),
    ...(type === 'range' ? {} : { limit: mostValuesOf(facet, facetValues) }),
    search: isSearchable(facet),
    ...endOf(facet),
  };
}

/** The parameter `facets`: the distinct values of fields among the rows of a list, or their ranges. */
export const facets: Feature<'facets'> = {
  rules: { facets: checkedElsewhere },
  declare: ({ schema, options, view, subject }) => {
    const { facets: rules = schema.lists.facets } = options;
    if (rules === undefined || rules === false) return () => undefined;
    const declared = facetsOf(view('code'), rules, subject, options.facets === undefined);
    return (kind) => namedPaths(declared, kind, subject);
  },
  read: (node, { declared }) => declared.facets && readFacets(node, declared.facets),
  none: [],
  print,
  answer: { part: 'facets', add: addFacets },
  named: namedFacets,
  reaches: ({ asked }, into) => {
    for (const { facet } of asked.facets) into.target(facet);
  },
  // A handler may declare another type or limit for a name.
  identify: ({ asked, list }) =>
    asked.facets.map(({ facet, name, limit, search }) => {
      const { type, limit: declared = Infinity } = facet;
      const most = Math.min(declared, list.limits?.facetValues ?? Infinity);
      return [name, keyOf('all', facet), type, limit ?? String(most), search ?? null];
    }),
  describe: (declared, { limits, context }) =>
    visibleIn(declared, context).map(([name, facet]) => describeFacet(name, facet, limits)),
  // Clients may ask for what is declared.
  warning: (declared, { schema, limits }, handler) => {
    const all = [...new Set(declared?.values())];
    if (all.length === 0 || limits === undefined) return undefined;
    const cost = Math.ceil(costOfFacets(all));
    if (cost <= limits.cost) return undefined;
    const options = all.length > limits.facets ? `facets: ${all.length}, cost: ${cost}` : `cost: ${cost}`;
    return (
      `${handler}: all ${all.length} facets of ${schema.name} with one filter cost ${cost}, more than limits.cost ` +
      `(${limits.cost}); \`limits: { ${options} }\` admits them in one request`
    );
  },
  options: ['limit', 'search'],
  recognizes: (text, declared) => isOpenPath(declared, text),
  renamed: (asked, given) => asked.map((each, index) => ({ ...each, name: given[index]?.name ?? each.name })),
};
