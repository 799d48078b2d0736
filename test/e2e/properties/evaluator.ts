import { DateTime } from 'luxon';
import { type Field, type Kind, type Relation, rootEntity } from './model.js';
import type { Row } from './blog.js';

/** A request as it is written: texts, null for a key without `=`, lists, and objects of them. */
export type Node = string | null | readonly Node[] | Conditions;

/** An object of conditions, of operators, or of both. */
export interface Conditions {
  readonly [key: string]: Node;
}

export function isList(node: Node): node is readonly Node[] {
  return Array.isArray(node);
}

export function isObject(node: Node): node is Conditions {
  return typeof node === 'object' && node !== null && !isList(node);
}

/** Narrows a node to an object; anything else is a mistake in these tests. */
function objectOf(node: Node | undefined): Conditions {
  if (node !== undefined && isObject(node)) return node;
  throw new TypeError(`expected an object, not ${JSON.stringify(node)}`);
}

function textOf(node: Node | undefined): string {
  if (typeof node === 'string') return node;
  throw new TypeError(`expected a text, not ${JSON.stringify(node)}`);
}

/** The members of a list; a bare value is a list of one. */
function textsOf(node: Node | undefined): string[] {
  if (typeof node === 'string') return [node];
  if (node !== undefined && isList(node)) return node.map((member) => textOf(member));
  throw new TypeError(`expected a list, not ${JSON.stringify(node)}`);
}

/** SQL's logic: true, false, or unknown, which is null. */
export type Truth = boolean | null;

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** False if any is false, or else unknown if any is unknown. */
export function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

/** True if any is true, or else unknown if any is unknown. */
export function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}

/**
 * Returns a number without an exponent, and without a fraction that is zero. Undefined for one that no double can hold,
 * where the engine keeps doubles.
 *
 * @param asDoubles whether the engine keeps a number with a fraction or an exponent, or of more than 64 bits, as a
 *   double
 */
export function digitsOf(text: string, asDoubles: boolean): string | undefined {
  if (!asDoubles || isInt64(text)) return plain(text);
  const double = Number(text);
  if (!Number.isFinite(double)) return undefined;
  return Number.isInteger(double) ? String(BigInt(double)) : plain(String(double));
}

function isInt64(text: string): boolean {
  return /^-?\d+$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text));
}

