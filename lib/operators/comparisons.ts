import type { Operator, OperatorPhrase, OperatorToken } from './operator.js';

function compared(sign: string) {
  return ({ column, operands }: OperatorPhrase) => `${column.sql} ${sign} ${operands[0]}`;
}

function order(token: OperatorToken, sign: string, negatedBy: OperatorToken, summary: string): Operator {
  return { token, takes: 'value', kinds: 'ordered', negatedBy, summary, sql: compared(sign) };
}

/** Equality, order, membership, ranges and NULL: what means the same for every kind that has it. */
export const comparisons: readonly Operator[] = [
  {
    token: '$eq',
    takes: 'value',
    kinds: 'comparable',
    negatedBy: '$ne',
    summary: 'equals the value, under the collation of the column',
    sql: compared('='),
  },
  {
    token: '$ne',
    takes: 'value',
    kinds: 'comparable',
    negatedBy: '$eq',
    summary: 'does not equal the value',
    sql: compared('<>'),
  },
  order('$lt', '<', '$gte', 'is less than the value'),
  order('$lte', '<=', '$gt', 'is less than the value, or equal'),
  order('$gt', '>', '$lte', 'is greater than the value'),
  order('$gte', '>=', '$lt', 'is greater than the value, or equal'),
  {
    token: '$in',
    takes: 'list',
    kinds: 'comparable',
    negatedBy: '$notIn',
    summary: 'is a member of the list',
    sql: ({ column, operands }) => `${column.sql} IN (${operands.join(', ')})`,
    sqlOfArray: (column, array) => `${column} = ANY(${array})`,
  },
  {
    token: '$notIn',
    takes: 'list',
    kinds: 'comparable',
    negatedBy: '$in',
    summary: 'is not a member of the list',
    sql: ({ column, operands }) => `${column.sql} NOT IN (${operands.join(', ')})`,
    sqlOfArray: (column, array) => `${column} <> ALL(${array})`,
  },
  {
    token: '$between',
    takes: 'pair',
    kinds: 'ranged',
    negatedBy: '$notBetween',
    summary: 'is from the first value to the second, both included',
    sql: ({ column, operands }) => `${column.sql} BETWEEN ${operands[0]} AND ${operands[1]}`,
  },
  {
    token: '$notBetween',
    takes: 'pair',
    kinds: 'ranged',
    negatedBy: '$between',
    summary: 'is not from the first value to the second',
    sql: ({ column, operands }) => `${column.sql} NOT BETWEEN ${operands[0]} AND ${operands[1]}`,
  },
  {
    token: '$null',
    takes: 'boolean',
    kinds: 'every',
    negatedBy: '$notNull',
    summary: 'has no value (with false: has one)',
    sql: ({ column }) => `${column.sql} IS NULL`,
  },
  {
    token: '$notNull',
    takes: 'boolean',
    kinds: 'every',
    negatedBy: '$null',
    summary: 'has a value (with false: has none)',
    sql: ({ column }) => `${column.sql} IS NOT NULL`,
  },
];
