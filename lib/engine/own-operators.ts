import { didYouMean, FilterConfigurationError } from '../configuration-error.js';
import { type Operator, builtInOperators, operatorFault } from '../operators/index.js';
import { wrongValue } from './checks.js';

/** The built-in operators and the host's own, by token. */
export function operatorsOf(own: readonly Operator[] = []): ReadonlyMap<string, Operator> {
  if (!Array.isArray(own)) throw wrongValue('forRoot()', 'operators', 'a list of operators', own);
  const operators = new Map(builtInOperators.map((operator) => [operator.token as string, operator]));
  for (const operator of own as readonly Operator[]) {
    const fault = operatorFault(operator);
    if (fault !== undefined) throw error(fault);
    if (operators.has(operator.token)) throw error(`there is a ${operator.token} already; choose another token`);
    operators.set(operator.token, operator);
  }
  for (const { token, negatedBy } of operators.values()) {
    if (negatedBy === undefined || operators.has(negatedBy)) continue;
    throw error(`${token} is negated by ${negatedBy}, which is none; ${didYouMean(negatedBy, [...operators.keys()])}`);
  }
  return operators;
}

function error(text: string): FilterConfigurationError {
  return new FilterConfigurationError(`forRoot(): operators: ${text}`);
}
