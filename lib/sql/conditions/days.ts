import type { OperatorToken } from '../../operators/index.js';
import type { FilterValue } from '../../values/index.js';
import { type BoundBy, boundValue } from '../statement/binding.js';
import { type ParameterMaker, memberAt, padded } from '../statement/template.js';
import type { Statement } from '../statement/statement.js';
import { type ComparedDateTime, oneOf } from './date-times.js';

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
    const places = padded(values).map((value, index) => ({ index, isRange: isNumber || isRange(value) }));
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

function isRange(value: FilterValue): boolean {
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
