import type { Comparison } from '../ast/index.js';
import type { TextColumn } from '../dialects/index.js';
import { type Operator, builtInOperators, patternFor } from '../operators/index.js';
import type { Day, FilterValue } from '../values/index.js';
import { type BoundBy, boundValue, operandOf } from './binding.js';
import { DateTimeWriter } from './date-times.js';
import type { Statement } from './statement.js';

const byToken: ReadonlyMap<string, Operator> = new Map(builtInOperators.map((operator) => [operator.token, operator]));

/** What is compared: an escaped expression, and the column whose values it takes. */
export interface Compared {
  readonly sql: string;
  readonly column: BoundBy;
}

/** A comparison as SQL, or its negation. Both are unknown where the column is NULL. */
export function writeComparison(
  statement: Statement,
  compared: Compared,
  { operator, values }: Pick<Comparison, 'operator' | 'values'>,
  negated: boolean,
): string {
  const opposite = negated && operator.negatedBy !== undefined ? byToken.get(operator.negatedBy) : undefined;
  const written = writeOperator(statement, compared, opposite ?? operator, values);
  return negated && opposite === undefined ? `NOT (${written})` : written;
}

function writeOperator(
  statement: Statement,
  { sql, column }: Compared,
  operator: Operator,
  values: readonly FilterValue[],
): string {
  if (column.kind.name === 'datetime') {
    const written = new DateTimeWriter(statement, column, sql).write(operator.token, values);
    if (written !== undefined) return written;
  }
  if (operator.sqlOfArray !== undefined && isBoundAsArray(statement, column, values)) {
    return operator.sqlOfArray(sql, statement.bind(boundEach(column, values)));
  }
  return operator.sql({
    column: textColumn(sql, column),
    operands: operandsOf(statement, column, operator, values),
    dialect: statement.dialect,
  });
}

/**
 * One member is no list to PostgreSQL but an equality, and an index may then give the rows in order. What a transformer
 * makes of a value may be an array itself.
 */
function isBoundAsArray({ dialect }: Statement, { metadata }: BoundBy, values: readonly FilterValue[]): boolean {
  return dialect.arrays && values.length > 1 && metadata?.transformer === undefined;
}

function textColumn(sql: string, { metadata }: BoundBy): TextColumn {
  const type = metadata?.type ?? '';
  return {
    sql,
    collation: metadata?.collation,
    type: typeof type === 'string' ? type : type.name,
  };
}

/** An operator of the host's own may want its operands one by one, and a decimal may need a phrase around each. */
function operandsOf(
  statement: Statement,
  column: BoundBy,
  operator: Operator,
  values: readonly FilterValue[],
): readonly string[] {
  const isOwn = operator.takes === 'list' && byToken.get(operator.token) === operator;
  if (!isOwn || column.kind.name === 'decimal')
    return values.map((value) => operand(statement, column, operator, value));
  return [statement.bindEach(boundEach(column, values))];
}

function boundEach(column: BoundBy, values: readonly FilterValue[]): unknown[] {
  return values.map((value) => boundValue(column, isDay(value) ? value.start : value));
}

function operand(statement: Statement, column: BoundBy, operator: Operator, value: FilterValue): string {
  if (operator.match === undefined) return operandOf(statement, column, isDay(value) ? value.start : value);
  const needle = boundValue(column, value);
  return statement.bind(patternFor(String(needle), operator.match, statement.dialect));
}

/** Only the comparisons know days; to an operator of the host's own a day is its first moment. */
function isDay(value: FilterValue): value is Day {
  return typeof value === 'object' && value.type === 'day';
}
