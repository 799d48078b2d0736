import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues.js';
import { distinctOnOf, hasGroups, hasHaving, hasOrder, hasSlice } from '../sql/index.js';
import { nameOf, namesIn } from '../wire/index.js';
import { checkSelection } from './check-selection.js';
import type { KeysetKey } from './keyset.js';

/** Returns the issues of a query of which `each()` could not answer all: a slice of the rows, or what stands beside them. */
export function eachIssues({
  slice,
  facets,
  params,
}: Pick<QueryPlan, 'slice' | 'facets' | 'params'>): readonly FilterIssue[] {
  const issues = new IssueCollector(2);
  if (slice !== undefined) {
    const text = 'is not read here; every row is answered, so leave it out';
    issues.add(Location.root(params.pagination), { code: 'invalid_pagination' }, text);
  }
  if (facets.length > 0) {
    const text = 'is not read here; rows alone are answered, so leave it out';
    const allowed = namesIn({ ...params, facets: undefined });
    issues.add(Location.root(nameOf('facets', params)), { code: 'unknown_parameter', allowed }, text);
  }
  return issues.issues;
}

/** Returns what a builder has that leaves its rows without the query's order, and the way out; undefined where it has nothing. */
function obstacleOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (hasOrder(builder)) {
    return 'has an order of its own; leave it out, and name the order in the query or in `defaults.sort` of its handler';
  }
  if (hasGroups(builder) || hasHaving(builder) || distinctOnOf(builder).length > 0) {
    return 'selects groups; read them with apply(builder, query).getRawMany()';
  }
  return hasSlice(builder) ? 'has a limit of its own; leave it out, and pass `max`' : undefined;
}

/**
 * Refuses a builder or an entity whose rows cannot be read one chunk after another.
 *
 * @throws FilterConfigurationError that names the reason and the way out
 */
export function checkWalk<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { schema }: QueryPlan): void {
  if (schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `each(): ${schema.name} has no primary key, so its rows cannot be told apart; declare one, or read apply(builder, query).stream()`,
    );
  }
  checkSelection(builder, 'each()');
  const obstacle = obstacleOf(builder);
  if (obstacle !== undefined) throw new FilterConfigurationError(`each(): the builder ${obstacle}`);
}

/**
 * Refuses an order by values that the engine cannot compare with one that was read.
 *
 * @throws FilterConfigurationError that names the columns
 */
export function checkKeys(keys: readonly KeysetKey[]): void {
  const unknown = keys.flatMap(({ key, value }) => (value.isKnown ? [] : (key.expression?.propertyPath ?? [])));
  if (unknown.length === 0) return;
  throw new FilterConfigurationError(
    `each(): rows in the order of ${unknown.join(', ')} cannot be read one chunk after another, because values of its type ` +
      'cannot be compared; sort by another column',
  );
}

/** Makes the error of a list in which too many values in a row are ordered by their beginnings alone. */
export function tooManyUnordered(most: number): FilterConfigurationError {
  return new FilterConfigurationError(
    `each(): more than ${most} rows in a row have values that the database does not order as it compares them; sort by ` +
      'another column, or raise max_sort_length',
  );
}