function plain(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const shift = Number(exponent);
  const digits = shift < 0 ? `${'0'.repeat(-shift)}${whole}${fraction}` : `${whole}${fraction.padEnd(shift, '0')}`;
  const point = whole.length + Math.max(shift, 0);
  const kept = digits.slice(point).replace(/0+$/, '');
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${integer}${kept === '' ? '' : `.${kept}`}`;
}

/** True for a number with more digits before its point than so many. */
export function isBeyond(digits: string, most: number): boolean {
  return digits.replace('-', '').replace(/\..*$/, '').length > most;
}

/** The comparable form of a value. */
type Scalar = string | number | bigint;

/** A value: a single point, or, for a day among date-times, all from `start` to before `end`. */
interface Span {
  readonly start: Scalar;
  readonly end: Scalar | undefined;
}

/** Circumstances on which the meaning of a request depends. */
export interface Reading {
  /** The zone in which days and zoneless date-times are read. */
  readonly zone: string;
  /** True if the columns' collation treats `a` and `A` as equal, as MariaDB's default does. */
  readonly ignoresCase: boolean;
  /** Position of NULL unless a key sets it: first or last in both directions, or the engine's own. */
  readonly nullsAre: 'first' | 'last' | 'smallest' | 'largest';
  /** True if decimals are doubles in documents, as in SQLite's. */
  readonly decimalsAreDoubles: boolean;
  /** True if the handler includes soft-deleted rows. */
  readonly withDeleted: boolean;
}

const readers: Readonly<Record<Kind, (text: string, reading: Reading) => Scalar>> = {
  text: (text, { ignoresCase }) => (ignoresCase ? text.toLowerCase() : text),
  tinyint: (text) => BigInt(text),
  smallint: (text) => BigInt(text),
  integer: (text) => BigInt(text),
  bigint: (text) => BigInt(text),
  decimal: (text, { decimalsAreDoubles }) => scaled(digitsOf(text, decimalsAreDoubles) ?? text),
  float: Number,
  boolean: (text) => (text === 'true' || text === '1' ? 1 : 0),
  date: (text) => text,
  datetime: (text, { zone }) => DateTime.fromISO(text, { zone }).toMillis(),
  uuid: (text) => text.toLowerCase(),
  enum: (text) => text,
  json: (text) => text,
};

/** The circumstances under which the values of a field are compared. */
function readingOf({ exact }: Pick<Field, 'exact'>, reading: Reading): Reading {
  return exact && reading.ignoresCase ? { ...reading, ignoresCase: false } : reading;
}

const known = new Map<string, Span>();

/** A value by its text. The domains are small, so each is read once. */
function spanOf(kind: Kind, text: string, reading: Reading): Span {
  const key = `${kind} ${reading.zone} ${reading.ignoresCase} ${reading.decimalsAreDoubles} ${text}`;
  const span = known.get(key) ?? read(kind, text, reading);
  known.set(key, span);
  return span;
}

function read(kind: Kind, text: string, reading: Reading): Span {
  const isDay = kind === 'datetime' && text.length === 'YYYY-MM-DD'.length;
  return { start: readers[kind](text, reading), end: isDay ? endOfDay(text, reading) : undefined };
}

function endOfDay(text: string, { zone }: Reading): number {
  return DateTime.fromISO(text, { zone }).plus({ days: 1 }).toMillis();
}

/** A decimal without its point, with thirty digits after it: exact, and `4.5` is `4.50`. */
function scaled(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(30, '0')}`);
}

function isBefore(value: Scalar, span: Span): boolean {
  return value < span.start;
}

function isAfter(value: Scalar, span: Span): boolean {
  return span.end === undefined ? value > span.start : value >= span.end;
}

function isWithin(value: Scalar, span: Span): boolean {
  return !isBefore(value, span) && !isAfter(value, span);
}

/** A stored text and the text it is compared with. */
type TextTest = (stored: string, sent: string) => boolean;

const textTests: Readonly<Record<string, TextTest>> = {
  contains: (stored, sent) => stored.includes(sent),
  notContains: (stored, sent) => !stored.includes(sent),
  startsWith: (stored, sent) => stored.startsWith(sent),
  endsWith: (stored, sent) => stored.endsWith(sent),
};

const caseless =
  (test: TextTest): TextTest =>
  (stored, sent) =>
    test(stored.toLowerCase(), sent.toLowerCase());

const equal: TextTest = (stored, sent) => stored === sent;
const different: TextTest = (stored, sent) => stored !== sent;

/** Tests of texts by operators with explicit case sensitivity. */
const textOperators: Readonly<Record<string, TextTest>> = {
  $eqi: caseless(equal),
  $nei: caseless(different),
  $eqc: equal,
  ...Object.fromEntries(
    Object.entries(textTests).flatMap(([name, test]) => [
      [`$${name}`, caseless(test)],
      [`$${name}i`, caseless(test)],
      [`$${name}c`, test],
    ]),
  ),
};

type SpanTest = (stored: Span['start'], sent: readonly Span[]) => boolean;

/** About the first value that was sent. */
const about =
  (test: (stored: Span['start'], span: Span) => boolean): SpanTest =>
  (stored, [span]) =>
    span !== undefined && test(stored, span);

const isBetween: SpanTest = (stored, [low, high]) =>
  low !== undefined && high !== undefined && !isBefore(stored, low) && !isAfter(stored, high);

const isMember: SpanTest = (stored, spans) => spans.some((span) => isWithin(stored, span));

