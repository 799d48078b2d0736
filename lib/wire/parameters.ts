/** Our parameters of a request, under their own names, in printing order. */
export const parameters = [
  'filters',
  'sort',
  'pagination',
  'search',
  'facets',
  'aggregates',
  'fields',
  'populate',
  'deleted',
] as const;

/** One of our parameters. */
export type Parameter = (typeof parameters)[number];

/** The names of all parameters, as the host configures them. */
export type AllParameterNames = Readonly<Record<Parameter, string>>;

/**
 * A part of a request before it is compared with a schema: nested objects (that inherit nothing), lists, text,
 * and null for a key without `=`. The leaves of a body or of an object in code may be native values (numbers,
 * dates, …), hence unknown.
 */
export type PlainNode = unknown;

/** The parameters of a request by their own names, whatever the host calls them; an absent one is not a property. */
export type RequestTree = { readonly [name in Parameter]?: PlainNode };

/**
 * Returns true for an object made by a literal (in any realm), by `JSON.parse`, or without a prototype. A class
 * instance has its own idea of its keys, and an object with another prototype has keys that `Object.keys` does not
 * show. Neither can be understood completely.
 */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  if (!isObject(prototype) || Object.getPrototypeOf(prototype) !== null) return false;
  // The `Object.prototype` of another realm, or the empty prototype of a parser's objects.
  return Object.hasOwn(prototype, 'hasOwnProperty') || Reflect.ownKeys(prototype).length === 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns true where a text begins like an object or a list of JSON, whose spaces are these four alone. */
export function looksLikeJson(text: string): boolean {
  return /^[\t\n\r ]*[[{]/.test(text);
}
