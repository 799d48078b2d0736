import type { Related } from '../ast/index.js';
import type { RelationSchema } from '../schema/index.js';
import type { CountRequest } from './count-parser.js';
import type { Node } from './node.js';

/**
 * Spends for a predicate on a relation, each of which is a subquery. That no row is related, or every one, is found by looking at
 * each of them.
 *
 * @param negated true below an odd number of `$not`s
 */
export function spendOnRelated(node: Node, { relation, quantifier }: Related, negated: boolean): boolean {
  if (!node.spend('relationConditions')) return false;
  if (!relation.toMany) return true;
  const isAbsence = (quantifier !== 'some') !== negated;
  return node.work('manyConditions') && (!isAbsence || node.work('absences'));
}

/** True where some of the related rows may be hidden, so that a row of the junction does not stand for one of them. */
function hidesRows({ target }: RelationSchema): boolean {
  return target.deleteDate !== undefined || target.discriminator !== undefined || target.scopes.length > 0;
}

/** Spends for the comparisons of a count, each of which is a subquery for each row of the list. */
export function spendOnCount(node: Node, relation: RelationSchema, { comparisons, where }: CountRequest): boolean {
  const { length } = comparisons;
  if (!node.spend('relationConditions', length) || !node.work('counts', length)) return false;
  if (where !== undefined && !node.work('countedWhere', length)) return false;
  const isAboutRows = where !== undefined || hidesRows(relation);
  return relation.link.via !== 'junction' || !isAboutRows || node.work('countedJunctions', length);
}
