import { isPlainObject } from './plain-object.js';

/** What is printed: texts, null for a key without `=`, and lists and objects of them that are not empty. */
export type Printable = string | null | readonly Printable[] | { readonly [key: string]: Printable };

/** More than any limit allows; a structure that holds itself is deeper still. */
const deepest = 64;

/**
 * Makes a value printable, or throws a TypeError that says where it is not. A serializer would leave such a value out, and
 * a condition less is a wider result.
 *
 * @param path where the value is, as it is told in the error: `filters[title]`
 */
export function printable(value: unknown, path: string, depth = 0): Printable {
  if (value === null) return null;
  if (typeof value === 'object') {
    if (value instanceof Date) return dateText(value, path);
    if (depth === deepest) throw new TypeError(`${path} is nested too deeply, or holds itself`);
    return Array.isArray(value) ? printableList(value, path, depth) : printableObject(value, path, depth);
  }
  return primitiveText(value, path);
}

/** Encodes a name so that it reads back as itself and otherwise stays readable: `$` and `.` are themselves. */
export function encodeName(name: string, path: string): string {
  if (/^[\w$.-]+$/.test(name)) return name;
  if (name === '') throw new TypeError(`${path} has an empty name, which cannot be written`);
  if (name.includes('\0')) throw new TypeError(`${path} has a NUL in a name, which cannot be written`);
  if (closesTooMuch(name))
    throw new TypeError(`${path} has an unmatched ] in the name ${name}, which cannot be written`);
  return encodeURIComponent(wellFormed(name, path)).replaceAll('%24', '$');
}

/** Encodes all but RFC 3986's unreserved characters; `encodeURIComponent` lets five more stand. */
export function encodeValue(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) =>
    `%${character.charCodeAt(0).toString(16)}`.toUpperCase(),
  );
}

function primitiveText(value: unknown, path: string): string {
  if (typeof value === 'string') return wellFormed(value, path);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'number') throw new TypeError(`${path} is ${kindOf(value)}, which cannot be sent`);
  if (Number.isFinite(value)) return String(value);
  throw new TypeError(`${path} is ${value}, which is no number that can be sent`);
}

function kindOf(value: unknown): string {
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}

function dateText(date: Date, path: string): string {
  if (Number.isNaN(date.getTime())) throw new TypeError(`${path} is an invalid date`);
  return date.toISOString();
}

/** By index, because `map` skips the holes of a list, which are as undefined as any. */
function printableList(list: readonly unknown[], path: string, depth: number): Printable {
  if (list.length === 0) throw new TypeError(`${path} is an empty list, which cannot be sent`);
  return Array.from(list, (member, index) => printable(member, `${path}[${index}]`, depth + 1));
}

function printableObject(object: object, path: string, depth: number): Printable {
  if (!isPlainObject(object)) throw new TypeError(`${path} is neither a value nor a plain object`);
  if (Object.getOwnPropertySymbols(object).length > 0) throw new TypeError(`${path} has a symbol for a name`);
  const entries = Object.entries(object);
  if (entries.length === 0) throw new TypeError(`${path} is an empty object, which cannot be sent`);
  return Object.fromEntries(
    entries.map(([name, value]) => [encodeName(name, path), printable(value, `${path}[${name}]`, depth + 1)]),
  );
}

/** Half a surrogate pair has no UTF-8; printed, it would become another character. */
function wellFormed(text: string, path: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError(`${path} holds half a surrogate pair, which cannot be sent`);
  return text;
}

/** A `]` that answers no `[` ends the segment, however it is encoded; what comes in pairs is read as text. */
function closesTooMuch(name: string): boolean {
  let open = 0;
  for (const character of name) {
    if (character === '[') open += 1;
    if (character === ']') open -= 1;
    if (open < 0) return true;
  }
  return false;
}
