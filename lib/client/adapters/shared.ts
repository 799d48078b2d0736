import type { PaginationInput, QueryInput } from '../../contract/index.js';

/** A request made from the model of a grid or a query builder, for `toQueryString()`. */
export type AdaptedQuery = QueryInput<Record<string, unknown>>;

/** Conditions on an entity, as a request nests them. An object without keys is no condition. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The name of a field, split at its dots. */
export type Path = readonly string[];

/** Nests conditions below a field. A computed key is an own property under any name, even `__proto__`. */
export function at(path: Path, conditions: Conditions): Conditions {
  return path.reduceRight<Conditions>((inner, name) => ({ [name]: inner }), conditions);
}

/**
 * Returns the conjunction of a list. Two conditions on one name stay apart, so that they may be about two related rows.
 */
export function all(list: readonly Conditions[]): Conditions {
  const entries = list.flatMap((conditions) => Object.entries(conditions));
  const names = new Set(entries.map(([name]) => name));
  return names.size === entries.length ? Object.fromEntries(entries) : { $and: list.filter(saysAnything) };
}

/** Returns false for an object without conditions, which cannot stand in a list. */
export function saysAnything(conditions: Conditions): boolean {
  return Object.keys(conditions).length > 0;
}

/** Returns the disjunction of a list, which is not empty. */
export function any(list: readonly Conditions[]): Conditions {
  return list.length === 1 ? all(list) : { $or: list };
}

/**
 * Returns the negation of conditions on a field, which also finds rows without a value. `$notNull` ensures this for a
 * column, and `$not` for the column of a missing related row.
 */
function anythingBut(path: Path, conditions: Conditions): Conditions {
  return { $not: at(path, { $notNull: true, ...conditions }) };
}

/** Returns the condition that a field has no value, or its related row is missing. */
export function withoutValue(path: Path): Conditions {
  return path.length === 1 ? at(path, { $null: true }) : anythingBut(path, {});
}

/** Returns the condition that a field has a text other than the empty one. */
export function withText(path: Path): Conditions {
  return at(path, { $notNull: true, $ne: '' });
}

/** Returns the condition that a field has no text, or the empty one. */
export function withoutText(path: Path): Conditions {
  return anythingBut(path, { $ne: '' });
}

/**
 * Returns the condition that a field is one of the members. Null stands for no value. Without members, no row is found.
 */
export function oneOf(path: Path, members: readonly unknown[]): Conditions {
  const values = members.filter((member) => member !== null);
  if (members.length === 0) return at(path, { $null: true, $notNull: true });
  const some = values.length > 0 ? [at(path, { $in: values })] : [];
  return any(values.length < members.length ? [...some, withoutValue(path)] : some);
}

/** Parts of a request, as an adapter finds them. */
interface Parts {
  readonly conditions?: readonly Conditions[];
  readonly sort?: readonly `${string}:${'asc' | 'desc'}`[];
  readonly pagination?: PaginationInput | undefined;
  readonly search?: string | undefined;
  readonly aggregates?: readonly string[];
}

/** Makes a request from its parts. Empty parts are left out, because a query string cannot contain an empty list. */
export function adapted({ conditions = [], sort = [], pagination, search, aggregates = [] }: Parts): AdaptedQuery {
  const filters = all(conditions);
  return {
    ...(saysAnything(filters) && { filters }),
    ...(sort.length > 0 && { sort }),
    ...(pagination && { pagination }),
    ...(search !== undefined && { search }),
    ...(aggregates.length > 0 && { aggregates: aggregates as NonNullable<AdaptedQuery['aggregates']> }),
  };
}

/** A condition of a model, for the row of its operator. */
export interface Asked {
  /** Adapter, column and operator, which begin the message of a refusal. */
  readonly place: string;
  readonly path: Path;
  readonly value: unknown;
}

/** A table of operators: the meaning of each. */
export type Operators<A extends Asked = Asked> = Readonly<Record<string, (asked: A) => Conditions>>;

/** Calls the row of an operator. A name that every object inherits is not an operator. */
export function ask<A extends Asked>(operators: Operators<A>, name: unknown, asked: A): Conditions {
  const row = typeof name === 'string' && Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (row !== undefined) return row(asked);
  throw refusal(asked.place, `has no meaning here; use one of: ${Object.keys(operators).join(', ')}`);
}

/** Returns the condition of one of this library's operators on the field. */
export function is({ path }: Asked, token: string, value: unknown): Conditions {
  return at(path, { [token]: value });
}

/** Returns the negation of a condition on a field, rows without a value included. */
export function isNot({ path }: Asked, token: string, value: unknown): Conditions {
  return anythingBut(path, { [token]: value });
}

