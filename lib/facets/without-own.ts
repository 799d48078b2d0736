import { type Condition, and, conjunctsOf } from '../ast/index.js';
import { type FieldPath, type RelationSchema, isSameExpression } from '../schema/index.js';

/**
 * Returns the client's conditions for a facet, without those on its own field alone. The values that a client has
 * chosen then do not hide the others that it might choose.
 */
export function withoutOwn(filters: Condition | undefined, { hops, field }: FieldPath): Condition | undefined {
  if (filters === undefined) return undefined;
  const conjuncts = conjunctsOf(filters);
  const kept = conjuncts.filter((condition) => !isAbout(condition, hops, field));
  return kept.length === conjuncts.length ? filters : and(kept);
}

/**
 * Returns true for a condition on one field alone, behind one path of relations. The existence and the number of
 * related rows are more than the field's values.
 */
function isAbout(condition: Condition, hops: readonly RelationSchema[], field: FieldPath['field']): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.every((part) => isAbout(part, hops, field));
    case 'not':
      return isAbout(condition.condition, hops, field);
    case 'comparison':
      return hops.length === 0 && isSameExpression(condition.field.expression, field.expression);
    case 'related': {
      const [hop, ...further] = hops;
      const { relation, where } = condition;
      return hop?.propertyPath === relation.propertyPath && where !== undefined && isAbout(where, further, field);
    }
    case 'relatedCount':
    case 'named':
      return false;
  }
}
