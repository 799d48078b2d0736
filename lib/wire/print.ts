import {
  type AllParameterNames,
  type Parameter,
  type RequestTree,
  isPlain,
  looksLikeJson,
  parameters,
} from './parameters.js';

/**
 * A value that a query string can carry: a text, null for a key without `=`, or a list or object of such
 * values that is not empty.
 */
export type Printable = string | null | readonly Printable[] | { readonly [key: string]: Printable };

/** Deepest value that is printed, beyond every limit. A structure that contains itself is deeper still. */
const deepest = 64;

/**
 * Converts a value to texts. A serializer would drop a value that it cannot print, and a lost
 * condition widens the result.
 *
 * @param path the place of the value, which begins the error: `filters[title]`
 * @param under the name over the value. A text like JSON becomes a list of one below it, unless it begins with `$`: the
 *   server could read the text as operators, and never a member of a list. Left out where no part is a condition.
 * @throws TypeError for a value that cannot be printed
 */
export function printable(value: unknown, path: string, under?: string, depth = 0): Printable {
  if (value === null) return null;
  if (typeof value === 'object') {
    if (value instanceof Date) return dateText(value, path);
    if (depth === deepest) throw new TypeError(`${path} is nested too deeply, or contains itself`);
    return Array.isArray(value) ? printableList(value, path, under, depth) : printableObject(value, path, under, depth);
  }
  const text = primitiveText(value, path);
  return under && !under.startsWith('$') && looksLikeJson(text) ? [text] : text;
}

/** Encodes a name so that it reads back as itself and otherwise stays readable: `$` and `.` are themselves. */
function encodeName(name: string, path: string): string {
  if (/^[\w$.-]+$/.test(name)) return name;
  if (name === '') throw new TypeError(`${path} has an empty name, which cannot be written`);
  if (name.includes('\0')) throw new TypeError(`${path} has a NUL in a name, which cannot be written`);
  if (closesTooMuch(name))
    throw new TypeError(`${path} has an unmatched ] in the name ${name}, which cannot be written`);
  return encodeURIComponent(wellFormed(name, path)).replaceAll('%24', '$');
}

function primitiveText(value: unknown, path: string): string {
  if (typeof value === 'string') return wellFormed(value, path);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'number') throw new TypeError(`${path} is ${kindOf(value)}, which cannot be sent`);
  if (Number.isFinite(value)) return String(value);
  throw new TypeError(`${path} is ${value}, a number that cannot be sent`);
}

function kindOf(value: unknown): string {
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

function dateText(date: Date, path: string): string {
  if (Number.isNaN(date.getTime())) throw new TypeError(`${path} is an invalid date`);
  return date.toISOString();
}

/** Converts a list. It goes by index, because `map` skips holes, which must be refused like any other undefined. */
function printableList(list: readonly unknown[], path: string, under: string | undefined, depth: number): Printable {
  if (list.length === 0) throw new TypeError(`${path} is an empty list, which cannot be sent`);
  return Array.from(list, (member, index) => printable(member, `${path}[${index}]`, under && '$', depth + 1));
}

function printableObject(object: object, path: string, under: string | undefined, depth: number): Printable {
  if (!isPlain(object)) throw new TypeError(`${path} is neither a value nor a plain object`);
  if (Object.getOwnPropertySymbols(object).length > 0) throw new TypeError(`${path} has a symbol for a name`);
  const entries = Object.entries(object);
  if (entries.length === 0) throw new TypeError(`${path} is an empty object, which cannot be sent`);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      encodeName(name, path),
      printable(value, `${path}[${name}]`, under && name, depth + 1),
    ]),
  );
}

/** Refuses half a surrogate pair. UTF-8 cannot encode it, so that it would be read back as another character. */
function wellFormed(text: string, path: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError(`${path} has half a surrogate pair, which cannot be sent`);
  return text;
}

/**
 * Returns true for a name with a `]` that closes no `[`. Even encoded it would end the name. Pairs are read as text.
 */
function closesTooMuch(name: string): boolean {
  let open = 0;
  for (const character of name) {
    if (character === '[') open += 1;
    if (character === ']') open -= 1;
    if (open < 0) return true;
  }
  return false;
}

export const usualNames: AllParameterNames = {
  filters: 'filters',
  sort: 'sort',
  pagination: 'pagination',
  search: 'search',
  facets: 'facets',
  aggregates: 'aggregates',
  fields: 'fields',
  populate: 'populate',
  deleted: 'deleted',
};

/**
 * Returns a request's parameters in printing order, with encoded names, and values as texts. `filters` without
 * conditions are left out.
 *
 * @param nameOf returns the host's name for a parameter, or undefined to leave it out
 * @throws TypeError for a value that could not be read back, with its path
 */
export function printableRequest(
  tree: RequestTree,
  nameOf: (parameter: Parameter) => string | undefined,
): [string, Printable][] {
  const found: [string, Printable][] = [];
  for (const parameter of parameters) {
    const name = nameOf(parameter);
    if (name === undefined || !Object.hasOwn(tree, parameter)) continue;
    const value = tree[parameter];
    if (parameter === 'filters' && hasNoConditions(value)) continue;
    const printed = printable(value, name, parameter === 'filters' || parameter === 'populate' ? '$' : undefined);
    if (parameter !== 'search' && typeof printed === 'string' && looksLikeJson(printed))
      throw new TypeError(`${name} is a text like JSON, which cannot be sent`);
    found.push([encodeName(name, name), printed]);
  }
  return found;
}

function hasNoConditions(filters: unknown): boolean {
  return isPlain(filters) && Object.keys(filters).length === 0;
}
