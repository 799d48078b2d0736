import type { Comparison } from '../../ast/index.js';
import { type Dialect, type TextColumn, junction } from '../../dialects/index.js';
import {
  type AnyOperator,
  type Operator,
  type OperatorMatch,
  type OperatorToken,
  builtInOperators,
  patternFor,
} from '../../operators/index.js';
import { type FilterValue, type Instant, type ValueKind, isRange, lastShownAs } from '../../values/index.js';
import {
  type BoundBy,
  type ParameterMaker,
  boundValue,
  makerAt,
  makerBy,
  makerOfAll,
  memberAt,
  operandOf,
  padded,
  paddedLength,
  spreadOperand,
} from '../binding.js';
import type { Statement } from '../statement.js';

const byToken: ReadonlyMap<string, Operator> = new Map(
  builtInOperators.filter((operator) => operator.list === undefined).map((operator) => [operator.token, operator]),
);

/** True for the library's own operators, whose SQL is known. A host's operator may depend on anything. */
export function isBuiltIn(operator: AnyOperator): boolean {
  return byToken.get(operator.token) === operator;
}

/** The left side of a comparison: an escaped expression, and the column whose values it takes. */
export interface Comparand {
  readonly sql: string;
  /** Facts that decide how values are bound, and which SQL compares them. */
  readonly by: BoundBy;
}

/** An operator and its operands, whatever they are compared with. */
export type Predicate = Pick<Comparison, 'operator' | 'values'>;

/** Compiles a comparison, or its negation. Either is unknown where the expression is NULL. */
export function compileComparison(
  statement: Statement,
  comparand: Comparand,
  { operator, values }: Predicate,
  negated = false,
): string {
  if (operator.list !== undefined) throw new TypeError(`${operator.token} was given a value that is no list`);
  const opposite = negated && operator.negatedBy !== undefined ? byToken.get(operator.negatedBy) : undefined;
  const sql = operatorSql(statement, comparand, opposite ?? operator, values);
  return negated && opposite === undefined ? `NOT (${sql})` : sql;
}

/** Writes dates by ranges, lists as arrays where the engine accepts them, and all else by the operator's row. */
function operatorSql(
  statement: Statement,
  { sql, by }: Comparand,
  operator: Operator,
  values: readonly FilterValue[],
): string {
  const { dialect } = statement;
  if (isOfRanges(by, values)) {
    const compared = rangesSql(statement, { sql, by }, operator.token, values);
    if (compared !== undefined) return compared;
  }
  if (operator.sqlOfArray !== undefined && values.length > 1 && isBoundAsArray(by, dialect)) {
    return operator.sqlOfArray(sql, statement.bindList(values, makerOfAll(makerBy(by))));
  }
  // A host's operator may need its operands one by one, and a decimal a phrase around each.
  const isList = operator.takes === 'list' && isBuiltIn(operator);
  const operands =
    isList && by.kind.name !== 'decimal'
      ? [spreadOperand(statement, values, makerBy(by))]
      : (isList ? padded(values) : values).map((_, index) =>
          operator.match === undefined
            ? operandOf(statement, by, values, index)
            : statement.bindFrom(values, makerAt(index, needleMaker(by, operator.match, dialect))),
        );
  return operator.sql({ column: textColumn(sql, by), operands, dialect });
}

function needleMaker(by: BoundBy, match: OperatorMatch, dialect: Dialect): (value: FilterValue) => unknown {
  return (value) => patternFor(String(boundValue(by, value)), match, dialect);
}

function textColumn(sql: string, { column }: BoundBy): TextColumn {
  const type = column?.type ?? '';
  return { sql, collation: column?.collation, type: typeof type === 'string' ? type : type.name };
}

/**
 * True where PostgreSQL accepts a list as one array. A list of one member is an equality instead, so that an index may
 * give the rows in order. A transformer may turn each value into an array, which cannot be a member of another.
 */
function isBoundAsArray({ column }: BoundBy, dialect: Dialect): boolean {
  return dialect.arrays && column?.transformer === undefined;
}

/** Returns the number of values that the SQL of a comparison depends on; `several` for a list that is one array. */
export function writtenLength({ operator, values }: Predicate, by: BoundBy, dialect: Dialect): number | 'several' {
  const { length } = values;
  if (length < 2 || operator.takes !== 'list' || operator.list !== undefined || !isBuiltIn(operator)) return length;
  const isArray = operator.sqlOfArray !== undefined && !isOfRanges(by, values) && isBoundAsArray(by, dialect);
  return isArray ? 'several' : paddedLength(length);
}

