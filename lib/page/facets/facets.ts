import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Condition, FacetRequest, QueryPlan } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { valuesWanted, withoutOwn } from '../../facets/index.js';
import type { Facet, Facets } from '../../contract/index.js';
import { defaultLimits } from '../../limits.js';
import { ListPlan, listOf } from '../../statements/index.js';
import { checkEntity, compile } from '../../sql/index.js';
import { readRanges } from './ranges.js';
import { readValuesFacet } from './values.js';
import { checkEntityRows } from '../list/check-selection.js';
import { eachRowOnce } from '../rows/matching-rows.js';
import { unorderedPlanOf } from '../list/plan.js';
import type { PageWatch } from '../list/trace.js';

/**
 * Reads a plan's facets over the rows that it finds, whatever its slice: one statement for each, or one for several
 * ranges. The statements follow one another, because the builder may be in a transaction, which has one connection.
 *
 * @param watch the observer of the statements, if there is one
 * @throws FilterConfigurationError where the entity has no primary key, and for a builder of another entity
 */
export async function facetsOfRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  watch?: PageWatch,
): Promise<Facets<E>> {
  if (plan.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `facets(): ${plan.schema.name} has no primary key, by which its rows could be counted once each; declare one`,
    );
  }
  // Checked before any statement, even for a query without facets.
  checkEntity(builder, plan.schema);
  checkEntityRows(builder, 'facets()');
  const answers = new Map<string, Facet>();
  let groups = 0;
  for (const [filters, requests] of byConditions(plan)) {
    const reader = new FacetReader(plan, `facets-${(groups += 1)}`);
    const group = planOf(builder, plan, filters);
    for (const together of statementsFor(requests)) {
      watch?.begins('facets', together.map((request) => request.name).join(', '));
      await reader.read(together, group, answers);
    }
  }
  // In the order of the request.
  return Object.fromEntries(plan.facets.flatMap(({ name }) => [[name, answers.get(name)]])) as Facets<E>;
}

/** Makes the plan of facets, with their conditions. */
function planOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  filters: Condition | undefined,
): ListPlan<E> {
  const list = listOf(builder, unorderedPlanOf({ ...plan, filters }));
  return new ListPlan(list, 'facets', () => compile(list.plan, builder));
}

/** Groups facets by the client's conditions that apply to them: those on other fields. */
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

/** Divides facets into single statements, and the ranges of the row itself, which share one. */
function statementsFor(requests: readonly FacetRequest[]): readonly (readonly FacetRequest[])[] {
  const isOwnRange = ({ facet }: FacetRequest): boolean => facet.type === 'range' && facet.hops.length === 0;
  const ranges = requests.filter(isOwnRange);
  const others = requests.filter((request) => !isOwnRange(request)).map((request) => [request]);
  return ranges.length === 0 ? others : [...others, ranges];
}

/** Reads facets with the same conditions. */
class FacetReader<E extends ObjectLiteral> {
  private statements = 0;

  constructor(
    private readonly plan: QueryPlan,
    private readonly name: string,
  ) {}

  /** Reads the values of one facet, or several ranges, by one statement. */
  async read(requests: readonly FacetRequest[], list: ListPlan<E>, into: Map<string, Facet>): Promise<void> {
    const rows = eachRowOnce(list, `${this.name}-${(this.statements += 1)}`);
    const [request] = requests;
    if (request?.facet.type === 'values') {
      const { facetValues } = this.plan.limits ?? defaultLimits;
      into.set(request.name, await readValuesFacet(rows, { ...request, most: valuesWanted(request, facetValues) }));
      return;
    }
    const facets = requests.map(({ facet }) => facet);
    const ranges = await readRanges(rows, facets);
    for (const [index, range] of ranges.entries()) into.set(requests[index]?.name ?? '', range);
  }
}
