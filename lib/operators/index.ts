import { comparisons } from './comparisons.js';
import { listOperators } from './lists.js';
import type { AnyOperator } from './operator.js';
import { textEqualities, textMatches } from './text-matches.js';

/**
 * All built-in operators of fields, in the order of the documentation. A new operator is a row in one of these tables.
 */
export const builtInOperators: readonly AnyOperator[] = [
  ...comparisons,
  ...textEqualities,
  ...textMatches,
  ...listOperators,
];

/** Returns a built-in operator by its token. No compatibility mode and no operator of the host replaces it. */
export function builtIn(token: string): AnyOperator {
  const operator = builtInOperators.find((row) => row.token === token);
  if (operator === undefined) throw new TypeError(`there is no ${token}`);
  return operator;
}
export {
  aggregateFunction,
  aggregateFunctions,
  aggregateOperators,
  relatedAggregateTokens,
} from './aggregate-functions.js';
export type { AggregateFunction, AggregateName, AggregatedValues } from './aggregate-functions.js';
export { defineOperator, operatorFault } from './define-operator.js';
export { existenceTokens, groupTokens, oppositeOfNull, quantifiers } from './groups.js';
export { relationTokens, reservedTokens, toManyTokens } from './groups.js';
export { elementContains } from './lists.js';
export { operatorSuits } from './operator.js';
export type {
  AnyOperator,
  ListOperator,
  ListPredicate,
  Operator,
  OperatorKinds,
  OperatorMatch,
  OperatorPhrase,
  OperatorTakes,
  OperatorToken,
} from './operator.js';
export { patternFor } from './pattern.js';
