import type { OperatorToken } from '../operators/index.js';
import type { Day, FilterValue, Instant } from '../values/index.js';
import { type BoundBy, instantOperands } from './binding.js';
import { junction } from './junction.js';
import type { Statement } from './statement.js';

type Moment = Instant | Day;

/** Writes the comparisons of date-times: a moment as itself, a day as the half-open range of its moments. */
export class DateTimeCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly column: BoundBy,
    /** The escaped column, with its alias. */
    private readonly sql: string,
  ) {}

  /** The comparison as SQL, or undefined for an operator that is no comparison of date-times. */
  compile(token: OperatorToken, values: readonly FilterValue[]): string | undefined {
    const [first, second] = values.filter(isMoment);
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
        return this.among(values.filter(isMoment));
      case '$ne':
      case '$notIn':
        return this.notAmong(values.filter(isMoment));
      case '$between':
        return second && `(${this.from(first)} AND ${this.until(second)})`;
      case '$notBetween':
        return second && `(${this.before(first)} OR ${this.after(second)})`;
      default:
        return undefined;
    }
  }

  private before(moment: Moment): string {
    return `${this.sql} < ${this.operands(startOf(moment)).lower()}`;
  }

  private from(moment: Moment): string {
    return `${this.sql} >= ${this.operands(startOf(moment)).lower()}`;
  }

  private until(moment: Moment): string {
    if (moment.type === 'day') return `${this.sql} < ${this.operands(moment.end).lower()}`;
    return `${this.sql} <= ${this.operands(moment).upper()}`;
  }

  private after(moment: Moment): string {
    if (moment.type === 'day') return `${this.sql} >= ${this.operands(moment.end).lower()}`;
    return `${this.sql} > ${this.operands(moment).upper()}`;
  }

  private among(moments: readonly Moment[]): string {
    const texts = moments.filter(isInstant).flatMap((instant) => this.operands(instant).all());
    const days = moments.filter(isDay).map((day) => `(${this.from(day)} AND ${this.until(day)})`);
    return oneOf('OR', [...this.membership(texts, '=', 'IN'), ...days]);
  }

  private notAmong(moments: readonly Moment[]): string {
    const texts = moments.filter(isInstant).flatMap((instant) => this.operands(instant).all());
    const days = moments.filter(isDay).map((day) => `(${this.before(day)} OR ${this.after(day)})`);
    return oneOf('AND', [...this.membership(texts, '<>', 'NOT IN'), ...days]);
  }

  private membership(operands: readonly string[], sign: string, word: string): string[] {
    if (operands.length === 0) return [];
    return [
      operands.length === 1 ? `${this.sql} ${sign} ${operands[0]}` : `${this.sql} ${word} (${operands.join(', ')})`,
    ];
  }

  private operands(instant: Instant) {
    return instantOperands(this.statement, this.column, instant);
  }
}

function oneOf(word: 'AND' | 'OR', parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : junction(word, parts);
}

function startOf(moment: Moment): Instant {
  return moment.type === 'day' ? moment.start : moment;
}

function isMoment(value: FilterValue): value is Moment {
  return typeof value === 'object';
}

function isInstant(moment: Moment): moment is Instant {
  return moment.type === 'instant';
}

function isDay(moment: Moment): moment is Day {
  return moment.type === 'day';
}
