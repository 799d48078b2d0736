import { type Condition, type Related, conjunctsOf, someCondition } from '../ast/index.js';
import type { FilterSchema, RelationSchema, RelationStrategy } from '../schema/index.js';
import { comparesForeignKey } from '../sql/index.js';
import { startsIndex } from './indexes.js';

/** The conditions of a list that all must hold: those for which a shape can be chosen, and all others. */
export interface Conjuncts {
  readonly related: readonly Related[];
  readonly own: readonly Condition[];
}

/**
 * Divides the conditions of a list. A shape can be chosen for a condition that some related row satisfies, where indexes find the
 * related rows of a row and the rows of a related row: without these, every way but the usual one could read whole tables.
 *
 * @param byDefault the strategy of relations that declare none
 */
export function divide(conditions: readonly Condition[], schema: FilterSchema, byDefault: RelationStrategy): Conjuncts {
  const related: Related[] = [];
  const own: Condition[] = [];
  for (const part of conditions.flatMap(conjunctsOf)) {
    if (part.type === 'related' && isChoosable(part, schema, byDefault)) related.push(part);
    else own.push(part);
  }
  return { related, own };
}

function isChoosable(
  { relation, quantifier, where, keys }: Related,
  schema: FilterSchema,
  byDefault: RelationStrategy,
): boolean {
  if ((relation.strategy ?? byDefault) !== 'adaptive' || quantifier !== 'some' || keys !== undefined) return false;
  return !comparesForeignKey({ relation, where }) && isIndexed(relation, schema);
}

/** Returns true where indexes find the related rows of a row and the rows of a related row, by one column each. */
export function isIndexed({ link, target, indexedByConstraint }: RelationSchema, schema: FilterSchema): boolean {
  // TypeORM makes an index for each side of a junction table.
  if (link.via === 'junction') return link.ownJunctionColumns.length === 1 && link.relatedJunctionColumns.length === 1;
  const [pair, ...more] = link.pairs;
  if (pair === undefined || more.length > 0) return false;
  return indexedByConstraint || (startsIndex(schema, pair.own) && startsIndex(target, pair.related));
}

/** True where a condition asks nothing of other tables, so that it costs no more than reading the rows that it is about. */
export function isPlain(condition: Condition): boolean {
  return !someCondition(condition, (part) => {
    if (part.type === 'comparison') return part.field.expression.isSubquery;
    return (part.type === 'related' && !comparesForeignKey(part)) || part.type === 'relatedCount';
  });
}
