import { type Condition, type FacetRequest, and, conjunctsOf } from '../../ast/index.js';
import { type WorkParts, costOf, narrowingCostOf, workSince } from '../../cost.js';
import { exceed } from '../../limits.js';
import { builtIn } from '../../operators/index.js';
import {
  type Node,
  type WantedName,
  didYouMean,
  isJson,
  namesIn,
  parseJson,
  readOperand,
  readPositiveNumber,
  refuse,
  report,
  subjectOf,
} from '../../parse/index.js';
import {
  type FacetSchema,
  type FieldPath,
  type RelationSchema,
  isPathVisible,
  isSameExpression,
  lookUp,
  namesVisible,
} from '../../schema/index.js';
import { isSearchable, mostValuesOf } from './declared-facets.js';

/**
 * Reads `facets`: the facets that a client wants beside the rows, with their options. Undefined where it wants none.
 */
export function readFacets(node: Node, facets: ReadonlyMap<string, FacetSchema>): readonly FacetRequest[] | undefined {
  if (isJson(node)) {
    const parsed = parseJson(node);
    return parsed && readFacets(parsed, facets);
  }
  const requests = new FacetsParser(node, facets).read();
  return requests.length === 0 ? undefined : requests;
}

const facetNames = {
  limit: 'facets',
  takes: 'must be names of facets, such as cuisine,rating',
  each: 'must be names of facets, such as cuisine',
} as const;

/** Options of a facet that the client gives. */
type Options = Pick<FacetRequest, 'limit' | 'search'>;

const noOptions: Options = { limit: undefined, search: undefined };

/** Reads the facets in each of their forms: a text, a comma list, a list, an object of options by name. */
class FacetsParser {
  constructor(
    private readonly root: Node,
    private readonly facets: ReadonlyMap<string, FacetSchema>,
  ) {}

  /** Reads all facets. A refused one is missing in the result, which after an issue must not be used. */
  read(): readonly FacetRequest[] {
    const wanted = [...namesIn(this.root, facetNames)];
    if (!this.root.isWithin('facets', wanted.length)) return [];
    const facets = new Set<FacetSchema>();
    return wanted.flatMap((each) => {
      if (this.root.issues.isFull) return [];
      const request = this.request(each);
      if (request === undefined) return [];
      if (facets.has(request.facet)) return refuseFacet.duplicate(each) ?? [];
      facets.add(request.facet);
      return request;
    });
  }

  /** Looks up a facet, and reads its options. */
  private request(wanted: WantedName): FacetRequest | undefined {
    const { name, options } = wanted;
    const facet = lookUp(this.facets, name);
    // A hidden facet is refused like one that does not exist.
    const { context } = this.root.context;
    if (facet === undefined || !isPathVisible(facet, context)) {
      return refuseFacet.unknown(wanted, namesVisible(this.facets, context));
    }
    this.root.issues.use(facet.deprecated);
    const read = options === undefined ? noOptions : readOptions(options, facet);
    return read && this.isPaidFor(facet) ? Object.freeze({ facet, name, ...read }) : undefined;
  }

  /** Spends the cost of a facet: a statement that finds the list's rows once more, and groups them. */
  private isPaidFor(facet: FacetSchema): boolean {
    const { root } = this;
    return workSince({}, workOf(facet)).every(([kind, amount]) => root.work(kind, amount)) && root.repeat();
  }
}

/** Returns the work of a facet, beside the conditions that it repeats. */
function workOf({ hops, field }: FacetSchema): WorkParts {
  const { document, list, isSubquery } = field.expression;
  return {
    facets: 1,
    facetHops: hops.length,
    facetManyHops: hops.filter(({ toMany }) => toMany).length,
    facetLists: list === undefined ? 0 : 1,
    facetDocuments: document === undefined ? 0 : 1,
    facetSubqueries: isSubquery ? 1 : 0,
  };
}

/** Returns the cost of a request for facets, with one comparison. */
export function costOfFacets(facets: readonly FacetSchema[]): number {
  const condition = { conditions: 1, values: 1 };
  const repeated = facets.length * narrowingCostOf(condition);
  const parts = [condition, { facetConditions: repeated }, ...facets.map(workOf)];
  return parts.reduce((sum, part) => sum + costOf(part).total, 0);
}