/** Returns the SQL of a host's operator for a stand-in column, which distinguishes the comparison from others. */
export function phraseOf(operator: Operator, by: BoundBy, length: number, dialect: Dialect): string {
  const operands = Array.from({ length }, (_, index) => `:${index}`);
  const sql = operator.sql({ column: textColumn('', by), operands, dialect });
  return `${sql} ${operator.sqlOfArray?.('', ':all') ?? ''}`;
}

/**
 * True where an operand may stand for a range of stored values: a date-time for a day or for all that rows show as it,
 * days for a week or more, and a number for those that are shown as one of fewer digits.
 */
function isOfRanges({ kind }: BoundBy, values: readonly FilterValue[]): boolean {
  if (kind.storedAs === 'datetime' || kind.endsOf !== undefined) return true;
  return kind.storedAs === 'date' && values.some((value) => typeof value === 'object');
}

/** An operand, as a range of stored values. Each function binds what it returns. */
interface Range {
  /** True for a single stored value, which can be a member of a list. */
  readonly isSingle: boolean;
  readonly least: () => string;
  readonly greatest: () => string;
  /** True where `greatest` is the first value after the range: a day has no last instant. */
  readonly isHalfOpen: boolean;
  readonly spellings: () => readonly string[];
}

/** Compiles a comparison with ranges. Undefined for an operator that does not compare them: `$null`, a host's. */
function rangesSql(
  statement: Statement,
  { sql, by }: Comparand,
  token: OperatorToken,
  values: readonly FilterValue[],
): string | undefined {
  const isDateTime = by.kind.storedAs === 'datetime';
  const ranges = padded(values).flatMap(
    (_, index) => (isDateTime ? instants : numbers)(statement, by, values, index) ?? [],
  );
  const [first, second] = ranges;
  if (first === undefined) return undefined;
  const before = (range: Range): string => `${sql} < ${range.least()}`;
  const from = (range: Range): string => `${sql} >= ${range.least()}`;
  const until = (range: Range): string => `${sql} ${range.isHalfOpen ? '<' : '<='} ${range.greatest()}`;
  const after = (range: Range): string => `${sql} ${range.isHalfOpen ? '>=' : '>'} ${range.greatest()}`;
  const within = (range: Range): string => `(${from(range)} AND ${until(range)})`;
  const outside = (range: Range): string => `(${before(range)} OR ${after(range)})`;
  /** Single instants are members of one list. */
  const each = (equal: string, among: string, isWithin: typeof within): readonly string[] => {
    const isSame = (texts: readonly string[]): string =>
      texts.length === 1 ? `${sql} ${equal} ${texts[0]}` : `${sql} ${among} (${texts.join(', ')})`;
    if (!isDateTime) return ranges.map((range) => (range.isSingle ? isSame(range.spellings()) : isWithin(range)));
    const texts = ranges.flatMap((range) => (range.isSingle ? range.spellings() : []));
    const others = ranges.filter((range) => !range.isSingle).map(isWithin);
    return texts.length === 0 ? others : [isSame(texts), ...others];
  };
  switch (token) {
    case '$lt':
      return before(first);
    case '$lte':
      return until(first);
    case '$gt':
      return after(first);
    case '$gte':
      return from(first);
    case '$eq':
    case '$in':
      return joined('OR', each('=', 'IN', within));
    case '$ne':
    case '$notIn':
      return joined('AND', each('<>', 'NOT IN', outside));
    case '$between':
      return second && `(${from(first)} AND ${until(second)})`;
    case '$notBetween':
      return second && `(${before(first)} OR ${after(second)})`;
    default:
      return undefined;
  }
}

function joined(word: 'AND' | 'OR', parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : junction(word, parts);
}

/** Returns days of a relative date, rounded to a week or more, or the numbers that are shown as one. */
function numbers(statement: Statement, by: BoundBy, values: readonly FilterValue[], index: number): Range {
  const value = memberAt(values, index);
  const least = (): string => statement.bindFrom(values, endMaker(by, index, 'first'));
  const greatest = (): string => statement.bindFrom(values, endMaker(by, index, 'last'));
  const isSeveral = typeof value === 'object' && value.type === 'days' && value.first !== value.last;
  const isSingle = by.kind.endsOf === undefined && !isSeveral;
  return { isSingle, least, greatest, isHalfOpen: false, spellings: () => [least()] };
}

