import type { Operator, OperatorPhrase, OperatorToken } from './operator.js';

/** The SQL of an operator that stands between its column and one operand. */
function infix(sign: string) {
  return ({ column, operands }: OperatorPhrase) => `${column.sql} ${sign} ${operands[0]}`;
}

function order(token: OperatorToken, sign: string, negatedBy: OperatorToken, summary: string): Operator {
  return { token, takes: 'value', kinds: 'ordered', negatedBy, summary, sql: infix(sign) };
}

/** Equality, order, membership, ranges and NULL: the operators that mean the same for every kind that has them. */
export const comparisons: readonly Operator[] = [
  {
    token: '$eq',
    takes: 'value',
    kinds: 'comparable',
    negatedBy: '$ne',
    summary: 'equals the value, by the collation of the column',
    sql: infix('='),
  },
  {
    token: '$ne',
    takes: 'value',
    kinds: 'comparable',
    negatedBy: '$eq',
    summary: 'does not equal the value',
    sql: infix('<>'),
  },
  order('$lt', '<', '$gte', 'is less than the value'),
  order('$lte', '<=', '$gt', 'is less than or equal to the value'),
  order('$gt', '>', '$lte', 'is greater than the value'),
  order('$gte', '>=', '$lt', 'is greater than or equal to the value'),
  {
    token: '$in',
    takes: 'list',
    kinds: 'comparable',
    negatedBy: '$notIn',
    summary: 'is in the list',
    sql: ({ column, operands }) => `${column.sql} IN (${operands.join(', ')})`,
    sqlOfArray: (column, array) => `${column} = ANY(${array})`,
  },
  {
    token: '$notIn',
    takes: 'list',
    kinds: 'comparable',
    negatedBy: '$in',
    summary: 'is not in the list',
    sql: ({ column, operands }) => `${column.sql} NOT IN (${operands.join(', ')})`,
    sqlOfArray: (column, array) => `${column} <> ALL(${array})`,
  },
  {
    token: '$between',
    takes: 'pair',
    kinds: 'ranged',
    negatedBy: '$notBetween',
    summary: 'is between the two values, inclusive',
    sql: ({ column, operands }) => `${column.sql} BETWEEN ${operands[0]} AND ${operands[1]}`,
  },
  {
    token: '$notBetween',
    takes: 'pair',
    kinds: 'ranged',
    negatedBy: '$between',
    summary: 'is less than the first value or greater than the second',
    sql: ({ column, operands }) => `${column.sql} NOT BETWEEN ${operands[0]} AND ${operands[1]}`,
  },
  {
    token: '$null',
    takes: 'boolean',
    kinds: 'every',
    negatedBy: '$notNull',
    summary: 'is null (with false: is not null)',
    sql: ({ column }) => `${column.sql} IS NULL`,
  },
  {
    token: '$notNull',
    takes: 'boolean',
    kinds: 'every',
    negatedBy: '$null',
    summary: 'is not null (with false: is null)',
    sql: ({ column }) => `${column.sql} IS NOT NULL`,
  },
];
