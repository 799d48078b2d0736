import type { AnyOperator, quantifiers } from '../operators/index.js';
import type { FieldSchema, NamedFilterSchema, RelationSchema } from '../schema/index.js';
import { type FilterValue, valueKinds } from '../values/index.js';
import { part, partsOf } from '../caches/index.js';
import type { SortTerm } from './parts.js';

/** A conjunction: all of its conditions must hold. */
export interface And {
  readonly type: 'and';
  readonly conditions: readonly Condition[];
}

/** A disjunction: at least one of its conditions must hold. */
export interface Or {
  readonly type: 'or';
  readonly conditions: readonly Condition[];
}

/** A negation. Where the condition is unknown, because a value is NULL, a row satisfies neither it nor its negation. */
export interface Not {
  readonly type: 'not';
  readonly condition: Condition;
}

/** A comparison of a field with values: none for `$null` and `$notNull`, two for a pair, one or more for a list. */
export interface Comparison {
  readonly type: 'comparison';
  readonly field: FieldSchema;
  readonly operator: AnyOperator;
  /** The operands, of the field's kind; for a text match, the needle. */
  readonly values: readonly FilterValue[];
  /** Condition on the related rows whose aggregate is compared. Undefined for all of them, and for any other field. */
  readonly where?: Condition | undefined;
}

/** Number of related rows that must satisfy a condition: some, every or none. */
export type Quantifier = (typeof quantifiers)[number];

/** A condition on a relation: some, every or none of the related rows satisfies `where`, which is about one row. */
export interface Related {
  readonly type: 'related';
  readonly relation: RelationSchema;
  readonly quantifier: Quantifier;
  /** Condition on a related row. Undefined where its existence is enough. */
  readonly where: Condition | undefined;
}

/** A comparison of a number of rows: an operator of whole numbers, and its operands. */
export type CountComparison = Pick<Comparison, 'operator' | 'values'>;

/** A condition on the number of related rows that satisfy `where`. The rows are counted once for all comparisons. */
export interface RelatedCount {
  readonly type: 'relatedCount';
  readonly relation: RelationSchema;
  /** One or more comparisons, no two with the same operator. */
  readonly comparisons: readonly CountComparison[];
  /** Condition on the counted rows. Undefined to count all related rows. */
  readonly where: Condition | undefined;
}

/** A named filter: what the client has said, and the program's conditions that it stands for. */
export interface NamedCondition {
  readonly type: 'named';
  readonly filter: NamedFilterSchema;
  /** The client's words: a comparison of the filter's field, which has no SQL. */
  readonly said: Comparison;
  /** The conditions of the SQL, for all values together. They are never printed. */
  readonly condition: Condition;
}

/**
 * A validated condition: a tree that refers to the schema, and to no part of the request. Nothing changes it, though it
 * is not frozen: to freeze a comparison takes longer than to make it.
 */
export type Condition = And | Or | Not | Comparison | Related | RelatedCount | NamedCondition;

/**
 * Joins conditions by AND, and flattens nested conjunctions. A single condition is returned as it is, and no
 * conditions give undefined.
 */
export function and(conditions: readonly Condition[]): Condition | undefined {
  return joined('and', conditions);
}

/**
 * Joins conditions by OR, and flattens nested disjunctions. A single condition is returned as it is, and no
 * conditions give undefined.
 */
export function or(conditions: readonly Condition[]): Condition | undefined {
  return joined('or', conditions);
}

/** Condition that no row satisfies: an empty disjunction. */
export const never: Condition = Object.freeze({ type: 'or', conditions: Object.freeze([]) });

/** Condition that every row satisfies: an empty conjunction. */
export const always: Condition = Object.freeze({ type: 'and', conditions: Object.freeze([]) });

function joined(type: 'and' | 'or', conditions: readonly Condition[]): Condition | undefined {
  // Most requests have one.
  if (conditions.length < 2) return conditions[0];
  const flat: Condition[] = [];
  for (const condition of conditions) {
    if (condition.type === type) for (const part of condition.conditions) flat.push(part);
    else flat.push(condition);
  }
  if (flat.length > 1) return { type, conditions: flat };
  // Several conditions that are all `never` stay `never`.
  return flat[0] ?? conditions[0];
}

