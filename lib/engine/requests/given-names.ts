import type { Populated, QueryPlan } from '../../ast/index.js';
import { keyOf } from '../../schema/index.js';

/** The parts of a plan that are answered under the names that the client gave. */
type Answered = Pick<QueryPlan, 'facets' | 'aggregates' | 'populate'>;

/**
 * Gives a plan that was read from the canonical form of another one the client's names, even former ones, because the
 * answer has them.
 */
export function withGivenNames(plan: QueryPlan, { facets, aggregates, populate }: Answered): QueryPlan {
  const names = new Map(aggregates.map(({ aggregate, name }) => [keyOf('all', aggregate), name]));
  return Object.freeze({
    ...plan,
    facets: plan.facets.map((facet, index) => ({ ...facet, name: facets[index]?.name ?? facet.name })),
    aggregates: plan.aggregates.map((each) => ({
      ...each,
      name: names.get(keyOf('all', each.aggregate)) ?? each.name,
    })),
    populate: plan.populate.map((each, index) => withPath(each, populate[index])),
  });
}

function withPath(populated: Populated, given: Populated | undefined): Populated {
  if (given === undefined) return populated;
  const populate = populated.populate.map((each, index) => withPath(each, given.populate[index]));
  return Object.freeze({ ...populated, path: given.path, populate });
}
