import type { Dialect } from '../dialects/index.js';
import type { ColumnTraits, StoredKind, ValueKind } from './value-kind.js';

/** Number of digits that a JavaScript number always holds exactly. */
const exactDigits = 15;

/** Binds the stored text of a whole number; see {@link Dialect.wholeNumbers}. */
export function bindWholeNumber(text: string, { wholeNumbers }: Dialect): unknown {
  if (wholeNumbers === 'text') return text;
  // A BigInt is made three times as fast from a number as from a text.
  return BigInt(text.length <= exactDigits ? Number(text) : text);
}

const notFinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/** Returns true for NaN and infinity where columns of numbers can hold them. */
export function isNotFinite(text: string, { dialect }: ColumnTraits): boolean {
  return dialect.notFiniteNumbers && notFinite.has(text);
}

/** Columns of bytes, printed as hexadecimal digits. Requests cannot name bytes, so this is not a kind of value. */
const bytes: StoredKind = {
  storedAs: 'bytes',
  isStored: (text) => /^([0-9A-Fa-f]{2})*$/.test(text),
  bindStored: (text) => Buffer.from(text, 'hex'),
};

/**
 * Positions of enum members, where the engine orders by them. Zero is the position of the empty text, which MySQL keeps
 * for a value that is not a member.
 */
export const memberPosition: StoredKind = {
  storedAs: 'integer',
  isStored: (text, { facts: { members = [] } }) => /^\d{1,5}$/.test(text) && Number(text) <= members.length,
  bindStored: bindWholeNumber,
};

/**
 * Returns how a column keeps its values: by its kind, or as bytes where only that is known of its type.
 *
 * @param kind the kind of the column's own type
 */
export function storedKindOf(
  { type, isArray }: { readonly type: unknown; readonly isArray?: boolean },
  kind: ValueKind,
  { byteTypes }: Dialect,
): StoredKind {
  return kind.name === 'opaque' && byteTypes.has(type) && isArray !== true ? bytes : kind;
}
