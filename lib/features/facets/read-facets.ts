import { type Condition, type FacetRequest, and, conjunctsOf } from '../../ast/index.js';
import { type WorkParts, costOf, narrowingCostOf, workSince } from '../../cost.js';
import { exceed } from '../../limits.js';
import { builtIn } from '../../operators/index.js';
import {
  type Node,
  type WantedName,
  didYouMean,
  namesIn,
  opened,
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

const facetNames = {
  limit: 'facets',
  takes: 'must be names of facets, such as cuisine,rating',
  each: 'must be names of facets, such as cuisine',
} as const;

type Options = Pick<FacetRequest, 'limit' | 'search'>;

const noOptions: Options = { limit: undefined, search: undefined };

/**
 * Reads `facets`: the facets that a client wants beside the rows, with their options, in each of their forms: a text, a
 * comma list, a list, an object of options by name. After an issue, the result must not be used.
 *
 * @returns undefined where it wants none
 */
export function readFacets(sent: Node, facets: ReadonlyMap<string, FacetSchema>): readonly FacetRequest[] | undefined {
  const node = opened(sent);
  if (node === undefined) return undefined;
  const wanted = [...namesIn(node, facetNames)];
  if (!node.isWithin('facets', wanted.length)) return undefined;
  const requests = new Map<FacetSchema, FacetRequest>();
  for (const each of wanted) {
    if (node.issues.isFull) break;
    const request = readFacet(node, facets, each);
    if (request === undefined) continue;
    if (requests.has(request.facet)) {
      report(each.place, { code: 'duplicate_key' }, `${subjectOf(each)} listed more than once`);
    } else requests.set(request.facet, request);
  }
  return requests.size === 0 ? undefined : [...requests.values()];
}

/** Looks up a facet, reads its options, and spends its cost: a statement that finds the list's rows once more. */
function readFacet(root: Node, facets: ReadonlyMap<string, FacetSchema>, wanted: WantedName): FacetRequest | undefined {
  const { name, place, options } = wanted;
  const { context } = root.context;
  const facet = lookUp(facets, name);
  // A hidden facet is refused like one that does not exist.
  if (facet === undefined || !isPathVisible(facet, context)) {
    const allowed = namesVisible(facets, context);
    const text = `${subjectOf(wanted)} not a facet${didYouMean(name, allowed)}`;
    return report(place, { code: 'unknown_field', allowed }, text);
  }
  root.issues.use(facet.deprecated);
  const read = options === undefined ? noOptions : readOptions(options, facet);
  if (read === undefined) return undefined;
  const work = workSince({}, workOf(facet));
  const isPaidFor = work.every(([kind, amount]) => root.work(kind, amount)) && root.repeat();
  return isPaidFor ? Object.freeze({ facet, name, ...read }) : undefined;
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
function readOptions(sent: Node, facet: FacetSchema): Options | undefined {
  const node = opened(sent);
  if (node === undefined) return undefined;
  const { value, shape } = node;
  if (value === true || value === 'true') return noOptions;
  if (shape === 'repeated') return refuse.duplicateKey(node);
  const existing = optionsOf(facet);
  if (shape !== 'object') {
    const text = existing.length === 0 ? 'must be true' : `must be true, or its options: ${existing.join(', ')}`;
    return refuse.expectedValue(node, text);
  }
  const before = node.issues.count;
  for (const name of node.keys) {
    if (existing.includes(name)) continue;
    const wayOut = existing.length === 0 ? ', which accepts only true' : didYouMean(name, existing);
    const text = `is not an option of this facet${wayOut}`;
    report(node.child(name), { code: 'unknown_parameter', allowed: existing }, text);
  }
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