/** Makes the error about an unreadable model: its place, the problem, and the way out. */
export function refusal(place: string, problem: string): TypeError {
  return new TypeError(`${place} ${problem}`);
}

/** Prints a name of a model for a message, cut to a readable length. */
export function printed(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 64) : typeof name;
}

/** Returns true for an object whose properties can be read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Splits the name of a column: `author.name` is the field `name` of `author`, and
 * `comments.$count` the number of comments, `comments.$avg.stars` the average of their stars.
 *
 * @throws TypeError for a name that a request would read as an operator, or could not write
 */
export function pathOf(name: unknown, adapter: string): Path {
  const path = typeof name === 'string' ? name.split('.') : [''];
  if (path.every((segment, index) => isName(segment) || (index > 0 && isAggregate(path, index)))) return path;
  throw refusal(`${adapter}: the column ${printed(name)}`, 'is not the name of a field; set the path of a field');
}

function isName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('$');
}

function isAggregate(path: Path, index: number): boolean {
  const after = path.length - 1 - index;
  return after === 0 ? path[index] === '$count' : after === 1 && /^\$(?:sum|avg|min|max)$/.test(path[index] ?? '');
}

/**
 * Writes a sort key. A name with a comma or a colon is refused, because these separate keys and directions.
 *
 * @throws TypeError for a name that a request could not write, or an unknown direction
 */
export function sortTerm(name: unknown, direction: unknown, adapter: string): `${string}:${'asc' | 'desc'}` {
  const key = pathOf(name, adapter).join('.');
  if (/[,:]/.test(key)) throw refusal(`${adapter}: the column ${key}`, 'is not a sort key; set the path of a field');
  if (direction === 'asc' || direction === 'desc') return `${key}:${direction}`;
  throw refusal(`${adapter}: the sort of ${key}`, 'has no direction; use asc or desc');
}

/** A value that a condition compares with. */
export type Operand = string | number | bigint | boolean | Date;

/** Reads one value. NaN, an invalid date, null and objects are refused. */
export function operand(value: unknown, { place }: Asked): Operand {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw refusal(place, 'needs a value: a text, a number, a boolean or a Date');
}

/** Reads a text to search for. The empty text is refused, because every text contains it. */
export function text(value: unknown, asked: Asked): string {
  const read = typeof value === 'number' ? String(operand(value, asked)) : value;
  if (typeof read === 'string' && read !== '') return read;
  throw refusal(asked.place, 'needs a text that is not empty; leave out the condition instead');
}

/** Reads a number, or the digits of one. */
export function numeric(value: unknown, asked: Asked): number | string {
  if (typeof value === 'number') return Number(operand(value, asked));
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return value;
  throw refusal(asked.place, 'needs a number');
}

/** Reads a list of one value or more. */
export function list(value: unknown, asked: Asked): readonly Operand[] {
  if (Array.isArray(value) && value.length > 0) return value.map((member) => operand(member, asked));
  throw refusal(asked.place, 'needs a list that is not empty; leave out the condition instead');
}

/** Reads the two ends of a range. */
export function ends(value: unknown, { place }: Asked): readonly [unknown, unknown] {
  if (!Array.isArray(value) || value.length > 2) throw refusal(place, 'needs a pair: [from, to]');
  const pair: readonly unknown[] = value;
  return [pair[0], pair[1]];
}

/** Returns true for an empty value: an input that nobody has filled in. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Turns a page counted from 0 into one counted from 1. */
export function pageFromZero(page: number, pageSize: number, adapter: string): PaginationInput {
  const isPage = Number.isSafeInteger(page) && page >= 0 && Number.isSafeInteger(pageSize) && pageSize > 0;
  if (isPage) return { page: page + 1, pageSize };
  throw refusal(
    `${adapter}: the page ${page} of ${pageSize} rows`,
    'is not a page; set a number of rows, and a page from 0',
  );
}

/** The functions of a grid that mean the same here. Those that count rows, or take the first one, do not. */
const functions: readonly unknown[] = ['sum', 'avg', 'min', 'max'];

/**
 * Writes an aggregate of all rows, as a grid asks for it.
 *
 * @throws TypeError for a function that has no exact meaning here
 */
export function aggregateOf(name: unknown, row: unknown, adapter: string): string {
  const field = pathOf(name, adapter).join('.');
  if (functions.includes(row) && !/[,:]/.test(field)) return `${field}:${String(row)}`;
  throw refusal(
    `${adapter}: the aggregate ${printed(row)} of ${field}`,
    'has no meaning here; use sum, avg, min or max',
  );
}