/** Negates a condition; a double negation is removed. */
export function not(condition: Condition): Condition {
  return condition.type === 'not' ? condition.condition : { type: 'not', condition };
}

export function comparison(field: FieldSchema, operator: AnyOperator, values: readonly FilterValue[]): Comparison {
  return { type: 'comparison', field, operator, values };
}

/** Limits the related rows that a comparison aggregates. */
export function comparisonWhere(condition: Comparison, where: Condition): Comparison {
  return { ...condition, where };
}

export function related(relation: RelationSchema, quantifier: Quantifier, where?: Condition): Related {
  return { type: 'related', relation, quantifier, where };
}

export function relatedCount(
  relation: RelationSchema,
  comparisons: readonly CountComparison[],
  where?: Condition,
): RelatedCount {
  return { type: 'relatedCount', relation, comparisons, where };
}

/** Creates a named filter from what the client has said, and what that stands for. */
export function namedCondition(filter: NamedFilterSchema, said: Comparison, condition: Condition): NamedCondition {
  return { type: 'named', filter, said, condition };
}

/* Traversals of a condition tree. They also visit the conditions in `where`, on rows of another entity. */

/** Tests a condition and every condition in it, from the outside in, until one passes. */
export function someCondition(condition: Condition, test: (condition: Condition) => boolean): boolean {
  if (test(condition)) return true;
  switch (condition.type) {
    case 'and':
    case 'or':
      for (const part of condition.conditions) if (someCondition(part, test)) return true;
      return false;
    case 'not':
    case 'named':
      return someCondition(condition.condition, test);
    case 'related':
    case 'relatedCount':
    case 'comparison':
      return condition.where !== undefined && someCondition(condition.where, test);
  }
}

/** Calls a function with a condition and with every condition in it, from the outside in. */
export function forEachCondition(condition: Condition, visit: (condition: Condition) => void): void {
  someCondition(condition, (each) => {
    visit(each);
    return false;
  });
}

/**
 * Rebuilds a condition from its direct parts, each as the function returns it. Call it from within that function to
 * rebuild a whole tree. A group of one part becomes the part, and nested groups of one type become one group.
 */
export function mapParts(condition: Condition, map: (part: Condition) => Condition): Condition {
  switch (condition.type) {
    case 'and':
      return and(condition.conditions.map(map)) ?? condition;
    case 'or':
      return or(condition.conditions.map(map)) ?? condition;
    case 'not':
      return not(map(condition.condition));
    case 'named':
      return { ...condition, condition: map(condition.condition) };
    case 'related':
    case 'relatedCount':
    case 'comparison':
      return condition.where === undefined ? condition : { ...condition, where: map(condition.where) };
  }
}

/** Returns the conditions that must all hold: a conjunction's members, or the condition itself. */
export function conjunctsOf(condition: Condition): readonly Condition[] {
  return condition.type === 'and' ? condition.conditions : [condition];
}

/** Puts what named filters stand for in their places, as if the client had said it. */
export function unnamed(condition: Condition): Condition {
  return condition.type === 'named' ? unnamed(condition.condition) : mapParts(condition, unnamed);
}

/**
 * Returns a text that is equal for equal conditions on the same columns. Columns appear by their properties, because
 * two handlers may give one client name to two columns.
 */
export function identityOf(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or':
      return identityOfGroup(condition.type, condition.conditions);
    case 'not':
      return `not${part(identityOf(condition.condition))}`;
    case 'comparison': {
      const { field, operator } = condition;
      const { kind } = field.expression;
      const values = valuesOf(condition, (value) => kind.printResolved?.(value) ?? kind.print(value));
      const where = condition.where === undefined ? '' : `where${part(identityOf(condition.where))}`;
      return `is${part(field.propertyPath)}${part(kind.name)}${part(operator.token)}${partsOf(values)}${where}`;
    }
    case 'named':
      // The answer depends on what it stands for in this context.
      return identityOf(condition.condition);
    case 'related': {
      const { relation, quantifier, where } = condition;
      return `related ${quantifier}${part(relation.propertyPath)}${where === undefined ? '' : part(identityOf(where))}`;
    }
    case 'relatedCount': {
      const { relation, comparisons, where } = condition;
      const [only, ...more] = comparisons;
      if (only === undefined || more.length > 0) return identityOfGroup('and', countsOf(condition));
      const count = identityOfCount(only);
      return `count${part(relation.propertyPath)}${part(count)}${where === undefined ? '' : part(identityOf(where))}`;
    }
  }
}

