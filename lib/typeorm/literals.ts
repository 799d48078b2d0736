import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { isOwnClass } from './state.js';

/** A text, a number, or a name in quotes: engines read some of these as texts. */
export const literal = /['"]|\$\w*\$|(?<![\w$:.])\.?\d/;

/**
 * Looks through the SQL of a host's builder for texts and numbers. Returns why a value may stand in it without a
 * parameter, or undefined where none does.
 */
export function literalsIn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (isOwnClass(builder)) return 'the builder is of a class of the application';
  const { wheres, havings, groupBys, joinAttributes, selects, orderBys, aliases, selectDistinctOn, comment } =
    builder.expressionMap;
  const { commonTableExpressions } = builder.expressionMap;
  const written = [
    ...[wheres, havings, groupBys, selectDistinctOn, Object.keys(orderBys), comment],
    selects.map(({ selection }) => selection),
    joinAttributes.map(({ condition, alias }) => [condition, alias.subQuery]),
    aliases.map(({ subQuery }) => subQuery),
  ];
  return written.some(isLiteral) || commonTableExpressions.length > 0
    ? 'the builder holds literals of the application'
    : undefined;
}

/** Looks for a literal in SQL, or in a condition that has others in it. */
function isLiteral(part: unknown): boolean {
  if (typeof part === 'string') return literal.test(part);
  return typeof part === 'object' && part !== null && Object.values(part).some(isLiteral);
}
