import { junction } from '../dialects/index.js';
import type { OperatorToken } from '../operators/index.js';
import type { Day, FilterValue, Instant } from '../values/index.js';
import { type BoundBy, instantOperands } from './binding.js';
import type { Statement } from './statement.js';

/** An operand of a date-time: an instant, or a day, which is the range of its instants. */
type InstantOrDay = Instant | Day;

/**
 * Compiles the comparisons of one date-time. An instant is compared as itself; a day is the half-open range from its first
 * instant to the first of the next day, so `$eq` is within it and `$lte` is before its end.
 */
export class DateTimeCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly by: BoundBy,
    /** The escaped column, with its alias. */
    private readonly sql: string,
  ) {}

  /** Compiles a comparison; undefined for operators that compare no date-times, which compile themselves. */
  compile(token: OperatorToken, values: readonly FilterValue[]): string | undefined {
    const [first, second] = values.filter(isInstantOrDay);
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
        return this.among(values.filter(isInstantOrDay));
      case '$ne':
      case '$notIn':
        return this.notAmong(values.filter(isInstantOrDay));
      case '$between':
        return second && `(${this.from(first)} AND ${this.until(second)})`;
      case '$notBetween':
        return second && `(${this.before(first)} OR ${this.after(second)})`;
      default:
        return undefined;
    }
  }

  /** Before the first instant of the operand. */
  private before(operand: InstantOrDay): string {
    return `${this.sql} < ${this.bind(startOf(operand)).lower()}`;
  }

  /** At the first instant of the operand, or after it. */
  private from(operand: InstantOrDay): string {
    return `${this.sql} >= ${this.bind(startOf(operand)).lower()}`;
  }

  /** At the last instant of the operand, or before it: before the end of a day, which has no last instant. */
  private until(operand: InstantOrDay): string {
    if (operand.type === 'day') return `${this.sql} < ${this.bind(operand.end).lower()}`;
    return `${this.sql} <= ${this.bind(operand).upper()}`;
  }

  /** After the last instant of the operand. */
  private after(operand: InstantOrDay): string {
    if (operand.type === 'day') return `${this.sql} >= ${this.bind(operand.end).lower()}`;
    return `${this.sql} > ${this.bind(operand).upper()}`;
  }

  /** Equal to one of the operands: instants are members of one list, each day is a range. */
  private among(operands: readonly InstantOrDay[]): string {
    const texts = operands.filter(isInstant).flatMap((instant) => this.bind(instant).all());
    const days = operands.filter(isDay).map((day) => `(${this.from(day)} AND ${this.until(day)})`);
    return oneOf('OR', [...this.membership(texts, '=', 'IN'), ...days]);
  }

  /** Equal to none of the operands, and outside every day. */
  private notAmong(operands: readonly InstantOrDay[]): string {
    const texts = operands.filter(isInstant).flatMap((instant) => this.bind(instant).all());
    const days = operands.filter(isDay).map((day) => `(${this.before(day)} OR ${this.after(day)})`);
    return oneOf('AND', [...this.membership(texts, '<>', 'NOT IN'), ...days]);
  }

  private membership(operands: readonly string[], sign: string, word: string): string[] {
    if (operands.length === 0) return [];
    return [
      operands.length === 1 ? `${this.sql} ${sign} ${operands[0]}` : `${this.sql} ${word} (${operands.join(', ')})`,
    ];
  }

  private bind(instant: Instant) {
    return instantOperands(this.statement, this.by, instant);
  }
}

function oneOf(word: 'AND' | 'OR', parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : junction(word, parts);
}

function startOf(operand: InstantOrDay): Instant {
  return operand.type === 'day' ? operand.start : operand;
}

function isInstantOrDay(value: FilterValue): value is InstantOrDay {
  return typeof value === 'object';
}

function isInstant(operand: InstantOrDay): operand is Instant {
  return operand.type === 'instant';
}

function isDay(operand: InstantOrDay): operand is Day {
  return operand.type === 'day';
}
