import type { Dialect } from '../dialects/index.js';
import type { ColumnTraits, StoredKind, ValueKind } from './value-kind.js';

/** The number of digits that a number holds exactly, whatever they are. */
const exactDigits = 15;

/** Binds the stored text of a whole number; see {@link Dialect.wholeNumbers}. */
export function bindWholeNumber(text: string, { wholeNumbers }: Dialect): unknown {
  if (wholeNumbers === 'text') return text;
  // To read one from a text takes three times as long as from a number.
  return BigInt(text.length <= exactDigits ? Number(text) : text);
}

const notFinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

/** Returns true where a text is NaN or infinity, and columns of numbers can hold them. */
export function isNotFinite(text: string, { dialect }: ColumnTraits): boolean {
  return dialect.notFiniteNumbers && notFinite.has(text);
}

/** Columns of bytes, printed as hexadecimal digits. Requests cannot name bytes, so they are no kind of value. */
const bytes: StoredKind = {
  storedAs: 'bytes',
  isStored: (text) => /^([0-9A-Fa-f]{2})*$/.test(text),
  bindStored: (text) => Buffer.from(text, 'hex'),
};

/**
 * Positions of the members of an enum, where the engine orders by them. Zero is the position of the empty text that MySQL
 * keeps for a value that is no member.
 */
export const memberPosition: StoredKind = {
  storedAs: 'integer',
  isStored: (text, { facts: { members = [] } }) => /^\d{1,5}$/.test(text) && Number(text) <= members.length,
  bindStored: bindWholeNumber,
};

/**
 * Returns how a column keeps its values: as its kind says, or as bytes where the library knows nothing else of its type.
 *
 * @param kind the kind that the column's own type tells
 */
export function storedKindOf(
  { type, isArray }: { readonly type: unknown; readonly isArray?: boolean },
  kind: ValueKind,
  { byteTypes }: Dialect,
): StoredKind {
  return kind.name === 'opaque' && byteTypes.has(type) && isArray !== true ? bytes : kind;
}
