import type { Location } from '../issues/index.js';
import { PlainObject } from '../wire/index.js';
import type { AnswerSchema, RampParameter, RampPlace, RampRequest } from '../engine/index.js';
import type { EntityDescription } from '../list/index.js';
import { type Check, FilterConfigurationError, checkChoice, isOptions, wrongValue } from '../configuration/index.js';

/** A value of a condition, and the key that it was sent under. */
export class Leaf {
  constructor(
    readonly key: string,
    readonly value: string | readonly string[],
  ) {}
}

/** The options that every on-ramp has. */
export interface OnRampOptions {
  /**
   * Paths of columns that have moved, by the names that clients send. The path itself is accepted, too.
   *
   * @example
   * nestjsPaginate({ keys: { early_access: 'metadata.early_access' } })
   */
  readonly keys?: Readonly<Record<string, string>> | undefined;
  /** `moment` reads a date alone as its midnight in the module's zone. By default it is the whole day. */
  readonly dates?: 'moment' | undefined;
}

/** A request, and the columns that are elsewhere now. */
export interface KeyedRequest extends RampRequest {
  readonly keys: ReadonlyMap<string, string>;
}

/** Adds the columns that are elsewhere now to a request. */
export function withKeys(request: RampRequest, { keys = {} }: OnRampOptions): KeyedRequest {
  return { ...request, keys: new Map(Object.entries(keys)) };
}

/** Returns the path of a column here. */
export function keyHere({ keys }: KeyedRequest, column: string): string {
  return keys.get(column) ?? column;
}

/** The checks of {@link OnRampOptions}. */
export const sharedChecks = {
  keys: (option) => {
    const { value } = option;
    if (value === undefined) return;
    const paths = isOptions(value) ? Object.entries(value) : [];
    const isPath = (path: unknown) => typeof path === 'string' && path !== '' && !path.split('.').includes('');
    if (paths.length > 0 && paths.every(([name, path]) => name !== '' && isPath(path))) return;
    throw wrongValue(option, "an object of paths, such as { early_access: 'metadata.early_access' }");
  },
  dates: (option) => checkChoice(option, ['moment']),
} as const satisfies Record<keyof OnRampOptions, Check>;

/** A part of `filters` in the making: objects of conditions, lists of groups, and leaves. */
export type Part = Leaf | PlainObject | readonly Part[];

/** Wraps a part in the names of a path: `author`, `name` give `{ author: { name: part } }`. */
export function nest(path: readonly string[], part: Part): Part {
  return path.reduceRight<Part>((inner, name) => objectOf([[name, inner]]), part);
}

/** Makes an object of parts, which may have any name. */
export function objectOf(entries: Iterable<readonly [string, Part]>): PlainObject {
  const made = new PlainObject();
  for (const [name, part] of entries) made[name] = part;
  return made;
}

/**
 * Joins conditions that must all hold into one object. Those that would stand at the same place are put into `$and`.
 */
export function allOf(parts: readonly PlainObject[]): PlainObject {
  const all = new PlainObject();
  const apart: PlainObject[] = [];
  for (const part of parts) {
    if (canMerge(all, part)) merge(all, part);
    else apart.push(part);
  }
  if (apart.length > 0) all['$and'] = apart;
  return all;
}

/** Makes the condition that one of several holds. */
export function oneOf(parts: readonly PlainObject[]): PlainObject {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : objectOf([['$or', parts]]);
}

/** Makes the condition that all hold, none of which shares its related row with another. */
export function apart(parts: readonly PlainObject[]): PlainObject {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : objectOf([['$and', parts]]);
}

function isObject(part: unknown): part is PlainObject {
  return part instanceof PlainObject;
}

/** Returns true where no two values would stand at one place. `$and` is kept for what stands apart. */
function canMerge(one: PlainObject, other: PlainObject): boolean {
  return Object.entries(other).every(([name, part]) => {
    const known = one[name];
    if (name === '$and') return false;
    return known === undefined || (isObject(known) && isObject(part) && canMerge(known, part));
  });
}

function merge(one: PlainObject, other: PlainObject): void {
  for (const [name, part] of Object.entries(other)) {
    const known = one[name];
    if (isObject(known) && isObject(part)) merge(known, part);
    else one[name] = part;
  }
}

