import { type Condition, type Or, type Related, conjunctsOf, someCondition } from '../ast/index.js';
import { type FilterSchema, type RelationSchema, type RelationStrategy, relatedAggregateOf } from '../schema/index.js';
import { comparesForeignKey } from '../sql/index.js';
import { isServed, startsIndex } from './indexes.js';

/** Conditions of a list that must all hold, divided by whether they can have a shape. */
export interface Conjuncts {
  readonly related: readonly Related[];
  readonly own: readonly Condition[];
  /** Those conditions on related rows whose work for one row has an end, so that rows can be checked one by one. */
  readonly checkable: ReadonlySet<Related>;
  /** True where the rows can be walked: all of their conditions have such an end. */
  readonly areWalkable: boolean;
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

/** A list whose conditions are divided. */
interface DividedList {
  readonly schema: FilterSchema;
  readonly scopes: Scopes;
  /** Strategy of relations that declare none. */
  readonly strategy: RelationStrategy;
}

type Scopes = ReadonlyMap<FilterSchema, Condition>;

/**
 * Divides the conditions of a list. A condition on some related row can have a shape if indexes join the rows in both
 * directions. Without these indexes, every way but the usual one could read whole tables.
 */
export function divide(conditions: readonly Condition[], list: DividedList): Conjuncts {
  const { schema, scopes } = list;
  const related: Related[] = [];
  const own: Condition[] = [];
  for (const part of conditions.flatMap(conjunctsOf)) {
    if (part.type === 'related' && isChoosable(part, list)) related.push(part);
    else own.push(part);
  }
  const either = related.length > 0 ? undefined : eitherOf(own, list);
  const scope = scopes.get(schema);
  const row = { schema, scopes, isShared: false };
  return {
    related,
    own: either === undefined ? own : own.filter((part) => part !== either.condition),
    checkable: new Set(related.filter((part) => isWalkable(part, row))),
    areWalkable: [...related, ...own, ...(scope === undefined ? [] : [scope])].every((part) => isWalkable(part, row)),
    either,
  };
}

/** A row of a walk, or a related row that belongs to it, and the conditions that it must satisfy. */
interface Walked extends Pick<DividedList, 'schema' | 'scopes'> {
  /** True behind a relation whose rows belong to several rows each. */
  readonly isShared: boolean;
}

/**
 * True where the work that a condition needs for one row has an end. The bound of a walk counts rows, so each subquery
 * about them must read, by an index, rows that belong to no other row. A sum over the rows of a shop would be computed
 * for each of a thousand rows that have this shop.
 */
function isWalkable(condition: Condition, row: Walked): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.every((part) => isWalkable(part, row));
    case 'not':
    case 'named':
      return isWalkable(condition.condition, row);
    case 'comparison': {
      const { field, where } = condition;
      const aggregate = relatedAggregateOf(field.expression);
      // Nothing is known of the SQL of a virtual column.
      if (aggregate === undefined) return !field.expression.isSubquery;
      return (
        aggregate.where === undefined &&
        isCountable(aggregate.relation, row) &&
        isBehind(aggregate.relation, where, row)
      );
    }
    case 'related': {
      const { relation, where } = condition;
      if (comparesForeignKey({ relation, where })) return true;
      return !(relation.toMany && row.isShared) && isBehind(relation, where, row);
    }
    case 'relatedCount':
      return isCountable(condition.relation, row) && isBehind(condition.relation, condition.where, row);
  }
}

function isCountable(relation: RelationSchema, { schema, isShared }: Walked): boolean {
  return !isShared && isIndexed(relation, schema);
}

/** True where related rows can be checked for each row: their conditions, and their own scope. */
function isBehind({ link, toMany, target }: RelationSchema, where: Condition | undefined, row: Walked): boolean {
  const isShared = row.isShared || link.via === 'junction' || !toMany;
  const behind = { schema: target, scopes: row.scopes, isShared };
  const scope = row.scopes.get(target);
  // Conditions of a scope have no further scopes.
  const isSeen = scope === undefined || isWalkable(scope, { ...behind, scopes: new Map() });
  return isSeen && (where === undefined || isWalkable(where, behind));
}

/** Returns the first disjunction across tables whose alternatives can all be found by an index. */
function eitherOf(conditions: readonly Condition[], list: DividedList): Either | undefined {
  const { schema } = list;
  if (schema.primaryKey.length !== 1) return undefined;
  for (const condition of conditions) {
    if (condition.type !== 'or') continue;
    const isRelated = (part: Condition): boolean => relatedIn(part, list) !== undefined;
    const asked = condition.conditions.map((part) => relatedIn(part, list) ?? ownIn(part, schema));
    const known = asked.filter((part) => part !== undefined);
    if (condition.conditions.some(isRelated) && known.length === asked.length) return { condition, asked: known };
  }
  return undefined;
}

/** Returns a condition on related rows within an alternative that can have a shape. */
function relatedIn(alternative: Condition, list: DividedList): Related | undefined {
  return conjunctsOf(alternative).find((part): part is Related => part.type === 'related' && isChoosable(part, list));
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

function isChoosable({ relation, quantifier, where, keys }: Related, { schema, strategy }: DividedList): boolean {
  if ((relation.strategy ?? strategy) !== 'adaptive' || quantifier !== 'some' || keys !== undefined) return false;
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
