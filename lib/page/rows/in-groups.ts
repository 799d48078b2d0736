import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { startsIndex } from '../../adaptive/index.js';
import type { Comparison, QueryPlan } from '../../ast/index.js';
import { type RelationSchema, relatedAggregateOf } from '../../schema/index.js';
import type { SqlPlan } from '../../sql/index.js';
import { type AskedList, groupableIn, unorderedPlanOf } from '../list/plan.js';
import { isListNarrowed } from './estimate.js';
import { isSoonerByIndex } from './by-index.js';

/** What is read of a list: some rows of it, or all at once. */
type Reading = 'page' | 'total';

/**
 * Returns true where the only condition of a list is on related rows and is answered from all of them in groups. A page
 * may be full after a few rows, each with a subquery; a total reads every row.
 */
export function isInGroups<E extends ObjectLiteral>(
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
  reading: Reading,
): boolean {
  const condition = groupableIn(plan);
  if (condition === undefined || isListNarrowed(plan, builder)) return false;
  const { groupsRelated = false } = plan.schema.dialect;
  return condition.type === 'relatedCount' ? groupsRelated : isGrouped(condition, plan, reading);
}

function isGrouped({ field, operator }: Comparison, { schema: { dialect } }: QueryPlan, reading: Reading): boolean {
  const aggregate = relatedAggregateOf(field.expression);
  if (aggregate === undefined) return false;
  if (!isIndexed(aggregate.relation)) return true;
  // A row without related ones may satisfy these, and the groups are joined with all rows.
  if (aggregate.function.counts || operator.takes === 'boolean') return dialect.groupsRelated === true;
  return dialect.groupsAggregates === 'always' || (dialect.groupsAggregates === 'totals' && reading === 'total');
}

/** Returns true where an index finds the related rows of a row. The key of a junction table begins with the row's. */
function isIndexed({ link, target, indexedByConstraint }: RelationSchema): boolean {
  const [pair] = link.via === 'columns' ? link.pairs : [];
  return pair === undefined || indexedByConstraint || startsIndex(target, pair.related);
}

/** Returns true where all rows of a list are read in groups, and statistics do not favour an index of related rows. */
export async function isWholeInGroups<E extends ObjectLiteral>(list: AskedList<E>): Promise<boolean> {
  return isInGroups(list.plan, list.builder, 'total') && !(await isSoonerByIndex(list));
}

/** Returns the part of a plan that becomes SQL in a statement over all of its rows, such as a count. */
export async function totalPlanOf<E extends ObjectLiteral>(list: AskedList<E>): Promise<SqlPlan> {
  const { plan } = list;
  const inGroups = (await isWholeInGroups(list)) ? groupableIn(plan) : undefined;
  return { ...unorderedPlanOf(plan), inGroups };
}
