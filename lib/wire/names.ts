import { type FilterIssue, Location } from '../issues/index.js';
import { canonicalNumber } from '../values/index.js';
import { type AllParameterNames, type Parameter, isPlain, parameters } from './parameters.js';

/**
 * Names of the parameters that a list reads. `search`, `facets`, `aggregates`, `fields`, `populate` and `deleted` are
 * present only where the entity or the handler declares them. Elsewhere they belong to the host.
 */
export interface ParameterNames extends Readonly<Partial<AllParameterNames>> {
  readonly filters: string;
  readonly sort: string;
  readonly pagination: string;
}

/** Returns the host's name for a parameter, or the usual name for one that the list does not read. */
export function nameOf(parameter: Parameter, names: ParameterNames): string {
  return names[parameter] ?? parameter;
}

/** Returns the host's names for the parameters that a list reads. */
export function namesIn(names: ParameterNames): readonly string[] {
  return parameters.flatMap((parameter) => names[parameter] ?? []);
}

/**
 * Characters after a parameter's name that make a key ours: rightly `[`, by mistake `]` or `.`,
 * and `%` when encoded twice.
 */
const endsOfName = '[].%';

/** Characters after the name in a key that could not be decoded. Bytes that are not UTF-8 are U+FFFD there. */
const endsOfGarbledName = `${endsOfName}\uFFFD`;

/** Returns the parameter that a key belongs to. Undefined for the host's keys: `page`, `xfilters[a]`, `filtersX`. */
export function parameterOf(key: string, names: ParameterNames, from = 0, end = key.length): Parameter | undefined {
  return find(key, names, endsOfName, from, end);
}

/** Returns our parameter for a key with malformed percent-encoding. */
export function parameterOfGarbled(key: string, names: ParameterNames): Parameter | undefined {
  return find(key, names, endsOfGarbledName, 0, key.length);
}

function find(key: string, names: ParameterNames, ends: string, from: number, end: number): Parameter | undefined {
  for (const parameter of parameters) {
    const name = names[parameter];
    if (name === undefined || !key.startsWith(name, from)) continue;
    const after = from + name.length;
    if (after === end || (after < end && ends.includes(key.charAt(after)))) return parameter;
  }
  return undefined;
}

/** A place of the canonical request, and the client's name for it. */
interface SentName {
  /** The pointer of the place: `/filters/dept/id/$eq`. */
  readonly pointer: string;
  /** The name as it was sent: `deptId`. */
  readonly name: string;
  /** The number of names in the shortest pointer that nothing but this name has asked for. */
  readonly from: number;
  /** The place of an issue at a member of the list: `ids[0]` at `/ids/0`, `ids` at `/ids/0`, or `ids` at `/ids`. */
  readonly members: 'in brackets' | 'by index' | 'unnamed';
}

/**
 * The client's names for parts of a request that was rewritten before it was read: flat names, the keys of an on-ramp,
 * and what a `source` function tells. Issues and links are written with them.
 */
export class SentNames {
  private readonly sent: SentName[] = [];

  /** Returns the keys that an on-ramp has read, by the pointers of what it made of them. */
  static ofKeys(keys: ReadonlyMap<string, string>): SentNames {
    const names = new SentNames();
    for (const [pointer, name] of keys) names.add({ pointer, name, from: 0, members: 'unnamed' });
    return names;
  }

  add(name: SentName): void {
    this.sent.push(name);
  }

  /** Returns the client's name for a place, or undefined where it sent none. */
  at(pointer: string): string | undefined {
    return this.sent.find((each) => each.pointer === pointer)?.name;
  }

  /** Returns true where the client has a name for a part of a parameter. */
  hasBelow(parameter: string): boolean {
    return this.sent.some(({ pointer }) => pointer.startsWith(`/${parameter}/`));
  }

  /** Returns an issue with the path, the pointer and the message that its sender knows. */
  rename<Issue extends FilterIssue>(issue: Issue): Issue {
    const found = this.nearest(issue.pointer);
    if (found === undefined) return issue;
    const rest = issue.message.startsWith(issue.path) ? issue.message.slice(issue.path.length) : ` ${issue.message}`;
    const index = /^\/(\d+)/.exec(issue.pointer.slice(found.pointer.length))?.[1];
    const whole = Location.root(found.name);
    const member = index === undefined || found.members === 'unnamed' ? undefined : whole.child(index);
    const { path } = found.members === 'in brackets' ? (member ?? whole) : whole;
    return { ...issue, path, pointer: (member ?? whole).pointer, message: `${path}${rest}` };
  }

  /** Returns the name of a place, the first name of what is below it, or the nearest name above it. */
  private nearest(pointer: string): SentName | undefined {
    const depth = pointer.split('/').length - 1;
    const above = this.sent.filter((each) => pointer.startsWith(`${each.pointer}/`));
    return (
      this.sent.find((each) => each.pointer === pointer) ??
      this.sent.find((each) => depth >= each.from && each.pointer.startsWith(`${pointer}/`)) ??
      above.sort((one, other) => other.pointer.length - one.pointer.length)[0]
    );
  }
}

/**
 * Values of one key that was sent several times: `filters[id][$in]=1&filters[id][$in]=2`. Only list operators take it.
 */
export class RepeatedKey {
  constructor(readonly values: readonly (string | null)[]) {}
}

/**
 * An object of a request. It inherits nothing, so that no name is special, and yet it is an instance of a class: an
 * object made by `Object.create(null)` is a hash table to V8, and takes four times as long to fill and to read.
 */
export class PlainObject {
  [name: string]: unknown;
}
Object.setPrototypeOf(PlainObject.prototype, null);
Reflect.deleteProperty(PlainObject.prototype, 'constructor');
Object.freeze(PlainObject.prototype);

/** Returns what {@link isPlain} does, and sooner, because nearly every object from the wire is of this class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value instanceof PlainObject || isPlain(value);
}

/**
 * Decodes a text as a form or `encodeURIComponent` encodes it: `+` is a space.
 *
 * @returns undefined for an incomplete escape, and for bytes that are not UTF-8
 */
export function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

/**
 * Visits each parameter of a query string with the positions of its beginning and end, until a visit returns false.
 * Nothing is between two ampersands in a row.
 */
export function eachPiece(text: string, visit: (start: number, end: number) => unknown): void {
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start && visit(start, end) === false) return;
    start = end + 1;
  }
}

/** The names of a key, from the parameter inwards: `filters`, `author`, `name` for `filters[author][name]`. */
export type Path = readonly string[];

/** Makes the location that a path leads to. Only issues need it, because it allocates an object for each name. */
export function locate([parameter = '', ...names]: Path): Location {
  return names.reduce((location, name) => location.child(name), Location.root(parameter));
}

/** Returns the list index that a name stands for, or undefined for other names, such as `00`, `-1` and `1e3`. */
export function indexIn(name: string): number | undefined {
  return canonicalNumber(name);
}
