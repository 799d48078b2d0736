import type { AggregateRequest, AggregateSchema, QueryPlan } from '../ast/index.js';
import { FilterConfigurationError, didYouMean } from '../configuration/index.js';
import { type ViewKind, isPathVisible, keyOf } from '../schema/index.js';

/** The parts of a plan that the program's names of aggregates are looked up in. */
type Declaring = Pick<QueryPlan, 'schema' | 'declaredAggregates' | 'context'>;

/**
 * Looks up the aggregates that a program names as `price:sum`, by the names of clients or by its own. One that the
 * context hides is left out: the program names the same for every client, and must not show to one what the client
 * could not ask for.
 *
 * @throws FilterConfigurationError for a name that is no aggregate
 */
export function namedAggregates(plan: Declaring, names: readonly string[]): readonly AggregateRequest[] {
  const { schema, context } = plan;
  const declared = [...(plan.declaredAggregates?.values() ?? [])];
  const pairs = [...pairsOf(declared, 'code'), ...pairsOf(declared, 'client')];
  const requests = [...new Set(names)].map((name) => {
    const request = pairs.findLast(([pair]) => pair === name)?.[1];
    if (request !== undefined) return request;
    const existing = pairsOf(declared, 'client').map(([pair]) => pair);
    throw new FilterConfigurationError(
      `aggregates(): ${name} is no aggregate of ${schema.name}; ${didYouMean(name, existing)}`,
    );
  });
  return requests.filter(({ aggregate }) => isPathVisible(aggregate, context));
}

function pairsOf(
  declared: readonly AggregateSchema[],
  kind: ViewKind,
): readonly (readonly [string, AggregateRequest])[] {
  return declared.flatMap((aggregate) => {
    const name = keyOf(kind, aggregate);
    return aggregate.functions.map((row) => [`${name}:${row.name}`, { aggregate, function: row, name }] as const);
  });
}
