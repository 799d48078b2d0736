import type { ListOperators, NullOperators, TextOperators } from './operators.js';
import type { ScalarValue } from './shapes.js';

/**
 * Conditions on the declared paths of a JSON document whose type does not name them (`Record<string, unknown>`,
 * `object`). A path must begin with an English letter, a digit, `_`, `-` or `@`, so that the compiler can tell it from
 * an operator. For other paths, give the property a type that names them. Groups stand beside the property, not in it.
 *
 * @example
 * const red: DocumentFilter = { color: 'red', size: { width: { $gte: 3 } }, sizes: { $has: 'XL' } };
 */
export interface DocumentFilter extends Paths {
  /** True finds rows without a document, false rows with one. */
  $null?: boolean;
  /** True finds rows with a document, false rows without one. */
  $notNull?: boolean;
  /** The operators inside, taken together, do not hold. */
  $not?: NullOperators;
}

type Paths = { [Path in `${First}${string}`]: UntypedCondition };

type First = Letter | Uppercase<Letter> | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '_' | '-' | '@';

// prettier-ignore
type Letter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';

/**
 * A condition on a property whose type does not tell its values (`unknown`, `any`): on a value or a list of any kind,
 * or on the paths of a document.
 */
export type UntypedCondition = ScalarValue | readonly ScalarValue[] | null | UntypedOperators | DocumentFilter;

/** Operators of values and lists of any kind. */
export interface UntypedOperators extends TextOperators<ScalarValue>, ListOperators<ScalarValue> {
  /** The operators inside, taken together, do not hold. */
  $not?: UntypedOperators;
}
