import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type FilterIssue, IssueCollector, Location } from '../../issues/index.js';
import { hasOrder, hasSlice } from '../../typeorm/index.js';
import { nameOf, namesIn } from '../../wire/index.js';
import { checkEntityRows, checkSelection } from '../list/check-selection.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';

/** Returns the issues of a query for `each()`: it can answer neither a slice of the rows, nor anything beside them. */
export function eachIssues({
  slice,
  facets,
  aggregates,
  params,
}: Pick<QueryPlan, 'slice' | 'facets' | 'aggregates' | 'params'>): readonly FilterIssue[] {
  const issues = new IssueCollector(3);
  if (slice !== undefined) {
    const text = 'is not supported here: every row is answered, so leave it out';
    issues.add(Location.root(params.pagination), { code: 'invalid_pagination' }, text);
  }
  for (const parameter of ['facets', 'aggregates'] as const) {
    if ({ facets, aggregates }[parameter].length === 0) continue;
    const text = 'is not supported here: only rows are answered, so leave it out';
    const allowed = namesIn({ ...params, [parameter]: undefined });
    issues.add(Location.root(nameOf(parameter, params)), { code: 'unknown_parameter', allowed }, text);
  }
  return issues.issues;
}

/**
 * Returns the reason why a builder's rows lack the query's order, with the way out.
 *
 * @returns undefined where they have it
 */
function obstacleOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (hasOrder(builder)) {
    return 'has an order of its own; leave it out, and name the order in the query or in `defaults.sort` of its handler';
  }
  return hasSlice(builder) ? 'has a limit of its own; leave it out, and pass `max`' : undefined;
}

/**
 * Refuses a builder or an entity whose rows cannot be read one chunk after another.
 *
 * @throws FilterConfigurationError that names the reason and the way out
 */
export function checkExport<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { schema }: QueryPlan): void {
  if (schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `each(): ${schema.name} has no primary key, so its rows cannot be told apart; declare one, or read apply(builder, query).stream()`,
    );
  }
  checkEntityRows(builder, 'each()');
  checkSelection(builder, 'each()');
  const obstacle = obstacleOf(builder);
  if (obstacle !== undefined) throw new FilterConfigurationError(`each(): the builder ${obstacle}`);
}

/**
 * Refuses an order by values that the engine cannot compare with a value that it has read.
 *
 * @throws FilterConfigurationError that names the columns
 */
export function checkKeys(keys: readonly KeysetKey[]): void {
  const unknown = keys.flatMap(({ key, value }) => (value.isKnown ? [] : (key.expression?.propertyPath ?? [])));
  if (unknown.length === 0) return;
  throw new FilterConfigurationError(
    `each(): rows in the order of ${unknown.join(', ')} cannot be read one chunk after another, because its values ` +
      'cannot be compared as they are ordered; sort by another column',
  );
}

/**
 * Refuses a row whose values the engine cannot compare, such as a date of MariaDB that no calendar has.
 *
 * @throws FilterConfigurationError that names the column
 */
export function checkPosition(position: Position, keys: readonly KeysetKey[]): void {
  const wrong = keys.find(({ key, value }, index) => {
    const text = position[index] ?? null;
    return text === null ? !key.nullable : !value.accepts(text);
  });
  if (wrong === undefined) return;
  throw new FilterConfigurationError(
    `each(): no row can be found after a value of ${wrong.key.expression?.propertyPath ?? 'the order'} that its type does not ` +
      'promise; sort by another column',
  );
}
