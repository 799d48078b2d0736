import { accepted, asText, refused } from './canonical.js';
import type { ValueKind } from './value-kind.js';

const expectation = 'must be text without NUL characters and unpaired surrogates';

/** With the `u` flag only a surrogate without its other half is a character of its own. */
const unpairedSurrogate = /\p{Surrogate}/u;

/** Text. PostgreSQL has no NUL and no driver can write half a character: either would fail in the database. */
export const text: ValueKind = {
  ...asText,
  name: 'text',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: true,
  expects: () => expectation,
  read: (value) => (value.includes('\0') || unpairedSurrogate.test(value) ? refused(expectation) : accepted(value)),
  readNative: () => refused(expectation),
};
