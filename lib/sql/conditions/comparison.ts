import { type Dialect, type ListElement, type TextColumn, junction } from '../../dialects/index.js';
import {
  type AnyOperator,
  type Operator,
  type OperatorMatch,
  type OperatorToken,
  builtInOperators,
  patternFor,
} from '../../operators/index.js';
import { type Day, type FilterValue, type Instant, type ValueKind, isRange } from '../../values/index.js';
import {
  type BoundBy,
  type ParameterMaker,
  boundValue,
  instantOperands,
  makerAt,
  makerBy,
  makerOfAll,
  memberAt,
  operandOf,
  padded,
  paddedLength,
  spreadOperand,
} from '../binding.js';
import type { Statement } from '../statement.js';
import type { Comparison } from '../../ast/index.js';
import type { ExpressionSchema } from '../../schema/index.js';

/** Operand of a date-time: an instant, or a day as the range of its instants. */
type InstantOrDay = Instant | Day;

/** An operand, and its place among the values. */
interface Placed {
  readonly value: InstantOrDay;
  readonly index: number;
}

/** A date-time, and the values that it is compared with. */
export interface ComparedDateTime {
  /** The escaped column, with its alias. */
  readonly sql: string;
  readonly by: BoundBy;
  readonly values: readonly FilterValue[];
}

/**
 * Compiles the comparisons of one date-time. A day is the half-open range from its first instant to the first of the
 * next day, so `$eq` is within it and `$lte` is before its end. An instant is compared as itself, or as the range of
 * stored instants that rows show as it.
 */
export class DateTimeCompiler {
  private readonly sql: string;

  constructor(
    private readonly statement: Statement,
    private readonly compared: ComparedDateTime,
  ) {
    this.sql = compared.sql;
  }

  /**
   * Compiles a comparison.
   *
   * @returns undefined for an operator that does not compare date-times, such as `$null`
   */
  compile(token: OperatorToken): string | undefined {
    const operands = placed(padded(this.compared.values));
    const [first, second] = operands;
    if (first === undefined) return undefined;
    switch (token) {
      case '$lt':
        return this.before(first);
      case '$lte':
        return this.until(first);
      case '$gt':
        return this.after(first);
      case '$gte':
        return this.from(first);
      case '$eq':
      case '$in':
        return this.among(operands);
      case '$ne':
      case '$notIn':
        return this.notAmong(operands);
      case '$between':
        return second && `(${this.from(first)} AND ${this.until(second)})`;
      case '$notBetween':
        return second && `(${this.before(first)} OR ${this.after(second)})`;
      default:
        return undefined;
    }
  }

  /** Before the first instant of the operand. */
  private before(operand: Placed): string {
    return `${this.sql} < ${this.bind(operand, 'start').lower()}`;
  }

  /** At the first instant of the operand, or after it. */
  private from(operand: Placed): string {
    return `${this.sql} >= ${this.bind(operand, 'start').lower()}`;
  }

  /** At the last instant of the operand or before. A day has no last instant, so it is before the day's end. */
  private until(operand: Placed): string {
    if (isDay(operand)) return `${this.sql} < ${this.bind(operand, 'end').lower()}`;
    return `${this.sql} <= ${this.bind(operand, 'start').upper()}`;
  }

  /** After the last instant of the operand. */
  private after(operand: Placed): string {
    if (isDay(operand)) return `${this.sql} >= ${this.bind(operand, 'end').lower()}`;
    return `${this.sql} > ${this.bind(operand, 'start').upper()}`;
  }

  /** Equal to one of the operands: single instants are members of one list, each range is a condition of its own. */
  private among(operands: readonly Placed[]): string {
    const { texts, ranges } = this.divided(operands);
    const within = ranges.map((range) => `(${this.from(range)} AND ${this.until(range)})`);
    return oneOf('OR', [...this.membership(texts, '=', 'IN'), ...within]);
  }

  /** Equal to none of the operands, and outside every range. */
  private notAmong(operands: readonly Placed[]): string {
    const { texts, ranges } = this.divided(operands);
    const outside = ranges.map((range) => `(${this.before(range)} OR ${this.after(range)})`);
    return oneOf('AND', [...this.membership(texts, '<>', 'NOT IN'), ...outside]);
  }

  /** Binds the single instants, and returns the ranges. */
  private divided(operands: readonly Placed[]): { readonly texts: string[]; readonly ranges: Placed[] } {
    const texts: string[] = [];
    const ranges: Placed[] = [];
    for (const operand of operands) {
      if (isRange(operand.value, this.compared.by.bindFacts)) ranges.push(operand);
      else texts.push(...this.bind(operand, 'start').all());
    }
    return { texts, ranges };
  }

  private membership(operands: readonly string[], sign: string, word: string): string[] {
    if (operands.length === 0) return [];
    return [
      operands.length === 1 ? `${this.sql} ${sign} ${operands[0]}` : `${this.sql} ${word} (${operands.join(', ')})`,
    ];
  }

  /** @param part of a day; an instant has no parts */
  private bind({ value, index }: Placed, part: 'start' | 'end') {
    const { by, values } = this.compared;
    return instantOperands(this.statement, by, { values, index, part: value.type === 'day' ? part : 'itself' });
  }
}

/** Joins conditions. A single one stands for itself. */
export function oneOf(word: 'AND' | 'OR', parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : junction(word, parts);
}