/** Tests of a value by its order within its kind. */
const spanOperators: Readonly<Record<string, SpanTest>> = {
  $eq: about(isWithin),
  $ne: about((stored, span) => !isWithin(stored, span)),
  $lt: about(isBefore),
  $lte: about((stored, span) => !isAfter(stored, span)),
  $gt: about(isAfter),
  $gte: about((stored, span) => !isBefore(stored, span)),
  $in: isMember,
  $notIn: (stored, spans) => !isMember(stored, spans),
  $between: isBetween,
  $notBetween: (stored, spans) => !isBetween(stored, spans),
};

/** Tests of a list by the values that are asked for; a value that is of another type than the list's is null in it. */
const listOperators: Readonly<Record<string, (has: readonly boolean[]) => boolean>> = {
  $has: (has) => has.every(Boolean),
  $hasEvery: (has) => has.every(Boolean),
  $hasSome: (has) => has.some(Boolean),
};

/** One operator of one list: unknown where there is no list. Elements are equal exactly, whatever the collation. */
function compareList(
  { kind }: Pick<Field, 'kind'>,
  operator: string,
  stored: readonly (string | null)[] | null,
  operand: Node,
  reading: Reading,
): Truth {
  if (operator === '$null' || operator === '$notNull')
    return compare({ kind }, operator, stored === null ? null : '', operand, reading);
  if (stored === null) return null;
  if (operator === '$empty') return (textOf(operand) === 'true') === (stored.length === 0);
  const test = listOperators[operator];
  if (test === undefined) throw new TypeError(`lists have no operator ${operator}`);
  const exact = readingOf({ exact: true }, reading);
  const elements = stored.filter((element) => element !== null).map((element) => spanOf(kind, element, exact).start);
  return test(textsOf(operand).map((text) => elements.includes(spanOf(kind, text, exact).start)));
}

/** One operator of one field: unknown where the field is NULL, but for the operators that ask for that. */
function compare(
  { kind, exact }: Pick<Field, 'kind' | 'exact'>,
  operator: string,
  stored: string | null,
  operand: Node,
  circumstances: Reading,
): Truth {
  if (operator === '$null' || operator === '$notNull') {
    const isNull = stored === null;
    return (operator === '$null') === (textOf(operand) === 'true') ? isNull : !isNull;
  }
  if (operand === null) return operator === '$eq' ? stored === null : not(stored === null);
  if (stored === null) return null;
  const textTest = textOperators[operator];
  if (textTest !== undefined) return textTest(stored, textOf(operand));
  const spanTest = spanOperators[operator];
  if (spanTest === undefined) throw new TypeError(`there is no operator ${operator}`);
  const reading = readingOf({ exact }, circumstances);
  const spans = textsOf(operand).map((text) => spanOf(kind, text, reading));
  return spanTest(spanOf(kind, stored, reading).start, spans);
}

/** Operators of existence: true if the flag `true` means that a related row exists. */
const existence: Readonly<Record<string, boolean>> = { $exists: true, $notNull: true, $null: false };

/** Compared with null, a relation is asked whether there is a related row. */
const existenceByNull: Readonly<Record<string, boolean>> = { $eq: false, $ne: true };

const quantifiers: readonly string[] = ['$some', '$every', '$none', '$count'];

const number: Pick<Field, 'kind'> = { kind: 'integer' };

/**
 * Says of a row what a filter means, by the text of the dialect alone. It shares nothing with the library: what it
 * reads is the tree as a client writes it, and the rows in memory.
 */
export class Evaluator {
  constructor(private readonly reading: Reading) {}

  /** The keys of the rows that a filter returns, in the order of the rows. */
  matching(filters: Conditions, rows: readonly Row[]): string[] {
    return rows.filter((row) => this.conditions(filters, row) === true).map(({ key }) => key);
  }

  conditions(node: Conditions, row: Row): Truth {
    return allOf(Object.entries(node).map(([key, inner]) => this.condition(key, inner, row)));
  }

  private condition(key: string, node: Node, row: Row): Truth {
    if (key === '$not') return not(this.conditions(objectOf(node), row));
    if (key === '$and' || key === '$or') return this.group(key, node, row);
    const { fields, relations } = rootEntity(row.entity);
    const relation = relations[key];
    if (relation !== undefined) return this.relation(relation, this.related(row, key), node);
    const field = fields[key];
    if (field === undefined || field.kind === 'json') return this.document(key, node, row);
    if (field.list !== undefined) return this.list(field, row.lists[key] ?? null, node);
    return this.field(field, row.values[key] ?? null, node);
  }

