export { aggregateFunction, aggregateFunctions, relatedAggregateTokens } from './aggregates.js';
export type { AggregateFunction, AggregateName, AggregatedValues } from './aggregates.js';
export { defineOperator, operatorFault } from './define-operator.js';
export {
  aggregateOperators,
  builtIn,
  builtInOperators,
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