function placed(values: readonly FilterValue[]): readonly Placed[] {
  const operands: Placed[] = [];
  for (const [index, value] of values.entries())
    if (typeof value === 'object' && value.type !== 'days') operands.push({ value, index });
  return operands;
}

function isDay({ value }: Placed): boolean {
  return value.type === 'day';
}

/** An operand, by its place among the values: one day, or a range of days or numbers. */
interface Place {
  readonly index: number;
  readonly isRange: boolean;
}

/**
 * Compiles the comparisons with operands that are ranges: `$eq` is within one, `$lte` is up to its end. They are the
 * days of a relative date, rounded to a week or more, and the numbers that are shown as one of fewer digits.
 */
export class RangesCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly compared: ComparedDateTime,
  ) {}

  /** Compiles a comparison. Returns undefined for the host's operators. */
  compile(token: OperatorToken): string | undefined {
    const { sql, by, values } = this.compared;
    const isNumber = by.kind.endsOf !== undefined;
    const places = padded(values).map((value, index) => ({ index, isRange: isNumber || isRangeOfDays(value) }));
    const [first, second] = places;
    if (first === undefined) return undefined;
    switch (token) {
      case '$lt':
      case '$gte':
        return `${sql} ${token === '$lt' ? '<' : '>='} ${this.bind(first, 'first')}`;
      case '$lte':
      case '$gt':
        return `${sql} ${token === '$lte' ? '<=' : '>'} ${this.bind(first, 'last')}`;
      case '$eq':
      case '$in':
        return oneOf(
          'OR',
          places.map((place) => this.within(place)),
        );
      case '$ne':
      case '$notIn':
        return oneOf(
          'AND',
          places.map((place) => this.outside(place)),
        );
      case '$between':
        return second && `(${sql} >= ${this.bind(first, 'first')} AND ${sql} <= ${this.bind(second, 'last')})`;
      case '$notBetween':
        return second && `(${sql} < ${this.bind(first, 'first')} OR ${sql} > ${this.bind(second, 'last')})`;
      default:
        return undefined;
    }
  }

  private within(place: Place): string {
    const { sql } = this.compared;
    if (!place.isRange) return `${sql} = ${this.bind(place, 'first')}`;
    return `(${sql} >= ${this.bind(place, 'first')} AND ${sql} <= ${this.bind(place, 'last')})`;
  }

  private outside(place: Place): string {
    const { sql } = this.compared;
    if (!place.isRange) return `${sql} <> ${this.bind(place, 'first')}`;
    return `(${sql} < ${this.bind(place, 'first')} OR ${sql} > ${this.bind(place, 'last')})`;
  }

  private bind({ index }: Place, end: 'first' | 'last'): string {
    const { by, values } = this.compared;
    return this.statement.bindFrom(values, makerOf(by, index, end));
  }
}

function isRangeOfDays(value: FilterValue): boolean {
  return typeof value === 'object' && value.type === 'days' && value.first !== value.last;
}

/** A function of its own, because a closure keeps what is around it. */
function makerOf(by: BoundBy, index: number, end: 'first' | 'last'): ParameterMaker {
  return (values) => {
    const value = memberAt(values, index);
    if (value === undefined) return undefined;
    const ends = by.kind.endsOf?.(value);
    if (ends !== undefined) return boundValue(by, ends[end === 'first' ? 0 : 1]);
    return boundValue(by, typeof value === 'object' && value.type === 'days' ? value[end] : value);
  };
}

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

/** Compiles conditions on lists, in the engine's SQL for the storage of each. */
export class ListCompiler {
  constructor(private readonly statement: Statement) {}

  /**
   * Compiles a condition on a list, or its negation. Either is false or unknown where the list is NULL.
   *
   * @param alias the escaped alias of the row's table
   * @returns undefined for an operator that is not about lists
   */
  compile({ field, operator, values }: Comparison, alias: string, negated: boolean): string | undefined {
    const { expression } = field;
    if (operator.list === undefined || expression.list === undefined) return undefined;
    if (operator.list === 'empty') return expression.list.empty(alias, negated);
    if (operator.list === 'containing') {
      return expression.list.hasMatch(alias, { matches: this.containing(expression, values), negated });
    }
    return expression.list.has(alias, {
      quantifier: operator.list.quantifier,
      elements: values.map((value) => elementOf(expression, value)),
      bind: (value) => this.statement.bind(value),
      negated,
    });
  }

  /** Returns the condition that an element contains a text, written like a text match on a text column. */
  private containing(expression: ExpressionSchema, [text = '']: readonly FilterValue[]): (element: string) => string {
    const { dialect } = this.statement;
    const needle = String(boundValue(expression, text));
    const pattern = this.statement.bind(patternFor(needle, { anchor: 'anywhere', caseSensitive: false }, dialect));
    return (element) => dialect.likeIgnoringCase({ sql: element, type: '' }, pattern);
  }
}

function elementOf(expression: ExpressionSchema, value: FilterValue): ListElement {
  return { value: boundValue(expression, value), json: jsonOf(expression.kind, value) };
}

/** Returns the JSON text of a value. JSON has numbers, true and false; everything else is a text. */
function jsonOf(kind: ValueKind, value: FilterValue): string {
  const text = kind.print(value);
  return kind.numeric === true || kind.name === 'boolean' ? text : JSON.stringify(text);
}
