import { type AnyOperator, comparisons, listOperators, textEqualities, textMatches } from './operators.js';

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
export { aggregateFunction, aggregateFunctions, aggregateOperators, relatedAggregateTokens } from './aggregates.js';
export type { AggregateFunction, AggregateName, AggregatedValues } from './aggregates.js';
export { defineOperator, operatorFault } from './define-operator.js';
export {
  existenceTokens,
  groupTokens,
  oppositeOfNull,
  quantifiers,
  relationTokens,
  reservedTokens,
  toManyTokens,
  elementContains,
  operatorSuits,
  patternFor,
} from './operators.js';
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
} from './operators.js';
