import { type Condition, type Or, type Related, conjunctsOf, someCondition } from '../ast/index.js';
import type { FilterSchema, RelationSchema, RelationStrategy } from '../schema/index.js';
import { comparesForeignKey } from '../sql/index.js';
import { isServed, startsIndex } from './indexes.js';

/** Conditions of a list that must all hold, divided by whether they can have a shape. */
export interface Conjuncts {
  readonly related: readonly Related[];
  readonly own: readonly Condition[];
  /**
   * Disjunction whose alternatives can be answered one by one. Undefined where there is none, or a related condition.
   */
  readonly either: Either | undefined;
}

/** A disjunction across tables. */
export interface Either {
  readonly condition: Or;
  /** Question about each alternative: the number of rows for its condition on related rows, or else for all of it. */
  readonly asked: readonly Condition[];
}

/**
 * Divides the conditions of a list. A condition on some related row can have a shape if indexes join the rows in both
 * directions. Without these indexes, every way but the usual one could read whole tables.
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
  const either = related.length > 0 ? undefined : eitherOf(own, schema, byDefault);
  return { related, own: either === undefined ? own : own.filter((part) => part !== either.condition), either };
}

/** Returns the first disjunction across tables whose alternatives can all be found by an index. */
function eitherOf(
  conditions: readonly Condition[],
  schema: FilterSchema,
  byDefault: RelationStrategy,
): Either | undefined {
  if (schema.primaryKey.length !== 1) return undefined;
  for (const condition of conditions) {
    if (condition.type !== 'or') continue;
    const isRelated = (part: Condition): boolean => relatedIn(part, schema, byDefault) !== undefined;
    const asked = condition.conditions.map((part) => relatedIn(part, schema, byDefault) ?? ownIn(part, schema));
    const known = asked.filter((part) => part !== undefined);
    if (condition.conditions.some(isRelated) && known.length === asked.length) return { condition, asked: known };
  }
  return undefined;
}

/** Returns a condition on related rows within an alternative that can have a shape. */
function relatedIn(alternative: Condition, schema: FilterSchema, byDefault: RelationStrategy): Related | undefined {
  return conjunctsOf(alternative).find(
    (part): part is Related => part.type === 'related' && isChoosable(part, schema, byDefault),
  );
}

/** Returns an alternative that an index of the table finds. */
function ownIn(alternative: Condition, schema: FilterSchema): Condition | undefined {
  const isFound =
    alternative.type === 'related' ? isKeyOf(alternative, schema) : isServed(schema, conjunctsOf(alternative));
  return isFound ? alternative : undefined;
}

/** True for a condition that an indexed foreign key of the row has certain values. */
function isKeyOf({ relation, where, quantifier, keys }: Related, schema: FilterSchema): boolean {
  if (quantifier !== 'some' || keys !== undefined || !isIndexed(relation, schema)) return false;
  return (
    comparesForeignKey({ relation, where }) && where !== undefined && isServed(relation.target, conjunctsOf(where))
  );
}

function isChoosable(
  { relation, quantifier, where, keys }: Related,
  schema: FilterSchema,
  byDefault: RelationStrategy,
): boolean {
  if ((relation.strategy ?? byDefault) !== 'adaptive' || quantifier !== 'some' || keys !== undefined) return false;
  return !comparesForeignKey({ relation, where }) && isIndexed(relation, schema);
}

/** Returns true where indexes join the rows in both directions, by one column each. */
export function isIndexed({ link, target, indexedByConstraint }: RelationSchema, schema: FilterSchema): boolean {
  // TypeORM makes an index for each side of a junction table.
  if (link.via === 'junction') return link.ownJunctionColumns.length === 1 && link.relatedJunctionColumns.length === 1;
  const [pair, ...more] = link.pairs;
  if (pair === undefined || more.length > 0) return false;
  return indexedByConstraint || (startsIndex(schema, pair.own) && startsIndex(target, pair.related));
}

/** True where a condition needs no other table, so that it costs no more than reading its row. */
export function isPlain(condition: Condition): boolean {
  return !someCondition(condition, (part) => {
    if (part.type === 'comparison') return part.field.expression.isSubquery;
    return (part.type === 'related' && !comparesForeignKey(part)) || part.type === 'relatedCount';
  });
}
