import type { Operator } from './operator.js';
import { reservedTokens } from './groups.js';

/**
 * Declares an operator of the host's own, in the same shape as the built-in ones; pass it to
 * `FilterModule.forRoot({ operators: [...] })`.
 *
 * In: the row. Out: the same row, frozen. Throws a TypeError when the token is not `$` and letters, or belongs to a group
 * or a relation.
 *
 * The SQL must be made of what the phrase gives: the column, the operands, which are bound, and constant text.
 *
 * @example
 * defineOperator({
 *   token: '$soundsLike',
 *   takes: 'value',
 *   kinds: ['text'],
 *   summary: 'sounds like the text',
 *   sql: ({ column, operands }) => `SOUNDEX(${column.sql}) = SOUNDEX(${operands[0]})`,
 * })
 */
export function defineOperator(operator: Operator): Operator {
  if (!/^\$[A-Za-z][A-Za-z0-9]*$/.test(operator.token)) {
    throw new TypeError(`An operator's token is $ and letters or digits, such as $soundsLike, not ${operator.token}`);
  }
  if (reservedTokens.has(operator.token)) {
    throw new TypeError(`${operator.token} is a group or belongs to relations; choose another token`);
  }
  if (operator.takes === 'needle' && operator.match === undefined) {
    throw new TypeError(`${operator.token} takes a needle, so it must say in \`match\` where it looks for it`);
  }
  return Object.freeze({ ...operator });
}