/** A function of its own, because a closure keeps what is around it. */
function endMaker(by: BoundBy, index: number, end: 'first' | 'last'): ParameterMaker {
  return (values) => {
    const value = memberAt(values, index);
    if (value === undefined) return undefined;
    const ends = by.kind.endsOf?.(value);
    if (ends !== undefined) return boundValue(by, ends[end === 'first' ? 0 : 1]);
    return boundValue(by, typeof value === 'object' && value.type === 'days' ? value[end] : value);
  };
}

/**
 * Returns the stored instants of a day or of an instant. Where date-times are stored as text, an instant has two
 * spellings, and the column may have either. Where rows show fewer digits than are stored, it is a range.
 */
function instants(statement: Statement, by: BoundBy, values: readonly FilterValue[], index: number): Range | undefined {
  const value = memberAt(values, index);
  if (typeof value !== 'object' || value.type === 'days') return undefined;
  const isDay = value.type === 'day';
  const hidesDigits = by.bindFacts.hidesDigits === true;
  const hasSpellings = !hidesDigits && statement.dialect.dateTimesAreText;
  const bind = (part: InstantPart, form: InstantForm): string =>
    statement.bindFrom(values, instantMaker(by, index, part, form));
  const start = isDay ? 'start' : 'itself';
  // Instants of one text or of microseconds bind the same twice, so that the SQL never depends on the value.
  const lower = hasSpellings ? 'short' : 'exact';
  const least = (): string => bind(start, lower);
  return {
    isSingle: !isRange(value, by.bindFacts),
    least,
    greatest: () => (isDay ? bind('end', lower) : bind('itself', hidesDigits ? 'last' : 'exact')),
    isHalfOpen: isDay,
    spellings: () => [bind(start, 'exact'), ...(hasSpellings ? [least()] : [])],
  };
}

/** The instant of an operand: the value itself, or the first instant of a day or of the next. */
type InstantPart = 'itself' | 'start' | 'end';

/** How an instant is bound: as it is, as text without a fraction of zeros, or as the last one that is shown as it. */
type InstantForm = 'exact' | 'short' | 'last';

function instantMaker(by: BoundBy, index: number, part: InstantPart, form: InstantForm): ParameterMaker {
  return (values) => {
    const instant = instantAt(memberAt(values, index), part);
    if (instant === undefined) return undefined;
    const bound = boundValue(by, form === 'last' ? lastShownAs(instant, by.bindFacts) : instant);
    return form === 'short' && typeof bound === 'string' ? bound.replace(/\.000$/, '') : bound;
  };
}

/** Undefined where the value is a day instead of an instant, or the reverse: the SQL differs then. */
function instantAt(value: FilterValue | undefined, part: InstantPart): Instant | undefined {
  if (typeof value !== 'object' || value.type === 'days') return undefined;
  if (value.type === 'instant') return part === 'itself' ? value : undefined;
  return part === 'itself' ? undefined : value[part];
}

/**
 * Compiles a condition on a list, or its negation. Either is false or unknown where the list is NULL.
 *
 * @param alias the escaped alias of the row's table
 * @returns undefined for an operator that is not about lists
 */
export function compileList(
  statement: Statement,
  { field: { expression }, operator, values }: Comparison,
  alias: string,
  negated: boolean,
): string | undefined {
  const { list, kind } = expression;
  if (operator.list === undefined || list === undefined) return undefined;
  if (operator.list === 'empty') return list.empty(alias, negated);
  if (operator.list === 'containing') {
    const { dialect } = statement;
    const needle = String(boundValue(expression, values[0] ?? ''));
    const pattern = statement.bind(patternFor(needle, { anchor: 'anywhere', caseSensitive: false }, dialect));
    const matches = (sql: string): string => dialect.likeIgnoringCase({ sql, type: '' }, pattern);
    return list.hasMatch(alias, { matches, negated });
  }
  return list.has(alias, {
    quantifier: operator.list.quantifier,
    elements: values.map((value) => ({ value: boundValue(expression, value), json: jsonOf(kind, value) })),
    bind: (value) => statement.bind(value),
    negated,
  });
}

/** Returns the JSON text of a value. JSON has numbers, true and false; everything else is a text. */
function jsonOf(kind: ValueKind, value: FilterValue): string {
  const text = kind.print(value);
  return kind.numeric === true || kind.name === 'boolean' ? text : JSON.stringify(text);
}
