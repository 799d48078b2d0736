import type { ValueKindName } from '../../values/index.js';
import type { NameRule, Visibility } from './member-rules.js';

/** The kinds of values that a named filter may take. */
export type NamedFilterKind = Exclude<ValueKindName, 'enum' | 'json' | 'opaque'>;

/**
 * The type of a named filter's value, by its kind. A bigint and a decimal are texts, which are exact; a date-time is a
 * `Date`, or the text of a whole day or a rounded relative date, as conditions in code take it.
 */
export interface NamedFilterValues {
  text: string;
  tinyint: number;
  smallint: number;
  mediumint: number;
  integer: number;
  bigint: string;
  decimal: string;
  real: number;
  float: number;
  boolean: true;
  date: string;
  datetime: Date | string;
  time: string;
  uuid: string;
}

/** A filter that clients know by a name alone, with values of one kind. */
interface NamedFilterOf<Kind extends NamedFilterKind> extends NameRule {
  /** Kind of the values: `boolean` for a filter that is on or off. */
  readonly kind: Kind;
  /**
   * Returns the conditions that a value stands for, in property names and of any column; `{}` is every row. It must be
   * pure and synchronous. For `kind: 'boolean'` it is called for `true` alone, and `false` is the negation.
   *
   * @example
   * \@Filterable({ named: { mine: { kind: 'boolean', where: (_, user: User) => ({ ownerId: user.id }) } } })
   */
  readonly where: (value: NamedFilterValues[Kind], context: never) => object;
  /** Decides for each context whether the filter exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
}

/** The options of one named filter. */
export type NamedFilterRule = { [Kind in NamedFilterKind]: NamedFilterOf<Kind> }[NamedFilterKind];
