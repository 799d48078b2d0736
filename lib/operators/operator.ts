import type { Dialect, ListQuestion, TextColumn } from '../dialects/index.js';
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

/**
 * Kinds of field that have an operator: a family of kinds, or a list of their names. List fields of these kinds take
 * only the operators for `every` kind.
 */
export type OperatorKinds = 'every' | 'comparable' | 'ordered' | 'ranged' | 'textual' | readonly ValueKindName[];

/** Parts that an operator's SQL is built from. All of them are escaped or bound: none is text from the client. */
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
  /** The place of the needle in the text. */
  readonly anchor: 'anywhere' | 'start' | 'end';
  /** True where upper and lower case are different letters, under any collation of the column. */
  readonly caseSensitive: boolean;
}

/** Ways in which an index on a column finds the rows of a comparison. */
export const indexUses = ['point', 'range', 'null'] as const;

export type IndexUse = (typeof indexUses)[number];

/** The parts that every operator has. */
interface OperatorRow {
  /** The name, `$` and letters or digits: `$soundsLike`. */
  readonly token: OperatorToken;
  /** The operand that requests give it. */
  readonly takes: OperatorTakes;
  /** One line for `describe()` and generated documentation, continuing "the field …". */
  readonly summary: string;
}

/**
 * One operator with SQL of its own: its name, its operand, its SQL and its documentation. Built-in operators and the
 * host's own share this interface; `defineOperator()` checks it.
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
export interface Operator extends OperatorRow {
  /** Kinds of field with this operator. */
  readonly kinds: OperatorKinds;
  /**
   * Returns the condition as SQL. It must be NULL where the column is NULL, except for the two
   * operators that ask for that.
   */
  sql(phrase: OperatorPhrase): string;
  /** For `list`: returns the condition for engines that take all operands as one array parameter. */
  readonly sqlOfArray?: (column: string, array: string) => string;
  /** Operator that holds exactly where this one does not. Without it, the phrase is put into NOT ( … ). */
  readonly negatedBy?: OperatorToken;
  /** Part of an index that has the rows: one place for each value, a range, or the place of NULL. By default none. */
  readonly indexUse?: IndexUse;
  /** True where the SQL compares the column with each value as it is. Values then decide nothing about an index. */
  readonly comparesPlainly?: boolean;
  /** For `needle`: the kind of text match that makes the pattern. */
  readonly match?: OperatorMatch;
  /** Only list operators have a predicate instead of SQL. */
  readonly list?: undefined;
}

/** Parts of an operator that ListOperator lacks. */
type WithoutSql = {
  /** Each dialect writes the SQL of a predicate. */
  readonly sql?: undefined;
  /** Each dialect writes the SQL of a predicate. */
  readonly sqlOfArray?: undefined;
  /** A predicate is negated as a whole. */
  readonly negatedBy?: undefined;
  /** The storage of a list decides the use of an index. */
  readonly indexUse?: undefined;
  /** A predicate compares elements, not the column. */
  readonly comparesPlainly?: undefined;
  /** A predicate has no pattern of its own. */
  readonly match?: undefined;
};

interface ListRow extends OperatorRow {
  /** Lists of values of any kind. */
  readonly kinds: 'lists';
  /** The predicate, which each dialect writes for each storage. */
  readonly list: ListPredicate;
}

/** Question that an operator asks of a list: does it have some elements, none at all, or one that contains a text? */
export type ListPredicate = Pick<ListQuestion, 'quantifier'> | 'empty' | 'containing';

/**
 * One operator on lists. Only the library has such operators: a list's SQL depends on its storage, so the row names a
 * predicate, and each dialect writes it for each storage.
 */
export interface ListOperator extends ListRow, WithoutSql {}

/** One operator of fields, whichever SQL it has. */
export type AnyOperator = Operator | ListOperator;

/**
 * Returns true where fields of a kind offer the operator.
 *
 * @param isList true where the fields are lists of such values
 */
export function operatorSuits(operator: AnyOperator, kind: ValueKind, isList = false): boolean {
  // A flag has no operand that a list column could misread as an element.
  if (operator.kinds === 'every') return !isList || operator.takes === 'boolean';
  if (operator.kinds === 'lists' || isList) return operator.kinds === 'lists' && isList;
  switch (operator.kinds) {
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