/** A count has no column: its operands are whole numbers. */
function identityOfCount({ operator, values }: CountComparison): string {
  const texts = valuesOf({ operator, values }, (value) => valueKinds.integer.print(value));
  return `${part(operator.token)}${partsOf(texts)}`;
}

/** Returns a text that is equal for equal sort keys, by the same properties. */
export function identityOfTerm({ target, direction, nulls }: SortTerm): string {
  const { hops, field } = target;
  const path = [...hops.map(({ propertyPath }) => propertyPath), field === 'count' ? '$count' : field.propertyPath];
  return JSON.stringify([path, direction, nulls]);
}

/** Splits a count with several comparisons: written apart, as in two members of `$and`, they mean the same. */
function countsOf(condition: Condition): readonly Condition[] {
  if (condition.type !== 'relatedCount') return [condition];
  const { relation, comparisons, where } = condition;
  return comparisons.map((each) => relatedCount(relation, [each], where));
}

/** Neither the order nor the repetition of conditions changes the meaning of a group. */
function identityOfGroup(type: 'and' | 'or', conditions: readonly Condition[]): string {
  const apart = type === 'and' ? conditions.flatMap(countsOf) : conditions;
  const [first, ...more] = [...new Set(apart.map(identityOf))].sort();
  if (first !== undefined && more.length === 0) return first;
  return first === undefined ? type : `${type}${part(first)}${partsOf(more)}`;
}

/** A list of values is a set: its order and repetitions mean nothing. The two values of a pair keep their order. */
function valuesOf(
  { operator, values }: Pick<Comparison, 'operator' | 'values'>,
  print: (value: Comparison['values'][number]) => string,
): readonly string[] {
  const texts = values.map(print);
  return operator.takes === 'list' ? [...new Set(texts)].sort() : texts;
}

/** The moment of a request's relative dates. The clock gives it when the first of them is read. */
export interface Moment {
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  time: number | undefined;
}

/** Makes a moment that is still to come. */
export function momentBy(clock: () => number): Moment {
  return { clock, time: undefined };
}

/** Returns the time of a moment, in milliseconds since 1970: the clock is read once. */
export function timeOf(moment: Moment): number {
  return (moment.time ??= moment.clock());
}

export function holdsRelative(condition: Condition): boolean {
  return someCondition(
    condition,
    (part) => part.type === 'comparison' && part.values.some(isObject) && isRelative(part),
  );
}

/** Returns a condition with its relative dates read anew, at a moment. */
export function atMoment(condition: Condition, moment: Moment): Condition {
  if (condition.type !== 'comparison') return mapParts(condition, (part) => atMoment(part, moment));
  const { field, operator, values, where } = condition;
  const inner = where && atMoment(where, moment);
  if (!isRelative(condition))
    return inner === where || inner === undefined ? condition : comparisonWhere(condition, inner);
  const own = comparison(
    field,
    operator,
    values.map((value) => valueAt(condition, value, moment)),
  );
  return inner === undefined ? own : comparisonWhere(own, inner);
}

function valueAt({ field: { expression } }: Comparison, value: FilterValue, moment: Moment): FilterValue {
  const { kind, facts } = expression;
  const reading = kind.readRelative?.(kind.print(value), facts, () => timeOf(moment));
  return reading?.ok === true ? reading.value : value;
}

function isRelative({ field, values }: Comparison): boolean {
  const { kind, facts } = field.expression;
  return values.some((value) => kind.readRelative?.(kind.print(value), facts, () => 0) !== undefined);
}

function isObject(value: FilterValue): boolean {
  return typeof value === 'object';
}
