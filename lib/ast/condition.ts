import type { Operator, quantifiers } from '../operators/index.js';
import type { FieldSchema, RelationSchema } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';

/** All of these hold. */
export interface And {
  readonly type: 'and';
  readonly conditions: readonly Condition[];
}

/** At least one of these holds. */
export interface Or {
  readonly type: 'or';
  readonly conditions: readonly Condition[];
}

/** This does not hold. */
export interface Not {
  readonly type: 'not';
  readonly condition: Condition;
}

/** A field compared with values: none for `$null` and `$notNull`, two for a pair, one or more for a list. */
export interface Comparison {
  readonly type: 'comparison';
  readonly field: FieldSchema;
  readonly operator: Operator;
  readonly values: readonly FilterValue[];
}

/** How many of the related rows satisfy a condition; where there is none, the rows as such. */
export type Quantifier = (typeof quantifiers)[number];

/** Some, every or none of the related rows satisfies one condition, which is about one row at a time. */
export interface Related {
  readonly type: 'related';
  readonly relation: RelationSchema;
  readonly quantifier: Quantifier;
  readonly where: Condition | undefined;
  /**
   * The keys of the related rows that satisfy the condition, where they were looked up: `where` is then answered. They are
   * values of the relation's `far` column, of rows that may be seen.
   */
  readonly keys: readonly FilterValue[] | undefined;
}

/** One comparison of a number of rows. */
export type CountComparison = Pick<Comparison, 'operator' | 'values'>;

/** How many related rows satisfy a condition, compared with numbers: counted once, however often it is compared. */
export interface RelatedCount {
  readonly type: 'relatedCount';
  readonly relation: RelationSchema;
  /** One or more, each by an operator of its own. */
  readonly comparisons: readonly CountComparison[];
  readonly where: Condition | undefined;
}

/** What was asked, understood: a tree of frozen values, which refer to the schema and to nothing of the request. */
export type Condition = And | Or | Not | Comparison | Related | RelatedCount;

/** The conjunction of conditions; groups in it are dissolved, and one condition is itself. Undefined where there is none. */
export function and(conditions: readonly Condition[]): Condition | undefined {
  return joined('and', conditions);
}

/** The disjunction, likewise. */
export function or(conditions: readonly Condition[]): Condition | undefined {
  return joined('or', conditions);
}

function joined(type: 'and' | 'or', conditions: readonly Condition[]): Condition | undefined {
  // By far the most often there is one.
  if (conditions.length < 2) return conditions[0];
  const flat: Condition[] = [];
  for (const condition of conditions) {
    if (condition.type === type) flat.push(...condition.conditions);
    else flat.push(condition);
  }
  return flat.length > 1 ? Object.freeze({ type, conditions: Object.freeze(flat) }) : flat[0];
}

export function not(condition: Condition): Condition {
  return condition.type === 'not' ? condition.condition : Object.freeze({ type: 'not', condition });
}

export function comparison(field: FieldSchema, operator: Operator, values: readonly FilterValue[]): Comparison {
  return Object.freeze({ type: 'comparison', field, operator, values: Object.freeze(values) });
}

export function related(relation: RelationSchema, quantifier: Quantifier, where?: Condition): Related {
  return Object.freeze({ type: 'related', relation, quantifier, where, keys: undefined });
}

/** The same question as one about keys that were looked up. */
export function relatedByKeys(condition: Related, keys: readonly FilterValue[]): Related {
  return Object.freeze({ ...condition, keys: Object.freeze(keys) });
}

export function relatedCount(
  relation: RelationSchema,
  comparisons: readonly CountComparison[],
  where?: Condition,
): RelatedCount {
  for (const compared of comparisons) Object.freeze(Object.freeze(compared).values);
  return Object.freeze({ type: 'relatedCount', relation, comparisons: Object.freeze(comparisons), where });
}
