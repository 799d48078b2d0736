/** Operators of every property. Binary columns have no others. */
export interface NullOperators {
  $null?: boolean;
  $notNull?: boolean;
  $not?: NullOperators;
}

/** Operators of booleans, enums and literal unions, and of everything below. */
export interface EqualityOperators<V> {
  $eq?: V | null;
  $ne?: V | null;
  $in?: readonly V[];
  $notIn?: readonly V[];
  $null?: boolean;
  $notNull?: boolean;
  $not?: EqualityOperators<V>;
}

/** Operators of values that have an order. Ranges include both ends, the lower one first. */
export interface RangeOperators<V> {
  $lt?: V;
  $lte?: V;
  $gt?: V;
  $gte?: V;
  $between?: readonly [lower: V, upper: V];
  $notBetween?: readonly [lower: V, upper: V];
}

/** Operators of numbers and dates. */
export interface OrderedOperators<V> extends EqualityOperators<V>, RangeOperators<V> {
  $not?: OrderedOperators<V>;
}

/**
 * Text matches: `$contains` and its explicit form `$containsi` are case-insensitive, `$containsc` is case-sensitive.
 */
type TextMatches = {
  [Match in `$${'contains' | 'notContains' | 'startsWith' | 'endsWith'}${'' | 'i' | 'c'}`]?: string;
};

/**
 * Operators of text. Declare an operator of your own here, so that it compiles in code.
 *
 * @example
 * declare module 'nestjs-filterable' {
 *   interface TextOperators<V> { $soundsLike?: V }
 * }
 */
export interface TextOperators<V> extends OrderedOperators<V>, TextMatches {
  $eqi?: string;
  $nei?: string;
  $eqc?: string;
  $not?: TextOperators<V>;
}

/**
 * Operators of lists of values. A value without an operator is `$has`, and a list of values `$hasSome`.
 *
 * @example
 * const sized: FilterInput<Shirt> = { sizes: { $hasEvery: ['M', 'L'], $not: { $has: 'XXL' } } };
 */
export interface ListOperators<V> {
  /** The list contains the value. */
  $has?: V;
  /** The list contains all of the values. */
  $hasEvery?: V | readonly V[];
  /** The list contains at least one of the values. */
  $hasSome?: V | readonly V[];
  /** The list is empty, or with `false`, is not. */
  $empty?: boolean;
  $null?: boolean;
  $notNull?: boolean;
  $not?: ListOperators<V>;
}
