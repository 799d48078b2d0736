import { type Plain, type PlainObject, isList } from './tree.js';

/** An operator of the query builder: its name there, the one of requests, and the words on the page. */
export interface RuleOperator {
  readonly name: string;
  readonly token: string;
  readonly label: string;
  /** The form of its value. */
  readonly takes: 'one' | 'several' | 'two' | 'nothing';
}

/** The operators that the page offers, of those that a field has. */
export const ruleOperators: readonly RuleOperator[] = [
  { name: '=', token: '$eq', label: 'is', takes: 'one' },
  { name: '!=', token: '$ne', label: 'is not', takes: 'one' },
  { name: 'contains', token: '$contains', label: 'contains', takes: 'one' },
  { name: 'doesNotContain', token: '$notContains', label: 'does not contain', takes: 'one' },
  { name: 'beginsWith', token: '$startsWith', label: 'begins with', takes: 'one' },
  { name: 'endsWith', token: '$endsWith', label: 'ends with', takes: 'one' },
  { name: '>=', token: '$gte', label: 'is at least', takes: 'one' },
  { name: '<=', token: '$lte', label: 'is at most', takes: 'one' },
  { name: '>', token: '$gt', label: 'is more than', takes: 'one' },
  { name: '<', token: '$lt', label: 'is less than', takes: 'one' },
  { name: 'between', token: '$between', label: 'is between', takes: 'two' },
  { name: 'notBetween', token: '$notBetween', label: 'is not between', takes: 'two' },
  { name: 'in', token: '$in', label: 'is one of', takes: 'several' },
  { name: 'notIn', token: '$notIn', label: 'is none of', takes: 'several' },
  { name: 'null', token: '$null', label: 'is missing', takes: 'nothing' },
  { name: 'notNull', token: '$notNull', label: 'is there', takes: 'nothing' },
];

/** Returns the operator and value of a rule; undefined for a comparison that the query builder does not have. */
export function ruleOperatorOf(
  comparison: PlainObject,
): { readonly operator: string; readonly value: unknown } | undefined {
  const [[token, operand = null] = ['']] = Object.entries(comparison);
  const operator = ruleOperators.find((each) => each.token === token);
  const value = operator && valueOf(operator, operand);
  return operator && value !== undefined ? { operator: operator.name, value } : undefined;
}

function valueOf({ takes }: RuleOperator, operand: Plain): string | readonly string[] | undefined {
  if (takes === 'nothing') return operand === 'true' ? '' : undefined;
  if (takes === 'one') return typeof operand === 'string' ? operand : undefined;
  const texts = isList(operand) ? operand.filter((each) => typeof each === 'string') : [];
  const isWritable = isList(operand) && texts.length === operand.length && texts.every((text) => text.trim() === text);
  if (!isWritable || texts.includes('') || texts.length === 0) return undefined;
  if (takes === 'two') return texts.length === 2 ? texts : undefined;
  return texts.map((text) => text.replaceAll(',', '\\,')).join(', ');
}

/** Returns what is missing of a rule that a person has not filled in; undefined where nothing is. */
export function missingIn(operator: string, value: unknown): string | undefined {
  const { takes } = ruleOperators.find(({ name }) => name === operator) ?? { takes: 'one' };
  if (takes === 'nothing') return undefined;
  if (takes === 'two') {
    const isPair = Array.isArray(value) && value.length === 2 && value.every(isText);
    return isPair ? undefined : 'Enter both values.';
  }
  return isText(value) ? undefined : 'Enter a value.';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
