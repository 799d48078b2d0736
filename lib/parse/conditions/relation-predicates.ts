import { type RelationSchema, aggregateAt } from '../../schema/index.js';
import { toManyTokens } from '../../operators/index.js';
import type { Node } from '../reading/node.js';

/** Operators on to-many relations alone. */
export const toMany: ReadonlySet<string> = new Set(toManyTokens);

/** Operators of existence, with true for a related row and false for none. */
export const existence: ReadonlyMap<string, boolean> = new Map([
  ['$exists', true],
  ['$notNull', true],
  ['$null', false],
]);

/** Comparisons of a relation with null, with true for a related row and false for none. Null is never a key. */
export const existenceByNull: ReadonlyMap<string, boolean> = new Map([
  ['$eq', false],
  ['$ne', true],
]);

/** Returns true for a name that is a predicate of its own, not a condition on the one related row. */
export function standsApart(relation: RelationSchema, key: string, node: Node): boolean {
  if (existence.has(key)) return true;
  if (existenceByNull.has(key) && node.child(key).value === null) return true;
  return relation.toMany && (toMany.has(key) || aggregateAt(relation, key) !== undefined);
}
