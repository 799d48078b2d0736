import type { Dialect, TextColumn } from '../dialects/index.js';
import type { ValueKind, ValueKindName } from '../values/index.js';

/** The name of an operator on the wire and in code. */
export type OperatorToken = `$${string}`;

/** How an operator is given its operand, and so how the operand is validated. */
export type OperatorTakes =
  /** one value of the field's kind */
  | 'value'
  /** a list of them, one or more */
  | 'list'
  /** exactly two, lower and upper */
  | 'pair'
  /** `true` or `false`, whatever the field holds */
  | 'boolean'
  /** a text to look for, which is not empty */
  | 'needle';

/** The kinds of field an operator is for: a family, or the kinds by name. */
export type OperatorKinds = 'every' | 'comparable' | 'ordered' | 'ranged' | 'textual' | readonly ValueKindName[];

/** What an operator's SQL is made of. Nothing in it comes from the client. */
export interface OperatorPhrase {
  /** The column: `sql` is escaped and carries its alias. */
  readonly column: TextColumn;
  /** The bound operands, in order, as they stand in the text: `:nf_1`. */
  readonly operands: readonly string[];
  readonly dialect: Dialect;
}

/** Where a text match looks, and whether a letter's case matters to it. */
export interface OperatorMatch {
  readonly anchor: 'anywhere' | 'start' | 'end';
  readonly caseSensitive: boolean;
}

/**
 * An operator: everything the library knows of it. The built-in ones and the host's own have this one shape.
 *
 * @example
 * const equalsTrimmed = defineOperator({
 *   token: '$eqTrimmed',
 *   takes: 'value',
 *   kinds: ['text'],
 *   summary: 'equals the text, whatever the spaces around either',
 *   sql: ({ column, operands }) => `TRIM(${column.sql}) = TRIM(${operands[0]})`,
 * });
 */
export interface Operator {
  readonly token: OperatorToken;
  readonly takes: OperatorTakes;
  readonly kinds: OperatorKinds;
  /** One line for documentation and error messages, continuing "the field …". */
  readonly summary: string;
  /** The condition as SQL. It must be NULL where the column is NULL, except for the two operators that ask for that. */
  sql(phrase: OperatorPhrase): string;
  /** For `list`: the same where all operands are one array, on engines that take arrays. */
  readonly sqlOfArray?: (column: string, array: string) => string;
  /** The operator that holds exactly where this one does not; without it, the phrase is put into NOT ( … ). */
  readonly negatedBy?: OperatorToken;
  /** For `needle`: what kind of text match this is. */
  readonly match?: OperatorMatch;
}

/** Whether an operator is for fields of a kind. */
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
