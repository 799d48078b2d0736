import type { Condition, CountComparison } from '../../ast/index.js';
import { meaningOf } from '../../compatibility/index.js';
import { valueKinds } from '../../values/index.js';
import { objectInText } from '../reading/json-texts.js';
import { type Node, isListWithGap } from '../reading/node.js';
import { type ValueType, readOperand } from './operand-parser.js';
import { refuse } from '../reading/refusals.js';

/** The operators that compare a number of rows. */
export const countTokens: readonly string[] = [
  '$eq',
  '$ne',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$in',
  '$notIn',
  '$between',
  '$notBetween',
];

/** Type of a count, which belongs to no column: a whole number. */
const countType: ValueType = { kind: valueKinds.integer, facts: { zone: 'UTC' } };

/** A `$count` as it was read: comparisons of the number of related rows, and a condition on the counted rows. */
export interface CountRequest {
  readonly where: Condition | undefined;
  readonly comparisons: readonly CountComparison[];
}

/** Reads the object under `$where`, a condition on the related rows. */
type ReadWhere = (node: Node) => Condition | undefined;

/**
 * Reads `$count`: a number, a list of numbers, or an object of operators, with `$where` beside them.
 *
 * @returns undefined where any part was refused, because a count without one of its parts would be another count
 */
export function readCount(node: Node, readWhere: ReadWhere): CountRequest | undefined {
  const { issues } = node;
  const before = issues.count;
  const request = readForm(node, readWhere);
  return issues.count > before ? undefined : request;
}

/** Reads one of the three forms. A bare number is short for `$eq`, a list for `$in`. */
function readForm(node: Node, readWhere: ReadWhere): CountRequest | undefined {
  if (node.shape === 'object') return readObject(node, readWhere);
  const object = objectInText(node);
  if (object === 'refused') return undefined;
  if (object !== undefined) return readObject(object, readWhere);
  return { where: undefined, comparisons: readComparison(Array.isArray(node.value) ? '$in' : '$eq', node) };
}

/** Reads the comparisons of an object, and its `$where`. A `$where` alone counts nothing, so it is refused. */
function readObject(node: Node, readWhere: ReadWhere): CountRequest | undefined {
  const { keys } = node;
  if (isListWithGap(keys)) return refuse.listWithGap(node);
  const tokens = keys.filter((key) => key !== '$where');
  if (tokens.length === 0) {
    return refuse.expectedValue(node, `takes a number or a comparison; use one of: ${countTokens.join(', ')}`);
  }
  const comparisons = tokens.flatMap((token) => readComparison(token, node.child(token)));
  refuseTwins(comparisons, node);
  return { where: node.has('$where') ? readWhere(node.child('$where')) : undefined, comparisons };
}

/** Refuses two spellings of one operator, which some compatibility modes have: this is one key given twice. */
function refuseTwins(comparisons: readonly CountComparison[], node: Node): void {
  const tokens = comparisons.map(({ operator }) => operator.token);
  const twin = tokens.find((token, index) => tokens.indexOf(token) < index);
  if (twin !== undefined) refuse.duplicateName(node.child(twin));
}

/** Reads one comparison; an empty list means that it was refused. */
function readComparison(spelling: string, node: Node): readonly CountComparison[] {
  const { operators, compatibility } = node.context;
  const { token } = meaningOf(compatibility, spelling);
  const operator = countTokens.includes(token) ? operators.get(token) : undefined;
  if (operator === undefined) {
    const allowed = [...countTokens, '$where'];
    if (operators.has(token)) refuse.operatorNotAllowed(node, allowed, 'a count');
    else refuse.unknownOperator(node, allowed);
    return [];
  }
  if (!node.spend('conditions')) return [];
  const values = readOperand(operator, countType, node);
  return values === undefined ? [] : [{ operator, values }];
}
