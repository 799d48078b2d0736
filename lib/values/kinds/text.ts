import { accepted, asText, isReadable, refused } from '../canonical.js';
import type { ValueKind } from '../value-kind.js';
import type { Reading, ValueFacts } from '../value.js';

const expectation = 'must be text without NUL characters and unpaired surrogates';

const unsupported = 'must be text in the characters that this field can hold';

/** Half of a surrogate pair: with the `u` flag only a surrogate without its other half is a character of its own. */
const unpairedSurrogate = /\p{Surrogate}/u;

/**
 * Reads a text. PostgreSQL has no NUL, no driver can write half a surrogate pair, and no database compares a column
 * with characters that its character set lacks: each of these would fail there.
 */
function read(value: string, { characters }: ValueFacts): Reading {
  if (value.includes('\0') || unpairedSurrogate.test(value)) return refused(expectation);
  return characters === undefined || characters.holds(value) ? accepted(value) : refused(unsupported);
}

/** Text, kept as it is written. */
export const text: ValueKind = {
  ...asText,
  name: 'text',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: true,
  storedAs: 'text',
  expects: () => expectation,
  read,
  readNative: () => refused(expectation),
  isStored: isReadable,
};
