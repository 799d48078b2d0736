import type { QueryPlan } from '../ast/index.js';
import type { FilterIssue } from '../issues.js';
import { IssueCollector, Location } from '../issues.js';
import type { NullsDefault, SqlPlan } from '../sql/index.js';

/** The part of a plan that becomes SQL. `total`: whether the order is to end with the primary key. */
export function sqlPlanOf(plan: QueryPlan, nulls: NullsDefault, total: boolean): SqlPlan {
  const { schema, filters, added, scopes, sort, defaultSort } = plan;
  return {
    schema,
    conditions: filters === undefined ? added : [filters, ...added],
    scopes,
    sort: sort.length > 0 ? sort : defaultSort,
    total,
    nulls,
  };
}

/** The same without an order: what is counted has none. */
export function unordered(plan: SqlPlan): SqlPlan {
  return { ...plan, sort: [], total: false };
}

/** A refusal of the slice, said at one of its parameters. */
export function sliceIssue(plan: QueryPlan, key: string, code: FilterIssue['code'], text: string): FilterIssue {
  const issues = new IssueCollector(1);
  issues.add(Location.root(plan.params.pagination).child(key), { code }, text);
  const [issue] = issues.issues;
  if (issue === undefined) throw new TypeError('an issue was added and is not there');
  return issue;
}
