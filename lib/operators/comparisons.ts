import type { Operator, OperatorPhrase } from './operator.js';

/** The SQL of an operator that stands between its column and one operand. */
function infix(sign: string) {
  return ({ column, operands }: OperatorPhrase) => `${column.sql} ${sign} ${operands[0]}`;
}

/** Order by the column's own collation. The opposite of each is exact, because NULL satisfies neither. */
const orders: readonly Operator[] = [
  { token: '$lt', sign: '<', negatedBy: '$gte', summary: 'is less than the value' } as const,
  { token: '$lte', sign: '<=', negatedBy: '$gt', summary: 'is less than or equal to the value' } as const,
  { token: '$gt', sign: '>', negatedBy: '$lte', summary: 'is greater than the value' } as const,
  { token: '$gte', sign: '>=', negatedBy: '$lt', summary: 'is greater than or equal to the value' } as const,
].map(({ sign, ...row }) => ({
  ...row,
  takes: 'value',
  kinds: 'ordered',
  indexUse: 'range',
  comparesPlainly: true,
  sql: infix(sign),
}));

/** Equality, order, membership, ranges and NULL. These operators mean the same for every kind that has them. */
export const comparisons: readonly Operator[] = [
  {
    token: '$eq',
    takes: 'value',
    kinds: 'comparable',
    negatedBy: '$ne',
    indexUse: 'point',
    comparesPlainly: true,
    summary: 'equals the value, by the collation of the column',
    sql: infix('='),
  },
  {
    token: '$ne',
    takes: 'value',
    kinds: 'comparable',
    negatedBy: '$eq',
    comparesPlainly: true,
    summary: 'does not equal the value',
    sql: infix('<>'),
  },
  ...orders,
  {
    token: '$in',
    takes: 'list',
    kinds: 'comparable',
    negatedBy: '$notIn',
    indexUse: 'point',
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
    indexUse: 'range',
    comparesPlainly: true,
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
    indexUse: 'null',
    comparesPlainly: true,
    summary: 'is null (with false: is not null)',
    sql: ({ column }) => `${column.sql} IS NULL`,
  },
  {
    token: '$notNull',
    takes: 'boolean',
    kinds: 'every',
    negatedBy: '$null',
    indexUse: 'null',
    comparesPlainly: true,
    summary: 'is not null (with false: is null)',
    sql: ({ column }) => `${column.sql} IS NOT NULL`,
  },
];
