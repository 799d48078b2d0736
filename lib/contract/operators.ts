/** Operators of every property. Binary columns have no others. */
export interface NullOperators {
  /** True finds rows without a value, false rows with one. */
  $null?: boolean;
  /** True finds rows with a value, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: NullOperators;
}

/** Operators of booleans, enums and literal unions, and of everything below. */
export interface EqualityOperators<V> {
  /** Equals the value; `null` finds rows without one. */
  $eq?: V | null;
  /** Does not equal the value; `null` finds rows with one. */
  $ne?: V | null;
  /** Is one of the values. */
  $in?: readonly V[];
  /** Is none of the values. */
  $notIn?: readonly V[];
  /** True finds rows without a value, false rows with one. */
  $null?: boolean;
  /** True finds rows with a value, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: EqualityOperators<V>;
}

/** Operators of values that have an order. Ranges include both ends, the lower one first. */
export interface RangeOperators<V> {
  /** Is less than the value. */
  $lt?: V;
  /** Is less than the value, or equal to it. */
  $lte?: V;
  /** Is greater than the value. */
  $gt?: V;
  /** Is greater than the value, or equal to it. */
  $gte?: V;
  /** Lies between the two values, or equals one of them. */
  $between?: readonly [lower: V, upper: V];
  /** Lies below the lower value, or above the upper one. */
  $notBetween?: readonly [lower: V, upper: V];
}

/** Operators of numbers and dates. */
export interface OrderedOperators<V> extends EqualityOperators<V>, RangeOperators<V> {
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: OrderedOperators<V>;
}

/**
 * Text matches: `$contains` and its explicit form `$containsi` are case-insensitive, `$containsc` is case-sensitive.
 */
interface TextMatches {
  /** Contains the text, whatever the case. */
  $contains?: string;
  /** Does not contain the text, whatever the case. */
  $notContains?: string;
  /** Starts with the text, whatever the case. */
  $startsWith?: string;
  /** Ends with the text, whatever the case. */
  $endsWith?: string;
  /** Contains the text, whatever the case: `$contains` in full. */
  $containsi?: string;
  /** Does not contain the text, whatever the case: `$notContains` in full. */
  $notContainsi?: string;
  /** Starts with the text, whatever the case: `$startsWith` in full. */
  $startsWithi?: string;
  /** Ends with the text, whatever the case: `$endsWith` in full. */
  $endsWithi?: string;
  /** Contains the text, with the case of its letters. */
  $containsc?: string;
  /** Does not contain the text, with the case of its letters. */
  $notContainsc?: string;
  /** Starts with the text, with the case of its letters. */
  $startsWithc?: string;
  /** Ends with the text, with the case of its letters. */
  $endsWithc?: string;
}

/**
 * Operators of text. Declare an operator of your own here, so that it compiles in code.
 *
 * @example
 * declare module 'nestjs-filterable' {
 *   interface TextOperators<V> { $soundsLike?: V }
 * }
 */
export interface TextOperators<V> extends OrderedOperators<V>, TextMatches {
  /** Equals the text, whatever the case of its letters. */
  $eqi?: string;
  /** Does not equal the text, whatever the case of its letters. */
  $nei?: string;
  /** Equals the text, with the case of its letters. */
  $eqc?: string;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
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
  /** True finds rows without a value, false rows with one. */
  $null?: boolean;
  /** True finds rows with a value, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. A comparison with NULL holds neither plainly nor negated. */
  $not?: ListOperators<V>;
}
