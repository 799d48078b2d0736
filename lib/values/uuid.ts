import { isUUID } from 'class-validator/cjs/decorator/string/IsUUID.js';
import { accepted, asText, isReadable, refused } from './canonical.js';
import type { ValueKind } from './value-kind.js';

const expectation = 'must be a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e';

/** UUIDs of any version, in lower case, which is the form that databases print and compare. */
export const uuid: ValueKind = {
  ...asText,
  name: 'uuid',
  ordered: true,
  ranged: false,
  comparable: true,
  textual: false,
  storedAs: 'uuid',
  expects: () => expectation,
  read: (text) => (isCanonical(text) ? accepted(text.toLowerCase()) : refused(expectation)),
  readNative: () => refused(expectation),
  isStored: isReadable,
};

/**
 * Returns true for a UUID. `loose` is the form alone, with any version and variant digits, because a column can hold them all.
 * validator knows it since 13.15.15; before 13.15.0 `all` meant the same, and an unknown name is false.
 */
function isCanonical(text: string): boolean {
  return isUUID(text, 'loose') || isUUID(text, 'all');
}