  /** Operators of a document, and conditions on its paths, each of which is a field by the names that lead to it. */
  private document(at: string, node: Node, row: Row): Truth {
    const field = rootEntity(row.entity).fields[at];
    return allOf(
      Object.entries(objectOf(node)).map(([key, inner]) => {
        if (key === '$not') return not(this.document(at, inner, row));
        if (!key.startsWith('$')) return this.condition(`${at}.${key}`, inner, row);
        if (field === undefined) throw new TypeError(`${row.entity} has no ${at}`);
        return compare(field, key, row.values[at] ?? null, inner, this.reading);
      }),
    );
  }

  private list(field: Pick<Field, 'kind'>, stored: readonly (string | null)[] | null, node: Node): Truth {
    if (!isObject(node)) return compareList(field, isList(node) ? '$hasSome' : '$has', stored, node, this.reading);
    return allOf(
      Object.entries(node).map(([operator, operand]) =>
        operator === '$not'
          ? not(this.list(field, stored, objectOf(operand)))
          : compareList(field, operator, stored, operand, this.reading),
      ),
    );
  }

  private group(key: '$and' | '$or', node: Node, row: Row): Truth {
    if (!isList(node))
      return anyOf(Object.entries(objectOf(node)).map(([name, inner]) => this.condition(name, inner, row)));
    const truths = node.map((entry) => this.entry(entry, row));
    return key === '$and' ? allOf(truths) : anyOf(truths);
  }

  /** An entry that is itself a list means all of its members. */
  private entry(node: Node, row: Row): Truth {
    return isList(node) ? allOf(node.map((inner) => this.entry(inner, row))) : this.conditions(objectOf(node), row);
  }

  private field(field: Pick<Field, 'kind' | 'exact'>, stored: string | null, node: Node): Truth {
    if (isList(node)) return compare(field, '$in', stored, node, this.reading);
    if (!isObject(node)) return compare(field, '$eq', stored, node, this.reading);
    return allOf(
      Object.entries(node).map(([operator, operand]) =>
        operator === '$not'
          ? not(this.field(field, stored, objectOf(operand)))
          : compare(field, operator, stored, operand, this.reading),
      ),
    );
  }

  /** Soft-deleted related rows do not count, unless the handler asked for deleted rows. */
  private related(row: Row, relation: string): readonly Row[] {
    const rows = row.related[relation] ?? [];
    return this.reading.withDeleted ? rows : rows.filter(({ deleted }) => !deleted);
  }

  /** A condition on a relation is never unknown. */
  private relation(relation: Relation, rows: readonly Row[], node: Node): boolean {
    if (node === null) return rows.length === 0;
    if (!isObject(node)) return rows.some((row) => this.aboutKey(row, isList(node) ? '$in' : '$eq', node) === true);
    const keys = Object.keys(node);
    const apart = keys.filter((key) => standsApart(relation, key, node[key]));
    const plain = keys.filter((key) => !apart.includes(key));
    const satisfied = apart.every((key) => this.predicate(key, rows, node[key]));
    return satisfied && (plain.length === 0 || rows.some((row) => this.isOneRow(row, plain, node)));
  }

  private isOneRow(row: Row, keys: readonly string[], node: Conditions): boolean {
    const truths = keys.map((key) => {
      const inner = node[key] ?? null;
      const isOwn = !key.startsWith('$') || ['$and', '$or', '$not'].includes(key);
      return isOwn ? this.condition(key, inner, row) : this.aboutKey(row, key, inner);
    });
    return allOf(truths) === true;
  }

  private aboutKey(row: Row, operator: string, node: Node): Truth {
    const { key, fields } = rootEntity(row.entity);
    const field = fields[key];
    if (field === undefined) throw new TypeError(`${row.entity} has no key`);
    return compare(field, operator, row.values[key] ?? null, node, this.reading);
  }

