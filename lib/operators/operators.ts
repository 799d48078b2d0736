import type { Dialect, ListQuestion, TextColumn } from '../dialects/index.js';
import type { ValueKind, ValueKindName } from '../values/index.js';
import { relatedAggregateTokens } from './aggregates.js';

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
 * Kinds of field that have an operator: a family of kinds, or a list of their names. A field that is a list accepts
 * only operators for `every` kind that take `boolean`.
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
  /** Returns the condition as SQL. It must be NULL where the column is NULL, unless the operator tests for NULL. */
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

/** Condition on a list: it has certain elements, none at all, or one that contains a text. */
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
  return typeof operator.kinds === 'string' ? kind[operator.kinds] : operator.kinds.includes(kind.name);
}

const point = { kinds: 'comparable', indexUse: 'point' } as const;
const order = { kinds: 'ordered', indexUse: 'range' } as const;
const ofNull = { takes: 'boolean', kinds: 'every', indexUse: 'null', comparesPlainly: true } as const;

/** Comparisons with one value. The opposite of each is exact, because NULL satisfies neither. */
const signs = [
  { token: '$eq', sign: '=', negatedBy: '$ne', ...point, summary: 'equals the value, by the collation of the column' },
  { token: '$ne', sign: '<>', negatedBy: '$eq', kinds: 'comparable', summary: 'does not equal the value' },
  { token: '$lt', sign: '<', negatedBy: '$gte', ...order, summary: 'is less than the value' },
  { token: '$lte', sign: '<=', negatedBy: '$gt', ...order, summary: 'is less than or equal to the value' },
  { token: '$gt', sign: '>', negatedBy: '$lte', ...order, summary: 'is greater than the value' },
  { token: '$gte', sign: '>=', negatedBy: '$lt', ...order, summary: 'is greater than or equal to the value' },
] as const;

/** Equality, order, membership, ranges and NULL. These operators mean the same for every kind that has them. */
const comparisons: readonly Operator[] = [
  ...signs.map(({ sign, ...row }): Operator => ({
    ...row,
    takes: 'value',
    comparesPlainly: true,
    sql: ({ column, operands }) => `${column.sql} ${sign} ${operands[0]}`,
  })),
  {
    ...point,
    token: '$in',
    takes: 'list',
    negatedBy: '$notIn',
    summary: 'is in the list',
    sql: ({ column, operands }) => `${column.sql} IN (${operands.join(', ')})`,
    sqlOfArray: (column, array) => `${column} = ANY(${array})`,
  },
  {
    token: '$notIn',
    takes: 'list',
    kinds: 'comparable',
    negatedBy: '$in',
    summary: 'is not in the list',
    sql: ({ column, operands }) => `${column.sql} NOT IN (${operands.join(', ')})`,
    sqlOfArray: (column, array) => `${column} <> ALL(${array})`,
  },
  {
    token: '$between',
    takes: 'pair',
    kinds: 'ranged',
    negatedBy: '$notBetween',
    indexUse: 'range',
    comparesPlainly: true,
    summary: 'is between the two values, inclusive',
    sql: ({ column, operands }) => `${column.sql} BETWEEN ${operands[0]} AND ${operands[1]}`,
  },
  {
    token: '$notBetween',
    takes: 'pair',
    kinds: 'ranged',
    negatedBy: '$between',
    summary: 'is less than the first value or greater than the second',
    sql: ({ column, operands }) => `${column.sql} NOT BETWEEN ${operands[0]} AND ${operands[1]}`,
  },
  {
    ...ofNull,
    token: '$null',
    negatedBy: '$notNull',
    summary: 'is null (with false: is not null)',
    sql: ({ column }) => `${column.sql} IS NULL`,
  },
  {
    ...ofNull,
    token: '$notNull',
    negatedBy: '$null',
    summary: 'is not null (with false: is null)',
    sql: ({ column }) => `${column.sql} IS NOT NULL`,
  },
];

/** First half of each text match's name, the place in the text where it looks, and the first half of its summary. */
const places: readonly (Pick<OperatorMatch, 'anchor'> & {
  readonly name: string;
  readonly opposite?: string;
  readonly summary: string;
})[] = [
  { name: 'contains', opposite: 'notContains', anchor: 'anywhere', summary: 'contains the text' },
  { name: 'notContains', opposite: 'contains', anchor: 'anywhere', summary: 'does not contain the text' },
  { name: 'startsWith', anchor: 'start', summary: 'starts with the text' },
  { name: 'endsWith', anchor: 'end', summary: 'ends with the text' },
];

/** The suffix of the name, and its meaning for upper and lower case; without a suffix, case is ignored. */
const cases = [
  { suffix: '', caseSensitive: false, inWords: 'case-insensitively' },
  { suffix: 'i', caseSensitive: false, inWords: 'case-insensitively' },
  { suffix: 'c', caseSensitive: true, inWords: 'case-sensitively' },
] as const;

/** The four text matches, each in three spellings. Their operands are patterns; see {@link patternFor}. */
const textMatches: readonly Operator[] = cases.flatMap(({ suffix, caseSensitive, inWords }) =>
  places.map(({ name, opposite, anchor, summary }): Operator => ({
    token: `$${name}${suffix}`,
    takes: 'needle',
    kinds: 'textual',
    summary: `${summary}, ${inWords}`,
    match: { anchor, caseSensitive },
    // `$not` negates a match without an opposite as a whole.
    ...(opposite !== undefined && { negatedBy: `$${opposite}${suffix}` as const }),
    sql: ({ column, operands: [pattern = ''], dialect }) => {
      const sql = caseSensitive ? dialect.likeToTheLetter(column, pattern) : dialect.likeIgnoringCase(column, pattern);
      return name === 'notContains' ? `NOT (${sql})` : sql;
    },
  })),
);

