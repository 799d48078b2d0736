import { type Condition, type Or, type Related, conjunctsOf, someCondition } from '../ast/index.js';
import { isOnePoint } from '../dialects/index.js';
import type { FilterSchema, RelationSchema } from '../schema/index.js';
import { type SqlPlan, foreignKeyFor } from '../sql/index.js';

/** Conditions of a list that must all hold, divided by whether they can have a shape. */
export interface Conjuncts {
  readonly related: readonly Related[];
  readonly own: readonly Condition[];
  /** Those conditions on related rows whose work for one row has an end, so that rows can be checked one by one. */
  readonly checkable: ReadonlySet<Related>;
  /** True where the rows can be walked: all of their conditions have such an end. */
  readonly areWalkable: boolean;
  /**
   * A disjunction across tables whose alternatives can be answered one by one, if no condition is on related rows.
   * `asked` is about each: the number of rows for its condition on related rows, or else for all of it.
   */
  readonly either: { readonly condition: Or; readonly asked: readonly Condition[] } | undefined;
}

/** Divides the conditions of a list. Without indexes in both directions, other ways could read whole tables. */
export function divide({ conditions, schema, scopes, strategy }: SqlPlan): Conjuncts {
  const isChoosable = (part: Condition): part is Related => {
    if (part.type !== 'related' || (part.relation.strategy ?? strategy) !== 'adaptive') return false;
    if (part.quantifier !== 'some' || foreignKeyFor(part) !== undefined) return false;
    return isIndexed(part.relation, schema);
  };
  const all = conditions.flatMap(conjunctsOf);
  const related = all.filter(isChoosable);
  const own = all.filter((part) => !isChoosable(part));
  const either = related.length > 0 || schema.primaryKey.length !== 1 ? undefined : eitherOf(own, schema, isChoosable);
  const scope = scopes.get(schema);
  const row = { schema, scopes, isShared: false };
  return {
    related,
    own: own.filter((part) => part !== either?.condition),
    checkable: new Set(related.filter((part) => isWalkable(part, row))),
    areWalkable: [...all, ...(scope === undefined ? [] : [scope])].every((part) => isWalkable(part, row)),
    either,
  };
}

/** Returns the first disjunction across tables whose alternatives can all be found by an index. */
function eitherOf(
  conditions: readonly Condition[],
  schema: FilterSchema,
  isChoosable: (part: Condition) => part is Related,
): Conjuncts['either'] {
  for (const condition of conditions) {
    if (condition.type !== 'or') continue;
    const behind = condition.conditions.map((part) => conjunctsOf(part).find(isChoosable));
    const asked = condition.conditions.map(
      (part, place) => behind[place] ?? (isFound(part, schema) ? part : undefined),
    );
    const known = asked.filter((part) => part !== undefined);
    if (known.length === asked.length && behind.some((part) => part !== undefined)) return { condition, asked: known };
  }
  return undefined;
}

/** True for an alternative that an index of the table finds, such as certain values of an indexed foreign key. */
function isFound(part: Condition, schema: FilterSchema): boolean {
  if (part.type !== 'related') return isServed(schema, conjunctsOf(part));
  const { relation, where, quantifier } = part;
  if (quantifier !== 'some' || where === undefined) return false;
  return (
    isIndexed(relation, schema) && foreignKeyFor(part) !== undefined && isServed(relation.target, conjunctsOf(where))
  );
}

/** A row of a walk, or a related row that belongs to it, and the conditions that it must satisfy. */
interface Walked extends Pick<SqlPlan, 'schema' | 'scopes'> {
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
      const aggregate = field.expression.aggregate;
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
      if (foreignKeyFor({ relation, where }) !== undefined) return true;
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
    return (part.type === 'related' && foreignKeyFor(part) === undefined) || part.type === 'relatedCount';
  });
}

/** Returns true where a declared index begins with columns, by their escaped names, in this order. */
export function startsIndex({ indexes }: FilterSchema, ...columns: readonly string[]): boolean {
  return indexes.some((index) => columns.every((column, place) => index[place] === column));
}

/** True where an index covers the conditions: equalities on its first columns, at most one range on the next. */
export function isServed({ indexes }: FilterSchema, conditions: readonly Condition[]): boolean {
  const fixed = new Set<string>();
  const ranges = new Set<string>();
  for (const condition of conditions) {
    if (condition.type !== 'comparison') return false;
    const { operator, field } = condition;
    const { columnName, stored } = field.expression;
    if (columnName === undefined || (operator.indexUse !== 'point' && operator.indexUse !== 'range')) return false;
    (operator.indexUse === 'point' && isOnePoint(stored.storedAs) ? fixed : ranges).add(columnName);
  }
  const [range, ...more] = ranges;
  if (more.length > 0) return false;
  if (range !== undefined) fixed.delete(range);
  if (fixed.size === 0 && range === undefined) return true;
  return indexes.some(
    (columns) =>
      columns.length >= fixed.size &&
      columns.slice(0, fixed.size).every((column) => fixed.has(column)) &&
      (range === undefined || columns[fixed.size] === range),
  );
}