/** Reads the value under a facet's name: `true`, or an object of its options. Undefined where it was refused. */
function readOptions(node: Node, facet: FacetSchema): Options | undefined {
  const { value, shape } = node;
  if (value === true || value === 'true') return noOptions;
  if (isJson(node)) {
    const parsed = parseJson(node);
    return parsed && readOptions(parsed, facet);
  }
  if (shape === 'repeated') return refuse.duplicateKey(node);
  const existing = optionsOf(facet);
  if (shape !== 'object') {
    const text = existing.length === 0 ? 'must be true' : `must be true, or its options: ${existing.join(', ')}`;
    return refuse.expectedValue(node, text);
  }
  const before = node.issues.count;
  for (const name of node.keys) if (!existing.includes(name)) refuseFacet.unknownOption(node.child(name), existing);
  const limit = node.has('limit') && existing.includes('limit') ? readLimit(node.child('limit'), facet) : undefined;
  const search =
    node.has('search') && existing.includes('search') ? readNeedle(node.child('search'), facet) : undefined;
  return node.issues.count > before ? undefined : { limit, search };
}

/** Lists the options that a facet takes. A range always has two values, and only text can be searched. */
function optionsOf(facet: FacetSchema): readonly string[] {
  if (facet.type === 'range') return [];
  return isSearchable(facet) ? ['limit', 'search'] : ['limit'];
}

function readLimit(node: Node, facet: FacetSchema): number | undefined {
  const number = readPositiveNumber(node);
  if (number === undefined) return undefined;
  const { limits } = node.context.budget;
  const most = mostValuesOf(facet, limits.facetValues);
  if (number > most) exceed(node.issues, { ...limits, facetValues: most }, 'facetValues', node.at);
  return number;
}

const contains = builtIn('$containsi');

/** Reads the text that values must contain, as `$containsi` reads its operand, at the same cost. */
function readNeedle(node: Node, { field }: FacetSchema): string | undefined {
  const [needle] = readOperand(contains, field.expression, node) ?? [];
  return typeof needle === 'string' ? needle : undefined;
}

/** Refusals of facets, each worded once. */
const refuseFacet = {
  unknown(wanted: WantedName, allowed: readonly string[]): undefined {
    const text = `${subjectOf(wanted)} not a facet${didYouMean(wanted.name, allowed)}`;
    return report(wanted.place, { code: 'unknown_field', allowed }, text);
  },
  unknownOption(node: Node, allowed: readonly string[]): undefined {
    const wayOut = allowed.length === 0 ? ', which accepts only true' : didYouMean(node.key, allowed);
    const text = `is not an option of this facet${wayOut}`;
    return report(node, { code: 'unknown_parameter', allowed }, text);
  },
  duplicate(wanted: WantedName): undefined {
    return report(wanted.place, { code: 'duplicate_key' }, `${subjectOf(wanted)} listed more than once`);
  },
} as const;

/**
 * Returns the client's conditions for a facet, without those on its own field alone. The values that a client has
 * chosen then do not hide the others that it might choose.
 */
export function withoutOwn(filters: Condition | undefined, { hops, field }: FieldPath): Condition | undefined {
  if (filters === undefined) return undefined;
  const conjuncts = conjunctsOf(filters);
  const kept = conjuncts.filter((condition) => !isAbout(condition, hops, field));
  return kept.length === conjuncts.length ? filters : and(kept);
}

/**
 * Returns true for a condition on one field alone, behind one path of relations. The existence and the number of
 * related rows are more than the field's values.
 */
function isAbout(condition: Condition, hops: readonly RelationSchema[], field: FieldPath['field']): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.every((part) => isAbout(part, hops, field));
    case 'not':
      return isAbout(condition.condition, hops, field);
    case 'comparison':
      return hops.length === 0 && isSameExpression(condition.field.expression, field.expression);
    case 'related': {
      const [hop, ...further] = hops;
      const { relation, where } = condition;
      return hop?.propertyPath === relation.propertyPath && where !== undefined && isAbout(where, further, field);
    }
    case 'relatedCount':
    case 'named':
      return false;
  }
}
