import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { startsIndex } from '../../adaptive/index.js';
import type { QueryPlan } from '../../ast/index.js';
import { type RelationSchema, relatedAggregateOf } from '../../schema/index.js';
import type { SqlPlan } from '../../sql/index.js';
import { type PagePlan, groupableIn, unorderedPlanOf } from '../list/plan.js';
import { isListNarrowed } from './estimate.js';

/**
 * Returns true where the only condition of a list is on related rows, and all of these are read once, in groups: for a
 * total, which checks every row, and where no index finds the related rows of one row. A page may be full after a few
 * rows, each with a subquery.
 */
export function isInGroups<E extends ObjectLiteral>(
  plan: QueryPlan,
  builder: SelectQueryBuilder<E>,
  reading: 'page' | 'total',
): boolean {
  const condition = groupableIn(plan);
  if (condition === undefined || isListNarrowed(plan, builder)) return false;
  const aggregate = condition.type === 'comparison' ? relatedAggregateOf(condition.field.expression) : undefined;
  const relation = condition.type === 'comparison' ? aggregate?.relation : condition.relation;
  if (relation === undefined) return false;
  if (!isIndexed(relation)) return true;
  if (reading === 'page') return false;
  const { groupsRelated = false, groupsTotals } = plan.schema.dialect;
  // Rows without related ones may satisfy these, so that the groups are joined with all rows.
  const isOfAll = condition.type === 'relatedCount' || condition.operator.takes === 'boolean';
  return isOfAll || aggregate?.function.counts === true ? groupsRelated : groupsTotals;
}

/** Returns true where an index finds the related rows of a row. The key of a junction table begins with the row's. */
function isIndexed({ link, target, indexedByConstraint }: RelationSchema): boolean {
  const [pair] = link.via === 'columns' ? link.pairs : [];
  return pair === undefined || indexedByConstraint || startsIndex(target, pair.related);
}

/** Returns the part of a plan that becomes SQL in a statement over all of its rows, such as a count. */
export function totalPlanOf<E extends ObjectLiteral>({
  builder,
  plan,
}: Pick<PagePlan<E>, 'builder' | 'plan'>): SqlPlan {
  const inGroups = isInGroups(plan, builder, 'total') ? groupableIn(plan) : undefined;
  return { ...unorderedPlanOf(plan), inGroups };
}
