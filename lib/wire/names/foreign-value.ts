import { decode } from '../text/decode.js';

/** Value of a foreign parameter, as far as the rules examine it. */
export interface ForeignValue {
  /** True where there is no value: `_q=` asks for nothing. */
  readonly isEmpty: boolean;
  /** True in a query string. */
  readonly isOfText: boolean;
  /** True where flat names are read: in a query string, and in a form. */
  readonly isBesideFlat: boolean;
  /** Returns true for an object, a list, or JSON text of either, which only our parameters take. */
  isNested(): boolean;
  /** Returns the value, decoded, or undefined where it is not a text. */
  text(): string | undefined;
}

/**
 * Wraps a value of a body, or of an object in code.
 *
 * @param isBesideFlat true for the content of a QUERY, which may be a form
 */
export function foreignNode(node: unknown, isBesideFlat = false): ForeignValue {
  return {
    isEmpty: node === '' || node === null || node === undefined,
    isOfText: false,
    isBesideFlat,
    isNested: () => typeof node === 'object' && node !== null,
    text: () => (typeof node === 'string' ? node : undefined),
  };
}

/** Wraps a value of a query string, not decoded. A key without `=` has none. */
export function foreignText(raw: string | undefined): ForeignValue {
  if (raw === undefined || raw === '') return nothing;
  const text = () => decode(raw) ?? raw;
  return { isEmpty: false, isOfText: true, isBesideFlat: true, isNested: () => isJsonText(text()), text };
}

const nothing: ForeignValue = {
  isEmpty: true,
  isOfText: true,
  isBesideFlat: true,
  isNested: () => false,
  text: () => undefined,
};

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
