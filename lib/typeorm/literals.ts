import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ExpressionMap } from './state.js';

/** A text, a number, or a name in quotes: engines read some of these as texts. */
const literal = /['"]|\$\w*\$|(?<![\w$:.])\.?\d/;

/** Returns true for a builder whose host has written a value into it, as a text or a number of the SQL. */
export function holdsLiterals<E extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<E>): boolean {
  const { wheres, joinAttributes, selects, orderBys, aliases } = expressionMap;
  return (
    isWritten(wheres) ||
    joinAttributes.some(({ condition, alias }) => isWritten(condition) || isWritten(alias.subQuery)) ||
    selects.some(({ selection }) => isWritten(selection)) ||
    Object.keys(orderBys).some(isWritten) ||
    aliases.some(({ subQuery }) => isWritten(subQuery))
  );
}

/** Looks for a literal in a condition, which may have others in it. */
function isWritten(part: ExpressionMap['wheres'] | string | object | undefined): boolean {
  if (typeof part === 'string') return literal.test(part);
  if (typeof part !== 'object' || part === null) return false;
  return Object.values(part).some((inner: unknown) => isWritten(inner as object));
}
