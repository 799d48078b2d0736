import { junction } from '../../dialects/index.js';
import type { OperatorToken } from '../../operators/index.js';
import { type Day, type FilterValue, type Instant, isRange } from '../../values/index.js';
import { type BoundBy, instantOperands } from '../statement/binding.js';
import type { Statement } from '../statement/statement.js';
import { padded } from '../statement/template.js';

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
