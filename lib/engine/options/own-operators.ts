import { type Option, FilterConfigurationError, checkEach, didYouMean, wrongValue } from '../../configuration/index.js';
import { type AnyOperator, type Operator, builtInOperators, operatorFault } from '../../operators/index.js';

/** Returns the built-in operators and the application's own, by token. */
export function operatorsOf(option: Option): ReadonlyMap<string, AnyOperator> {
  const { value = [] } = option;
  if (!Array.isArray(value)) throw wrongValue(option, 'a list of operators');
  const error = (fault: string) => new FilterConfigurationError(`${option.subject}: ${option.name}: ${fault}`);
  const operators = new Map<string, AnyOperator>(builtInOperators.map((operator) => [operator.token, operator]));
  checkEach(value as readonly Operator[], (operator) => {
    const fault = operatorFault(operator);
    if (fault !== undefined) throw error(fault);
    if (operators.has(operator.token)) throw error(`there is a ${operator.token} already; choose another token`);
    operators.set(operator.token, operator);
  });
  checkEach(operators.values(), ({ token, negatedBy }) => {
    if (negatedBy === undefined || operators.has(negatedBy)) return;
    const hint = didYouMean(negatedBy, [...operators.keys()]);
    throw error(`${token} is negated by ${negatedBy}, which does not exist; ${hint}`);
  });
  return operators;
}
