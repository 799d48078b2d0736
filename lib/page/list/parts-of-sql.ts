import type { QueryPlan } from '../../ast/index.js';

/** Members of a query's plan that become conditions, joins and the order of its rows. */
type OfRows =
  | 'schema'
  | 'selected'
  | 'filters'
  | 'isNamed'
  | 'search'
  | 'added'
  | 'scopes'
  | 'aggregated'
  | 'sort'
  | 'defaultSort'
  | 'keyDirection'
  | 'strategy'
  | 'deleted'
  | 'naming';

/** Members that are read by statements of their own, beside the rows or after them. */
type OfOtherStatements = 'facets' | 'aggregates' | 'populate' | 'answered';

/** Members that the window and the selected columns of a page's statement come from, after it is compiled. */
type OfWindow = 'slice' | 'selection' | 'pagination' | 'pageStyle';

/** Members that no statement depends on. */
type OfNoStatement =
  | 'view'
  | 'declaredFacets'
  | 'declaredAggregates'
  | 'params'
  | 'handler'
  | 'hydration'
  | 'limits'
  | 'settings'
  | 'context'
  | 'used'
  | 'sent'
  | 'flat'
  | 'isForeign'
  | 'work'
  | 'moment'
  | 'print'
  | 'rebind';

/** Members of a plan that none of the lists above has. */
type Forgotten = Exclude<keyof QueryPlan, OfRows | OfOtherStatements | OfWindow | OfNoStatement>;

/**
 * The members of a query's plan that decide the SQL of its rows. A new member of a plan does not compile without its
 * place in a list above, because a statement that forgot it would answer another question.
 */
export type PartsOfSql = Pick<QueryPlan, OfRows> & {
  readonly [Member in Forgotten]: 'has no place in parts-of-sql.ts';
};
