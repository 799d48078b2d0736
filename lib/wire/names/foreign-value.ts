import { decode } from '../text/decode.js';

/**
 * The part of a request that a parameter came in: the query string of its URL; its content, which is a body, a form or
 * the payload of a message; or an object that a program has made.
 */
export type Door = 'url' | 'content' | 'object';

/** Value of a foreign parameter, as far as the rules examine it. */
export interface ForeignValue {
  readonly door: Door;
  /** True where there is no value: `_q=` asks for nothing. */
  readonly isEmpty: boolean;
  /** True in a query string, and in a form. */
  readonly isOfText: boolean;
  /** True in a query string, and in the content of an HTTP QUERY, where a form may have flat names. */
  readonly isOfQuery: boolean;
  /** Returns true for an object, a list, or JSON text of either, which only our parameters take. */
  isNested(): boolean;
  /** Returns the value, decoded, or undefined where it is not a text. */
  text(): string | undefined;
}

/**
 * Wraps a value of a body, or of an object in code.
 *
 * @param isOfQuery true for the content of an HTTP QUERY
 */
export function foreignNode(node: unknown, door: Door, isOfQuery = false): ForeignValue {
  return {
    door,
    isEmpty: node === '' || node === null || node === undefined,
    isOfText: false,
    isOfQuery,
    isNested: () => typeof node === 'object' && node !== null,
    text: () => (typeof node === 'string' ? node : undefined),
  };
}

/** Wraps a value of a query string or a form, not decoded. A key without `=` has none. */
export function foreignText(raw: string | undefined, door: Door): ForeignValue {
  return ofText(door, () => (raw === undefined ? '' : (decode(raw) ?? raw)));
}

/** Wraps a value of a query string or a form that was decoded before. */
export function foreignPair({ value }: { readonly value: string | null }, door: Door): ForeignValue {
  return ofText(door, () => value ?? '');
}

function ofText(door: Door, read: () => string): ForeignValue {
  const isNested = () => isJsonText(read());
  const text = () => (read() === '' ? undefined : read());
  return { door, isEmpty: text() === undefined, isOfText: true, isOfQuery: true, isNested, text };
}

/** Returns true for the JSON text of an object or a list, even if an object's end is missing. */
function isJsonText(text: string): boolean {
  const first = /^\s*([[{])\s*(["[{]?)/.exec(text);
  if (first === null) return false;
  if (first[1] === '{' && first[2] === '"') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
