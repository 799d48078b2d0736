import { type Condition, and, not, or } from './condition.js';

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
      return Object.freeze({ ...condition, condition: map(condition.condition) });
    case 'related':
    case 'relatedCount':
    case 'comparison':
      return condition.where === undefined ? condition : Object.freeze({ ...condition, where: map(condition.where) });
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