  private predicate(key: string, rows: readonly Row[], node: Node | undefined): boolean {
    const satisfies = (row: Row) => this.conditions(objectOf(node), row) === true;
    switch (key) {
      case '$some':
        return rows.some(satisfies);
      case '$every':
        return rows.every(satisfies);
      case '$none':
        return !rows.some(satisfies);
      case '$count':
        return this.count(rows, node ?? null);
      default: {
        const asksForOne = node === null ? existenceByNull[key] : (textOf(node) === 'true') === existence[key];
        return asksForOne === rows.length > 0;
      }
    }
  }

  private count(rows: readonly Row[], node: Node): boolean {
    const { $where: where, ...comparisons } = isObject(node) ? node : { [isList(node) ? '$in' : '$eq']: node };
    const counted = where === undefined ? rows : rows.filter((row) => this.conditions(objectOf(where), row) === true);
    return this.field(number, String(counted.length), comparisons) === true;
  }
}

/** Each of these keys is a predicate of its own; the others are about one related row. */
function standsApart({ toMany }: Relation, key: string, node: Node | undefined): boolean {
  if (node === null && Object.hasOwn(existenceByNull, key)) return true;
  return Object.hasOwn(existence, key) || (toMany && quantifiers.includes(key));
}

/** One key of an order, as a client writes it: `author.name:desc:nullsLast`. */
interface Term {
  readonly path: readonly string[];
  readonly descending: boolean;
  /** Position of NULL. */
  readonly nullsFirst: boolean;
}

/** The rows in the order of the keys; ties are broken by id, in the direction of the last key. */
export function ordered(rows: readonly Row[], sort: readonly string[], reading: Reading): Row[] {
  const terms = sort.map((text) => readTerm(text, reading));
  const descending = terms.at(-1)?.descending ?? false;
  const last: Term = { path: ['id'], descending, nullsFirst: false };
  return [...rows].sort((a, b) => {
    for (const term of [...terms, last]) {
      const difference = compareBy(term, a, b, reading);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function readTerm(text: string, { nullsAre }: Reading): Term {
  const [key = '', ...suffixes] = text.split(':');
  const descending = suffixes.some((suffix) => suffix.toLowerCase() === 'desc');
  const said = suffixes.find((suffix) => suffix.startsWith('nulls'));
  const byItself = nullsAre === 'first' || nullsAre === (descending ? 'largest' : 'smallest');
  return { path: key.split('.'), descending, nullsFirst: said === undefined ? byItself : said === 'nullsFirst' };
}

function compareBy(term: Term, a: Row, b: Row, reading: Reading): number {
  const [left, right] = [valueFor(term, a, reading), valueFor(term, b, reading)];
  if (left === null || right === null) {
    if (left === right) return 0;
    return (left === null) === term.nullsFirst ? -1 : 1;
  }
  if (left === right) return 0;
  return left < right !== term.descending ? -1 : 1;
}

/** Through a to-many relation the smallest when ascending, the largest when descending; with nothing related, NULL. */
function valueFor({ path, descending }: Term, row: Row, reading: Reading): Scalar | null {
  const [first = '', ...rest] = path;
  if (rootEntity(row.entity).relations[first] === undefined) return ownValue(row, path.join('.'), reading);
  const related = (row.related[first] ?? []).filter(({ deleted }) => reading.withDeleted || !deleted);
  const name = rest.join('.');
  if (name === '$count') return related.length;
  const values = related.map((other) => ownValue(other, name, reading)).filter((value) => value !== null);
  if (values.length === 0) return null;
  return values.reduce((best, value) => (value < best !== descending ? value : best));
}

function ownValue(row: Row, name: string, reading: Reading): Scalar | null {
  const field: Field | undefined = rootEntity(row.entity).fields[name];
  const text = row.values[name] ?? null;
  if (field === undefined) throw new TypeError(`${row.entity} has no ${name}`);
  return text === null ? null : spanOf(field.kind, text, readingOf(field, reading)).start;
}
