import { type Condition, and, comparison, not, or } from '../../ast/index.js';
import { meaningOf } from '../../compatibility/index.js';
import { type AnyOperator, type OperatorTakes, oppositeOfNull } from '../../operators/index.js';
import type { ExpressionSchema, FieldSchema } from '../../schema/index.js';
import type { FilterValue } from '../../values/index.js';
import { conditionsIn, conditionsUnder } from './conditions-of.js';
import { namesUnder, operatorOf, refuseOperator, takesOperator } from './field-operators.js';
import { objectInText } from '../reading/json-texts.js';
import { type Node, isListWithGap } from '../reading/node.js';
import { readFlag, readOperand } from './operand-parser.js';
import type { ParseContext } from '../reading/parse-context.js';
import { type ImpliedOperator, refuse } from '../reading/refusals.js';

/** Operators of one value that accept null, with the operators that null turns them into. */
const nullMeanings: ReadonlyMap<string, string> = new Map([
  ['$eq', '$null'],
  ['$ne', '$notNull'],
]);

const takesOne: ReadonlySet<OperatorTakes> = new Set<OperatorTakes>(['value', 'needle']);

/** Beginning of a JSON text that can be an object of operators. Any other text is a value. */
const beginsWithOperator = /^\s*\{\s*"\$/;

/** One operator of one field, or its negation, before its operand is read. */
interface FieldOperator {
  readonly field: FieldSchema;
  readonly operator: AnyOperator;
  /** True for a spelling without an operator of its own: Strapi's `$nstartswith` is `$startsWithi`, negated. */
  readonly negated: boolean;
}

/**
 * Reads the conditions on one field: a value, a list of values, or an object of operators.
 *
 * @param depth the groups and `$not`s around the field
 */
export function readField(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  switch (node.shape) {
    case 'scalar':
      return readScalar(field, node, depth);
    case 'null':
    case 'list':
      return readShorthand(field, node, depth);
    case 'repeated':
      return refuse.duplicateKey(node);
    case 'object':
      return readOperators(field, node, depth);
    case 'other':
      return refuse.expectedValue(node, 'takes a value, a list of values, or operators');
  }
}

/**
 * Reads one operator of a field, with its operand.
 *
 * @param spelling the operator as the client spelled it; the key of the node, unless the node is a shorthand
 */
export function readOperator(field: FieldSchema, spelling: string, node: Node, depth: number): Condition | undefined {
  const { token, negated } = meaningOf(node.context.compatibility, spelling);
  const operator = operatorOf(field, token, node.context);
  if (operator === undefined) return refuseOperator(field, token, node);
  if (!spendOn(field.expression, node)) return undefined;
  if (operator.takes === 'boolean') return readFlagOperator(field, operator, node);
  const meaningOfNull = nullMeanings.get(operator.token);
  if (node.value === null && meaningOfNull !== undefined) return readNull(field, meaningOfNull, node);
  const hasList = isListForOne(operator, node);
  const isGroup = hasList && (node.members?.length ?? 0) > 1;
  // A shorthand for a group, or for a negation, is as deep as the group.
  const inner = (negated ? 1 : 0) + (isGroup ? 1 : 0);
  if (inner > 0 && !node.isWithin('logicalDepth', depth + inner)) return undefined;
  const fieldOperator: FieldOperator = { field, operator, negated };
  return hasList ? compareWithEach(fieldOperator, node) : compare(fieldOperator, node);
}

/**
 * Spends the cost of a condition on an expression: a virtual column is a subquery wherever it stands, and
 * a document is read whole.
 */
function spendOn({ isSubquery, document, indexed }: ExpressionSchema, node: Node, conditions = 1): boolean {
  if (!node.spend('conditions', conditions)) return false;
  if (document !== undefined && !indexed && !node.spend('documentConditions', conditions)) return false;
  return !isSubquery || spendOnVirtual(node, conditions);
}

/** Spends the cost of further days: each is a range, and so another use of the expression. */
function spendOnDays({ isSubquery }: ExpressionSchema, values: readonly FilterValue[], node: Node): boolean {
  const days = values.filter((value) => typeof value === 'object' && value.type !== 'instant').length;
  return !isSubquery || days < 2 || spendOnVirtual(node, days - 1);
}

function spendOnVirtual(node: Node, uses: number): boolean {
  return node.spend('relationConditions', uses) && node.work('virtualConditions', uses);
}

/** Spends the cost of looking for elements in lists that are one text: the whole text is read, as for a text match. */
function spendOnElements({ list }: ExpressionSchema, elements: number, node: Node): boolean {
  const isText = list !== undefined && !list.isArray;
  return !isText || (node.spend('unanchoredNeedles', Math.ceil(elements / 10)) && node.work('listElements', elements));
}

/** Reads a value, or the JSON text of an object of operators, as Swagger UI sends it. */
function readScalar(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  const { value, context } = node;
  if (typeof value !== 'string' || !beginsWithOperator.test(value)) return readShorthand(field, node, depth);
  const object = objectInText(node, (names) => names.every((name) => isOperator(name, context)));
  if (object === 'refused') return undefined;
  return object === undefined ? readShorthand(field, node, depth) : readOperators(field, object, depth);
}

function isOperator(name: string, { operators, compatibility }: ParseContext): boolean {
  return name === '$not' || operators.has(meaningOf(compatibility, name).token);
}

/** Operators that a bare value and a bare list are short for. */
const shorthands = {
  value: { value: '$eq', list: '$in' },
  list: { value: '$has', list: '$hasSome' },
} as const;

/** Reads a bare value or list. Bare null also asks whether a list is missing: a list has no `$eq`. */
function readShorthand(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  if (node.shape === 'null' && field.expression.list !== undefined) {
    return spendOn(field.expression, node) ? readNull(field, '$null', node) : undefined;
  }
  const implies = shorthands[field.expression.list === undefined ? 'value' : 'list'];
  const token = Array.isArray(node.value) ? implies.list : implies.value;
  if (takesOperator(field, token, node.context)) return readOperator(field, token, node, depth);
  const implied: ImpliedOperator = { token, missing: 'operator', subject: 'this field' };
  return refuse.impliedNotAllowed(node, namesUnder(field, node.context), implied);
}

/** Reads an object of operators that must all hold: `{ $gte: 1, $lt: 9 }`. */
function readOperators(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  const { keys } = node;
  if (keys.length === 0) return refuse.expectedObject(node, 'takes operators, and is given an empty object');
  if (isListWithGap(keys)) return refuse.listWithGap(node);
  return and(conditionsUnder(node, keys, (child) => readKey(field, child, depth)));
}

/** Reads what stands under a field by one key: an operator, or `$not` of operators. */
export function readKey(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  return node.key === '$not' ? readNot(field, node, depth + 1) : readOperator(field, node.key, node, depth);
}

/** Reads `$not` under a field, which negates an object of operators. */
function readNot(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  if (node.shape !== 'object') return readNotOfValue(field, node, depth);
  if (!node.isWithin('logicalDepth', depth)) return undefined;
  const condition = readOperators(field, node, depth);
  return condition && not(condition);
}

/** Reads `$not` of the JSON text of operators, or of a value, where the compatibility mode reads that as `$ne`. */
function readNotOfValue(field: FieldSchema, node: Node, depth: number): Condition | undefined {
  const object = objectInText(node);
  if (object === 'refused') return undefined;
  if (object !== undefined) return readNot(field, object, depth);
  const isValue = node.shape === 'scalar' || node.shape === 'null';
  if (isValue && node.context.compatibility.notWithValue === '$ne') return readOperator(field, '$ne', node, depth - 1);
  return refuse.expectedObject(node, 'takes an object of operators');
}

/** Reads `$null`, `$empty` and other operators of true or false. False means the opposite. */
function readFlagOperator(field: FieldSchema, operator: AnyOperator, node: Node): Condition | undefined {
  const flag = readFlag(operator.token, node);
  if (flag === undefined) return undefined;
  if (flag) return comparison(field, operator, []);
  const opposite = node.context.operators.get(oppositeOfNull.get(operator.token) ?? '');
  return opposite === undefined ? not(comparison(field, operator, [])) : comparison(field, opposite, []);
}

/** Reads null, which means one of the operators `$null` and `$notNull`. */
function readNull(field: FieldSchema, token: string, node: Node): Condition | undefined {
  const implied = operatorOf(field, token, node.context);
  if (implied !== undefined) return comparison(field, implied, []);
  return refuse.impliedNotAllowed(node, namesUnder(field, node.context), {
    token,
    missing: 'value',
    subject: 'this field',
  });
}

/** Reads the operand, and makes the comparison. */
function compare({ field, operator, negated }: FieldOperator, node: Node): Condition | undefined {
  const values = readOperand(operator, field.expression, node);
  if (values === undefined || !spendOnElements(field.expression, values.length, node)) return undefined;
  if (!spendOnDays(field.expression, values, node)) return undefined;
  const condition = comparison(field, operator, values);
  return negated ? not(condition) : condition;
}

/** Returns true for a list given to an operator of one value, where the compatibility mode defines this. */
function isListForOne(operator: AnyOperator, { context, shape }: Node): boolean {
  if (context.compatibility.listForOneValue === 'refused' || !takesOne.has(operator.takes)) return false;
  return shape === 'list' || shape === 'repeated';
}

/** Compares with each member of a list; each counts as a condition. The mode says whether any or all must match. */
function compareWithEach(fieldOperator: FieldOperator, node: Node): Condition | undefined {
  const length = node.members?.length ?? 0;
  if (length === 0) refuse.expectedValue(node);
  if (!node.isWithin('members', length) || !spendOn(fieldOperator.field.expression, node, Math.max(0, length - 1)))
    return undefined;
  const each = conditionsIn(node, (member) => compare(fieldOperator, member));
  return node.context.compatibility.listForOneValue === 'any' ? or(each) : and(each);
}
