import type { Related } from '../../ast/index.js';
import type { RelationSchema } from '../../schema/index.js';
import type { CountRequest } from './count-parser.js';
import type { Node } from '../reading/node.js';

/**
 * Spends the cost of a predicate on a relation, a subquery. `$none` and `$every` must read each related row.
 *
 * @param negated true below an odd number of `$not`s
 */
export function spendOnRelated(node: Node, { relation, quantifier }: Related, negated: boolean): boolean {
  if (!node.spend('relationConditions')) return false;
  if (!relation.toMany) return true;
  const isAbsence = (quantifier !== 'some') !== negated;
  return node.work('manyConditions') && (!isAbsence || node.work('absences'));
}

/** True where some related rows may be hidden, so that junction rows alone do not count them. */
function hidesRows({ target }: RelationSchema): boolean {
  return target.deleteDate !== undefined || target.discriminator !== undefined || target.scopes.length > 0;
}

/** Spends what an aggregate costs beyond a virtual column. Each of its comparisons is charged as one elsewhere. */
export function spendOnAggregate(node: Node, { link }: RelationSchema, hasWhere: boolean): boolean {
  if (hasWhere && !node.work('countedWhere')) return false;
  return link.via !== 'junction' || node.work('countedJunctions');
}

/** Spends the cost of a count's comparisons: a subquery each, for each row of the list. */
export function spendOnCount(node: Node, relation: RelationSchema, { comparisons, where }: CountRequest): boolean {
  const { length } = comparisons;
  if (!node.spend('relationConditions', length) || !node.work('counts', length)) return false;
  if (where !== undefined && !node.work('countedWhere', length)) return false;
  const isAboutRows = where !== undefined || hidesRows(relation);
  return relation.link.via !== 'junction' || !isAboutRows || node.work('countedJunctions', length);
}