/** Equality of texts with an explicit meaning of case: `$eq` and `$ne` leave it to the collation of the column. */
const textEqualities: readonly Operator[] = [
  {
    token: '$eqi',
    takes: 'value',
    kinds: 'textual',
    negatedBy: '$nei',
    summary: 'equals the text, case-insensitively',
    sql: ({ column, operands: [text = ''], dialect }) => dialect.equalIgnoringCase(column, text),
  },
  {
    token: '$nei',
    takes: 'value',
    kinds: 'textual',
    negatedBy: '$eqi',
    summary: 'does not equal the text, case-insensitively',
    sql: ({ column, operands: [text = ''], dialect }) => `NOT (${dialect.equalIgnoringCase(column, text)})`,
  },
  {
    token: '$eqc',
    takes: 'value',
    kinds: 'textual',
    summary: 'equals the text, case-sensitively, under any collation',
    sql: ({ column, operands: [text = ''], dialect }) => dialect.equalToTheLetter(column, text),
  },
];

/** Operators of fields that are lists. Elements compare exactly, on every engine. */
const listOperators = [
  { token: '$has', takes: 'value', list: { quantifier: 'every' }, summary: 'is a list that has the value' },
  {
    token: '$hasEvery',
    takes: 'list',
    list: { quantifier: 'every' },
    summary: 'is a list that has every value of the list',
  },
  {
    token: '$hasSome',
    takes: 'list',
    list: { quantifier: 'some' },
    summary: 'is a list that has at least one value of the list',
  },
  {
    token: '$empty',
    takes: 'boolean',
    list: 'empty',
    summary: 'is a list without elements (with false: with elements)',
  },
] as const;

/**
 * All built-in operators of fields, in the order of the documentation. A new operator is a row in one of these tables.
 */
export const builtInOperators: readonly AnyOperator[] = [
  ...comparisons,
  ...textEqualities,
  ...textMatches,
  ...listOperators.map((row): ListOperator => ({ ...row, kinds: 'lists' })),
];

/** Returns a built-in operator by its token. No compatibility mode and no operator of the host replaces it. */
export function builtIn(token: string): AnyOperator {
  const operator = builtInOperators.find((row) => row.token === token);
  if (operator === undefined) throw new TypeError(`there is no ${token}`);
  return operator;
}

/**
 * Operator by which a search looks into lists of texts. It is not in the table above, so that requests cannot name it:
 * no index of a list serves it.
 */
export const elementContains: ListOperator = {
  token: '$hasContaining',
  takes: 'needle',
  kinds: 'lists',
  summary: 'is a list with an element that contains the text, case-insensitively',
  list: 'containing',
};

/**
 * Pattern languages, with the escaping that makes every character of a needle stand for itself. LIKE has an escape
 * character. GLOB has none, but a class of one character does the same.
 */
const syntaxes = {
  '!': { any: '%', special: /[!%_]/g, escape: '!$&' },
  '\\': { any: '%', special: /[\\%_]/g, escape: '\\$&' },
  glob: { any: '*', special: /[*?[]/g, escape: '[$&]' },
} as const;

/** Returns the pattern that finds a text literally, in the language that the dialect uses for this kind of match. */
export function patternFor(needle: string, match: OperatorMatch, dialect: Dialect): string {
  const isGlob = match.caseSensitive && dialect.sensitivePattern === 'glob';
  const { any, special, escape } = syntaxes[isGlob ? 'glob' : dialect.likeEscape];
  const literal = needle.replace(special, escape);
  return `${match.anchor === 'start' ? '' : any}${literal}${match.anchor === 'end' ? '' : any}`;
}

/** The tokens that combine conditions. */
export const groupTokens = ['$and', '$or', '$not'] as const;

/**
 * The quantifiers over related rows: some, every or none of them satisfies a condition. Their
 * tokens are `$some` and so on.
 */
export const quantifiers = ['some', 'every', 'none'] as const;

/**
 * The tokens that are allowed under a to-many relation only: a to-one relation has one row, which needs no quantifier.
 */
export const toManyTokens = [...quantifiers.map((quantifier) => `$${quantifier}` as const), '$count'] as const;

/** The tokens that test whether a related row exists; each takes true or false. */
export const existenceTokens = ['$exists', '$null', '$notNull'] as const;

/**
 * Operators that `$null: false` and `$notNull: false` stand for. Other operators of true or false, such as `$empty`,
 * have no opposite: `false` negates them.
 */
export const oppositeOfNull: ReadonlyMap<string, string> = new Map([
  ['$null', '$notNull'],
  ['$notNull', '$null'],
]);

/**
 * Tokens that are allowed only under relations. `$null` and `$notNull` are also operators of
 * fields, so they are not listed.
 */
export const relationTokens: ReadonlySet<string> = new Set([
  ...toManyTokens,
  ...relatedAggregateTokens,
  '$exists',
  '$where',
]);

/** The operators that compare an aggregate of related rows. */
export const aggregateOperators: ReadonlySet<string> = new Set(comparisons.map(({ token }) => token));

/** The names that no operator of the host can have. */
export const reservedTokens: ReadonlySet<string> = new Set([...groupTokens, ...relationTokens]);