/** The conditions as a tree of texts, and the key of each of them by its pointer. */
export interface Finished {
  readonly tree: unknown;
  readonly names: readonly (readonly [pointer: string, key: string])[];
}

/** Takes the values out of their leaves. */
export function finish(part: unknown, place: Location): Finished {
  if (part instanceof Leaf) return { tree: part.value, names: [[place.pointer, part.key]] };
  const inner = (name: string | number, each: unknown) => finish(each, place.child(name));
  if (Array.isArray(part)) {
    const members = part.map((each: unknown, index) => inner(index, each));
    return { tree: members.map(({ tree }) => tree), names: members.flatMap(({ names }) => names) };
  }
  const made = new PlainObject();
  const members = Object.entries(part as PlainObject).map(([name, each]) => [name, inner(name, each)] as const);
  for (const [name, { tree }] of members) made[name] = tree;
  return { tree: made, names: members.flatMap(([, { names }]) => names) };
}

/** A relation on a path, and the number of its names up to the relation's end. */
interface Passed {
  readonly place: RampPlace;
  readonly toMany: boolean;
  readonly reached: number;
}

/** Lists the relations that a path leads through. */
export function relationsOn(place: RampPlace, path: readonly string[]): readonly Passed[] {
  const passed: Passed[] = [];
  let [at, reached] = [place, 0];
  for (let found = at.relation(path); found !== undefined; found = at.relation(path.slice(reached))) {
    [at, reached] = [found.place, reached + found.names];
    passed.push({ place: at, toMany: found.toMany, reached });
  }
  return passed;
}

/** Refuses a key, and returns undefined in place of what it asks for. */
export function refused(
  request: RampRequest,
  key: string,
  code: 'malformed_key' | 'expected_value' | 'invalid_value',
  text: string,
): undefined {
  request.refuse(key, { code }, text);
  return undefined;
}

/** Refuses a choice of fields where the list has none, and returns no fields. */
export function refuseSelect(request: RampRequest, { key }: Sent): readonly string[] {
  const text = 'is not read here; declare `select` for the handler';
  request.refuse(key, { code: 'unknown_parameter', allowed: [] }, text);
  return [];
}

/** A value that was sent, and the key that it was sent under. */
export interface Sent {
  readonly key: string;
  readonly value: string;
}

/**
 * Returns the values of a parameter, in their order. A key without `=` is refused.
 *
 * @param isMine tells the keys of the parameter; by default its name, with `[]` or an index behind it
 */
export function sentAs(request: RampRequest, name: string, isMine = named(name)): readonly Sent[] {
  return request.pairs.flatMap(({ key, value }) => {
    if (!isMine(key)) return [];
    if (value !== null) return [{ key, value }];
    request.refuse(key, { code: 'expected_value' }, 'needs a value');
    return [];
  });
}

/** Returns the values of a parameter but the empty ones, which ask for nothing: forms and clients send `sort=`. */
export function filledAs(request: RampRequest, name: string): readonly Sent[] {
  return sentAs(request, name).filter(({ value }) => value !== '');
}

/**
 * Returns the value of a parameter that may stand once.
 *
 * @param read returns its values; by default those that are not empty
 */
export function onceAs(request: RampRequest, name: string, read = filledAs): Sent | undefined {
  const [first, second] = read(request, name);
  if (second === undefined) return first;
  request.refuse(second.key, { code: 'duplicate_key' }, 'is sent twice');
  return undefined;
}

/** Makes the test whether a key names a parameter. */
export function named(name: string): (key: string) => boolean {
  return (key) => key === name || (key.startsWith(`${name}[`) && /^\d*\]$/.test(key.slice(name.length + 1)));
}

/** Returns a whole number, or undefined for what is none, which is refused. */
export function wholeNumber(request: RampRequest, { key, value }: Sent, least: number): number | undefined {
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (number >= least) return number;
  request.refuse(key, { code: 'invalid_pagination' }, `must be a whole number of at least ${least}`);
  return undefined;
}

