import type { Kind } from '../model-types.js';
import { digitsOf, isBeyond } from '../numbers.js';
import { type Json, isArray, isNumber } from './json.js';

/** Ranges of whole numbers. */
const ranges: Readonly<Partial<Record<Kind, readonly [least: bigint, most: bigint]>>> = {
  tinyint: [-128n, 127n],
  smallint: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  bigint: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

const forms: Readonly<Partial<Record<Kind, RegExp>>> = {
  text: /^/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};

/**
 * Reads a value of a document as one of a kind: the text of it, or null where it is of another type.
 *
 * @param asDoubles whether the engine keeps a number with a fraction or an exponent as a double
 */
export function scalarOf(kind: Kind, json: Json | undefined, asDoubles: boolean): string | null {
  if (typeof json === 'boolean') return kind === 'boolean' ? String(json) : null;
  if (typeof json === 'string') return forms[kind]?.test(json) === true ? json : null;
  return isNumber(json) ? numberOf(kind, json.digits, asDoubles) : null;
}

function numberOf(kind: Kind, digits: string, asDoubles: boolean): string | null {
  if (kind === 'float') return Number.isFinite(Number(digits)) ? String(Number(digits)) : null;
  // Digits alone are a whole number everywhere, however many: one beyond every range.
  const isWhole = /^-?\d+$/.test(digits);
  const exact = digitsOf(digits, asDoubles && !(isWhole && kind !== 'decimal'));
  if (exact === undefined) return null;
  if (kind === 'decimal') return isBeyond(digitsOf(digits, false) ?? '', 35) ? null : exact;
  const range = ranges[kind];
  if (range === undefined || exact.includes('.')) return null;
  const whole = BigInt(exact);
  return whole >= range[0] && whole <= range[1] ? String(whole) : null;
}

/** Reads a list: null where there is none, with null for each element of another type. */
export function elementsOf(kind: Kind, json: Json | undefined, asDoubles: boolean): (string | null)[] | null {
  return isArray(json) ? json.map((element) => scalarOf(kind, element, asDoubles)) : null;
}
