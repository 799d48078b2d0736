import type { ExpressionSchema } from '../schema/index.js';

/** Numbers of expressions: two services may know one column by different kinds. */
const numbers = new WeakMap<ExpressionSchema, number>();
let numbered = 0;

/** Returns the number of an expression, which no other expression has. */
export function numberOfExpression(expression: ExpressionSchema): string {
  let number = numbers.get(expression);
  if (number === undefined) numbers.set(expression, (number = numbered += 1));
  return String(number);
}
