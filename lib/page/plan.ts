import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Condition, QueryPlan, SortTerm } from '../ast/index.js';
import type { Page } from '../input/index.js';
import type { FilterIssue, SimpleIssueCode } from '../issues.js';
import { IssueCollector, Location } from '../issues.js';
import type { NullsDefault, SqlPlan } from '../sql/index.js';
import { entityOrder } from './entity-order.js';

/** What is read, of what, and where NULL stands unless a key says so. */
export interface Reading<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: QueryPlan;
  readonly nulls: NullsDefault;
}

/** A page, or why there is none. */
export type PageResult<E> =
  { readonly ok: true; readonly page: Page<E> } | { readonly ok: false; readonly issues: readonly FilterIssue[] };

/** The part of a plan that becomes SQL. `total`: whether the order is to end with the primary key. */
export function sqlPlanOf<E extends ObjectLiteral>(reading: Reading<E>, total: boolean): SqlPlan {
  const { schema, selected, scopes, keyDirection } = reading.plan;
  return {
    schema,
    selected,
    keyDirection,
    conditions: conditionsOf(reading.plan),
    scopes,
    sort: sortOf(reading, total),
    total,
    nulls: reading.nulls,
  };
}

/** The same without an order: what is counted has none. */
export function unorderedPlanOf(plan: QueryPlan): SqlPlan {
  const { schema, selected, scopes } = plan;
  return { schema, selected, conditions: conditionsOf(plan), scopes, sort: [], total: false, nulls: 'engine' };
}

function conditionsOf({ filters, added }: QueryPlan): readonly Condition[] {
  return filters === undefined ? added : [filters, ...added];
}

/** The primary key at the end would take the place of the order that the entity declares, so that is said before it. */
function sortOf<E extends ObjectLiteral>({ builder, plan }: Reading<E>, total: boolean): readonly SortTerm[] {
  const sort = plan.sort.length > 0 ? plan.sort : plan.defaultSort;
  return sort.length > 0 || !total ? sort : entityOrder(builder, plan.schema);
}

/** A refusal of the slice, said at one of its parameters. */
export function sliceIssue(plan: QueryPlan, key: string, code: SimpleIssueCode, text: string): FilterIssue {
  return issueAt(Location.root(plan.params.pagination).child(key), code, text);
}

/** A refusal of a value that the database turned out not to take: nobody knows which, but a cursor's are the only ones beside the filters'. */
export function valueIssue(plan: QueryPlan): FilterIssue {
  const { filters, slice, params } = plan;
  if (filters === undefined && slice?.type === 'cursor') {
    return sliceIssue(plan, slice.direction, 'invalid_cursor', 'holds a value that the list cannot be ordered by');
  }
  return issueAt(
    Location.root(params.filters),
    'invalid_value',
    'holds a value that cannot be compared with its field',
  );
}

function issueAt(location: Location, code: SimpleIssueCode, text: string): FilterIssue {
  const issues = new IssueCollector(1);
  issues.add(location, { code }, text);
  const [issue] = issues.issues;
  if (issue === undefined) throw new TypeError('an issue was added and is not there');
  return issue;
}
