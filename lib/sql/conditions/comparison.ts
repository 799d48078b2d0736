import type { Comparison } from '../../ast/index.js';
import type { Dialect, TextColumn } from '../../dialects/index.js';
import {
  type AnyOperator,
  type Operator,
  type OperatorMatch,
  builtInOperators,
  patternFor,
} from '../../operators/index.js';
import type { FilterValue } from '../../values/index.js';
import { type BoundBy, boundValue, makerBy, operandOf, spreadOperand } from '../statement/binding.js';
import { DateTimeCompiler } from './date-times.js';
import { RangesCompiler } from './days.js';
import type { Statement } from '../statement/statement.js';
import { makerAt, makerOfAll, padded, paddedLength } from '../statement/template.js';

const byToken: ReadonlyMap<string, Operator> = new Map(
  builtInOperators.filter((operator) => operator.list === undefined).map((operator) => [operator.token, operator]),
);

/** True for the library's own operators, whose SQL is known. A host's operator may depend on anything. */
export function isBuiltIn(operator: AnyOperator): boolean {
  return byToken.get(operator.token) === operator;
}

/**
 * True where PostgreSQL takes a list as one array. A list of one member is an equality instead, so that an index may
 * give the rows in order. A transformer may turn each value into an array, which cannot be a member of another.
 */
function isBoundAsArray({ column }: BoundBy, dialect: Dialect): boolean {
  return dialect.arrays && column?.transformer === undefined;
}

/**
 * Returns the number of values that the SQL of a comparison depends on. Lists are padded, except those that are one
 * array, and those of a host's operator.
 */
export function writtenLength({ operator, values }: Predicate, by: BoundBy, dialect: Dialect): number | 'several' {
  const { length } = values;
  if (length < 2 || operator.takes !== 'list' || operator.list !== undefined || !isBuiltIn(operator)) return length;
  const { storedAs } = by.kind;
  const isRanges =
    storedAs === 'datetime' || (storedAs === 'date' && values.some((value) => typeof value === 'object'));
  const isArray = operator.sqlOfArray !== undefined && !isRanges && isBoundAsArray(by, dialect);
  return isArray ? 'several' : paddedLength(length);
}

/** Comparison by a host's operator, without its column. */
interface Phrase {
  readonly values: readonly FilterValue[];
  readonly dialect: Dialect;
}

/** Returns the SQL of a host's operator for a stand-in column, to tell the comparison from others. */
export function phraseOf(operator: Operator, by: BoundBy, { values, dialect }: Phrase): string {
  const operands = values.map((_, index) => `:${index}`);
  const sql = operator.sql({ column: textColumn('', by), operands, dialect });
  return `${sql} ${operator.sqlOfArray?.('', ':all') ?? ''}`;
}

/** The left side of a comparison: an escaped expression, and the column whose values it takes. */
export interface Comparand {
  /** The escaped expression: a column with its alias, or a count. */
  readonly sql: string;
  /** Facts that decide how values are bound, and which SQL compares them. */
  readonly by: BoundBy;
}

/** An operator and its operands, whatever they are compared with. */
export type Predicate = Pick<Comparison, 'operator' | 'values'>;

/** Compiles comparisons of one statement: an expression, an operator, and values that become parameters. */
export class ComparisonCompiler {
  constructor(private readonly statement: Statement) {}

  /** Compiles a comparison, or its negation. Either is unknown where the expression is NULL. */
  compile(comparand: Comparand, { operator, values }: Predicate, negated: boolean): string {
    if (operator.list !== undefined) throw new TypeError(`${operator.token} was given a value that is no list`);
    const opposite = negated && operator.negatedBy !== undefined ? byToken.get(operator.negatedBy) : undefined;
    const sql = this.operator(comparand, opposite ?? operator, values);
    return negated && opposite === undefined ? `NOT (${sql})` : sql;
  }

  /**
   * Compiles an operator: dates by ranges, lists as arrays where the engine takes them, all else by the operator's row.
   */
  private operator({ sql, by }: Comparand, operator: Operator, values: readonly FilterValue[]): string {
    if (by.kind.storedAs === 'datetime') {
      const compared = new DateTimeCompiler(this.statement, { by, sql, values }).compile(operator.token);
      if (compared !== undefined) return compared;
    }
    if (
      by.kind.endsOf !== undefined ||
      (by.kind.storedAs === 'date' && values.some((value) => typeof value === 'object'))
    ) {
      const compared = new RangesCompiler(this.statement, { by, sql, values }).compile(operator.token);
      if (compared !== undefined) return compared;
    }
    if (operator.sqlOfArray !== undefined && values.length > 1 && isBoundAsArray(by, this.statement.dialect)) {
      return operator.sqlOfArray(sql, this.statement.bindList(values, makerOfAll(makerBy(by))));
    }
    return operator.sql({
      column: textColumn(sql, by),
      operands: this.operands(by, operator, values),
      dialect: this.statement.dialect,
    });
  }

  /** The host's own operators may need their operands one by one, and a decimal may need a phrase around each. */
  private operands(by: BoundBy, operator: Operator, values: readonly FilterValue[]): readonly string[] {
    const isOwn = operator.takes === 'list' && isBuiltIn(operator);
    if (!isOwn || by.kind.name === 'decimal')
      return (isOwn ? padded(values) : values).map((_, index) => this.operand(by, operator, values, index));
    return [spreadOperand(this.statement, values, makerBy(by))];
  }

  /** Binds one operand; a text match receives a pattern that matches the needle literally. */
  private operand(by: BoundBy, { match }: Operator, values: readonly FilterValue[], index: number): string {
    if (match === undefined) return operandOf(this.statement, by, values, index);
    return this.statement.bindFrom(values, makerAt(index, needleMaker(by, match, this.statement.dialect)));
  }
}

function needleMaker(by: BoundBy, match: OperatorMatch, dialect: Dialect): (value: FilterValue) => unknown {
  return (value) => patternFor(String(boundValue(by, value)), match, dialect);
}

/** The column as an operator's SQL receives it. */
function textColumn(sql: string, { column }: BoundBy): TextColumn {
  const type = column?.type ?? '';
  return {
    sql,
    collation: column?.collation,
    type: typeof type === 'string' ? type : type.name,
  };
}
