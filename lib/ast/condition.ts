import type { AnyOperator, quantifiers } from '../operators/index.js';
import type { FieldSchema, NamedFilterSchema, RelationSchema } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';

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
  /**
   * Keys of the visible related rows that satisfy `where`, if an earlier statement has selected them: values of the
   * link's related column. The SQL then compares keys, and ignores `where`.
   */
  readonly keys: readonly FilterValue[] | undefined;
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

/** A validated condition: a tree of frozen values that refer to the schema, and to no part of the request. */
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
    if (condition.type === type) flat.push(...condition.conditions);
    else flat.push(condition);
  }
  if (flat.length > 1) return Object.freeze({ type, conditions: Object.freeze(flat) });
  // Several conditions that are all `never` stay `never`.
  return flat[0] ?? conditions[0];
}

/** Negates a condition; a double negation is removed. */
export function not(condition: Condition): Condition {
  return condition.type === 'not' ? condition.condition : Object.freeze({ type: 'not', condition });
}

/** Creates a comparison, and freezes it with its values. */
export function comparison(field: FieldSchema, operator: AnyOperator, values: readonly FilterValue[]): Comparison {
  return Object.freeze({ type: 'comparison', field, operator, values: Object.freeze(values) });
}

/** Limits the related rows that a comparison aggregates. */
export function comparisonWhere(condition: Comparison, where: Condition): Comparison {
  return Object.freeze({ ...condition, where });
}

/** Creates a condition on a relation, without keys. */
export function related(relation: RelationSchema, quantifier: Quantifier, where?: Condition): Related {
  return Object.freeze({ type: 'related', relation, quantifier, where, keys: undefined });
}

/** Returns a condition on a relation that compares keys, found before, instead of its `where`. */
export function relatedByKeys(condition: Related, keys: readonly FilterValue[]): Related {
  return Object.freeze({ ...condition, keys: Object.freeze(keys) });
}

/** Creates a condition on the number of related rows, and freezes it with its comparisons. */
export function relatedCount(
  relation: RelationSchema,
  comparisons: readonly CountComparison[],
  where?: Condition,
): RelatedCount {
  for (const each of comparisons) Object.freeze(Object.freeze(each).values);
  return Object.freeze({ type: 'relatedCount', relation, comparisons: Object.freeze(comparisons), where });
}

/** Creates a named filter from what the client has said, and what that stands for. */
export function named(filter: NamedFilterSchema, said: Comparison, condition: Condition): NamedCondition {
  return Object.freeze({ type: 'named', filter, said, condition });
}
