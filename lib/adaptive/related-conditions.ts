import { type Condition, type Or, type Related, conjunctsOf, someCondition } from '../ast/index.js';
import type { FilterSchema, RelationSchema, RelationStrategy } from '../schema/index.js';
import { comparesForeignKey } from '../sql/index.js';
import { isServed, startsIndex } from './indexes.js';

/** The conditions of a list that all must hold: those for which a shape can be chosen, and all others. */
export interface Conjuncts {
  readonly related: readonly Related[];
  readonly own: readonly Condition[];
  /** A disjunction of which each alternative can be answered for itself; undefined where there is none, or a related condition. */
  readonly either: Either | undefined;
}

/** A disjunction across tables. */
export interface Either {
  readonly condition: Or;
  /** What is asked about each alternative: how many rows satisfy a condition on related rows in it, or else the whole of it. */
  readonly asked: readonly Condition[];
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
  const either = related.length > 0 ? undefined : eitherOf(own, schema, byDefault);
  return { related, own: either === undefined ? own : own.filter((part) => part !== either.condition), either };
}

/** Returns the first disjunction across tables of which an index finds the rows that satisfy each alternative. */
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

/** Returns a condition on related rows in an alternative for which a shape can be chosen. */
function relatedIn(alternative: Condition, schema: FilterSchema, byDefault: RelationStrategy): Related | undefined {
  return conjunctsOf(alternative).find(
    (part): part is Related => part.type === 'related' && isChoosable(part, schema, byDefault),
  );
}

/** Returns an alternative of which an index of the table finds the rows. */
function ownIn(alternative: Condition, schema: FilterSchema): Condition | undefined {
  const isFound =
    alternative.type === 'related' ? isKeyOf(alternative, schema) : isServed(schema, conjunctsOf(alternative));
  return isFound ? alternative : undefined;
}

/** True for a condition that a foreign key of the row, by which rows are found, has some values. */
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
