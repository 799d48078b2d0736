import { accepted, asText, isReadable, refused } from '../canonical.js';
import type { ValueKind } from '../value-kind.js';

const expectation = 'must be a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e';

/** Form of a UUID with any version and variant digits, because a column can hold them all. */
const form = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** UUIDs of any version, in lower case, as databases print and compare them. */
export const uuid: ValueKind = {
  ...asText,
  name: 'uuid',
  ordered: true,
  ranged: false,
  comparable: true,
  textual: false,
  storedAs: 'uuid',
  expects: () => expectation,
  read: (text) => (form.test(text) ? accepted(text.toLowerCase()) : refused(expectation)),
  readNative: () => refused(expectation),
  isStored: isReadable,
};