/** The parameter by which a library asks for deleted rows, and for none: `include_deleted=1`, `include_deleted=0`. */
interface DeletedSpelling {
  readonly name: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Reads the parameter that asks for deleted rows as well. Where the handler does not declare `deleted`, it is refused.
 *
 * @returns the part of the request's tree
 */
export function readDeleted(request: RampRequest, { name, yes, no }: DeletedSpelling): { readonly deleted?: 'with' } {
  const sent = onceAs(request, name, sentAs);
  if (sent === undefined || sent.value === no) return {};
  if (!request.deletes) {
    const text = 'is not read here; declare `deleted` for the handler';
    request.refuse(sent.key, { code: 'unknown_parameter', allowed: [] }, text);
    return {};
  }
  if (sent.value === yes) return { deleted: 'with' };
  request.refuse(sent.key, { code: 'expected_boolean' }, `must be ${yes} or ${no}`);
  return {};
}

/** Documents the parameter where a list reads it. */
export function deletedParameter(
  { deleted }: Pick<EntityDescription, 'deleted'>,
  name: string,
  schema: AnswerSchema,
): readonly RampParameter[] {
  return deleted.length === 0 ? [] : [{ name, description: 'Whether deleted rows are in the list.', schema }];
}

/** The most rows on a page that this library lets a list have. */
export const mostRows = 1_000;

/** Returns a number of rows, or undefined in place of one below 1, which says nothing of a page there. */
export function rowsOf(limit: number | undefined): number | undefined {
  return limit !== undefined && limit >= 1 ? limit : undefined;
}

/** Prints a value as TypeScript: `{ name: 'age', operators: ['$eq'] }`. What is undefined is left out. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, each]) => `${keyOf(name)}: ${literal(each)}`).join(', ')} }`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** Prints a call with an object of options, a line for each; without options, the call alone. */
export function call(name: string, first: readonly string[], options: object): string {
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  if (members.length === 0) return `${name}(${first.join(', ')})`;
  const lines = members.map(
    ([key, value]) => `  ${keyOf(key)}: ${value instanceof Code ? value.text : literal(value)},`,
  );
  return `${name}(${[...first, `{\n${lines.join('\n')}\n}`].join(', ')})`;
}

/** A text that is printed as it is, such as a call. */
export class Code {
  constructor(readonly text: string) {}
}

/** Returns a list, or undefined in place of an empty one. */
export function listOf<Member>(members: readonly Member[]): readonly Member[] | undefined {
  return members.length === 0 ? undefined : members;
}

/** Checks the most rows that a request for all of them may get. */
export function checkAll(subject: string, value: unknown): void {
  if (value === undefined) return;
  const max: unknown = typeof value === 'object' && value !== null && 'max' in value ? value.max : undefined;
  if (typeof value !== 'object' || value === null || Object.keys(value).some((key) => key !== 'max')) {
    throw new FilterConfigurationError(`${subject}: \`all\` must be { max }, the most rows of one answer`);
  }
  if (typeof max === 'number' && Number.isSafeInteger(max) && max > 0) return;
  throw wrongValue({ subject, name: 'all.max', value: max }, 'a whole number from 1');
}

/** An option that no decorator has, with its value, and what to do in its place. */
export type Unprinted = readonly [name: string, value: unknown, todo: string];

/** Comments on the options that are set: a condition that nobody hears of is one that nobody writes again. */
export function commentsOn(options: readonly Unprinted[]): readonly string[] {
  return options.filter(([, value]) => isSet(value)).map(([name, , todo]) => `// \`${name}\` is not printed: ${todo}.`);
}

function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false;
}

/** The members of a request of Express or Fastify that its URL is made of. */
interface UrlRequest {
  readonly protocol?: unknown;
  readonly hostname?: unknown;
  readonly url?: unknown;
  readonly originalUrl?: unknown;
  readonly headers?: { readonly host?: unknown };
}

/** Returns the URL of a request up to its query, or undefined where there is none, as in a handler of messages. */
export function pathOf(request: unknown, isRelative: boolean): string | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const { protocol, headers, hostname, url, originalUrl }: UrlRequest = request;
  const target = originalUrl ?? url;
  if (typeof target !== 'string') return undefined;
  const [path = ''] = target.split(/[?#]/, 1);
  const host = headers?.host ?? hostname;
  if (isRelative || typeof host !== 'string' || typeof protocol !== 'string') return path;
  return `${protocol}://${host}${path}`;
}

/** Encodes a value of a link. The characters that requests of these libraries are full of stay readable. */
export function encoded(value: string): string {
  return encodeURIComponent(value).replace(/%(3A|24|2C|7C)/g, decodeURIComponent);
}
