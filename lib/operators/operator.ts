import type { Dialect, TextColumn } from '../dialects/index.js';
import type { ValueKind, ValueKindName } from '../values/index.js';

/** The name of an operator on the wire and in code. */
export type OperatorToken = `$${string}`;

/** The operand of an operator, which decides how it is validated. */
export type OperatorTakes =
  /** One value of the field's kind. */
  | 'value'
  /** A list of values of the field's kind, one or more. */
  | 'list'
  /** Exactly two values, the lower and the upper bound. */
  | 'pair'
  /** `true` or `false`, for a field of any kind. */
  | 'boolean'
  /** A text to look for, which is not empty. */
  | 'needle';

/** The kinds of field that an operator is for: a family of kinds, or a list of their names. */
export type OperatorKinds = 'every' | 'comparable' | 'ordered' | 'ranged' | 'textual' | readonly ValueKindName[];

/** The parts that an operator's SQL is built from. All of it is escaped or bound: nothing in it is text from the client. */
export interface OperatorPhrase {
  /** The column: `sql` is escaped and carries its alias. */
  readonly column: TextColumn;
  /** The operands in order, each as the parameter that it is bound to: `:nf_p1`. */
  readonly operands: readonly string[];
  /** The database engine, for SQL that differs between engines. */
  readonly dialect: Dialect;
}

/** The kind of a text match: the place where it looks, and its treatment of upper and lower case. */
export interface OperatorMatch {
  readonly anchor: 'anywhere' | 'start' | 'end';
  readonly caseSensitive: boolean;
}

/**
 * One operator of fields: its name, its operand, its SQL and its documentation. Built-in operators and the host's own have
 * this one shape; `defineOperator()` checks it.
 *
 * @example
 * const equalsTrimmed = defineOperator({
 *   token: '$eqTrimmed',
 *   takes: 'value',
 *   kinds: ['text'],
 *   summary: 'equals the text, ignoring spaces around either',
 *   sql: ({ column, operands }) => `TRIM(${column.sql}) = TRIM(${operands[0]})`,
 * });
 */
export interface Operator {
  /** The name, `$` and letters or digits: `$soundsLike`. */
  readonly token: OperatorToken;
  /** The operand that requests give it. */
  readonly takes: OperatorTakes;
  /** The kinds of field that offer it. */
  readonly kinds: OperatorKinds;
  /** One line for `describe()` and generated documentation, continuing "the field …". */
  readonly summary: string;
  /** Returns the condition as SQL. It must be NULL where the column is NULL, except for the two operators that ask for that. */
  sql(phrase: OperatorPhrase): string;
  /** For `list`: returns the condition for engines that take all operands as one array parameter. */
  readonly sqlOfArray?: (column: string, array: string) => string;
  /** The operator that holds exactly where this one does not; without it, the phrase is put into NOT ( … ). */
  readonly negatedBy?: OperatorToken;
  /** For `needle`: the kind of text match, from which the pattern is made. */
  readonly match?: OperatorMatch;
}

/** Returns true where fields of a kind offer the operator. */
export function operatorSuits(operator: Operator, kind: ValueKind): boolean {
  switch (operator.kinds) {
    case 'every':
      return true;
    case 'comparable':
      return kind.comparable;
    case 'ordered':
      return kind.ordered;
    case 'ranged':
      return kind.ranged;
    case 'textual':
      return kind.textual;
    default:
      return operator.kinds.includes(kind.name);
  }
}
