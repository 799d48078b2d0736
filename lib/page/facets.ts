import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Condition, FacetRequest, QueryPlan } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { valuesWanted, withoutOwn } from '../facets/index.js';
import type { Facet, Facets } from '../input/index.js';
import { defaultLimits } from '../limits.js';
import { compile, sideCopyOf } from '../sql/index.js';
import { readRanges } from './facet-ranges.js';
import { readValues } from './facet-values.js';
import { eachRowOnce } from './matching-rows.js';
import { unorderedPlanOf } from './plan.js';
import { lookUpKeys } from './related-keys.js';

/**
 * Reads the facets that a plan asks for, over the rows that it finds, whatever its slice: one statement for each, or one for
 * several ranges, one after another, because the builder may be in a transaction, which has one connection.
 *
 * @throws FilterConfigurationError where the entity has no primary key
 */
export async function facetsOfRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): Promise<Facets<E>> {
  if (plan.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `facets(): ${plan.schema.name} has no primary key, by which its rows could be counted once each; declare one`,
    );
  }
  const answers = new Map<string, Facet>();
  let group = 0;
  for (const [filters, requests] of byConditions(plan)) {
    const beside = sideCopyOf(builder, `facets-${(group += 1)}`);
    const reader = new FacetReader(beside, await lookUpKeys(beside, { ...plan, filters }));
    for (const together of statementsFor(requests)) await reader.read(together, answers);
  }
  // In the order of the request.
  return Object.fromEntries(plan.facets.flatMap(({ name }) => [[name, answers.get(name)]])) as Facets<E>;
}

/** Groups facets by the client's conditions that hold for them: those that are not about the facet itself. */
function byConditions({ filters, facets }: QueryPlan): ReadonlyMap<Condition | undefined, readonly FacetRequest[]> {
  const groups = new Map<Condition | undefined, FacetRequest[]>();
  for (const request of facets) {
    const conditions = withoutOwn(filters, request.facet);
    const group = groups.get(conditions) ?? [];
    groups.set(conditions, group);
    group.push(request);
  }
  return groups;
}

/** Divides facets into those of one statement each, and the ranges of the row itself, which need one together. */
function statementsFor(requests: readonly FacetRequest[]): readonly (readonly FacetRequest[])[] {
  const isOwnRange = ({ facet }: FacetRequest): boolean => facet.type === 'range' && facet.hops.length === 0;
  const ranges = requests.filter(isOwnRange);
  const others = requests.filter((request) => !isOwnRange(request)).map((request) => [request]);
  return ranges.length === 0 ? others : [...others, ranges];
}

/** Reads the facets for which the same conditions hold. */
class FacetReader<E extends ObjectLiteral> {
  private statements = 0;

  constructor(
    private readonly builder: SelectQueryBuilder<E>,
    private readonly plan: QueryPlan,
  ) {}

  /** Reads the values of one facet, or several ranges, by one statement. */
  async read(requests: readonly FacetRequest[], into: Map<string, Facet>): Promise<void> {
    const { builder, plan } = this;
    const changes = compile(unorderedPlanOf(plan), builder);
    const rows = eachRowOnce(builder, changes, `${(this.statements += 1)}`);
    const [request] = requests;
    if (request?.facet.type === 'values') {
      const { facetValues } = plan.limits ?? defaultLimits;
      const values = await readValues(rows, changes, { ...request, most: valuesWanted(request, facetValues) });
      into.set(request.name, values);
      return;
    }
    const facets = requests.map(({ facet }) => facet);
    const ranges = await readRanges(rows, changes, facets);
    for (const [index, range] of ranges.entries()) into.set(requests[index]?.name ?? '', range);
  }
}
