import { isUUID } from 'class-validator/cjs/decorator/string/IsUUID.js';
import { accepted, asText, refused } from './canonical.js';
import type { ValueKind } from './value-kind.js';

const expectation = 'must be a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e';

/** UUIDs of any version, in lower case: what databases print and compare. */
export const uuid: ValueKind = {
  ...asText,
  name: 'uuid',
  ordered: true,
  ranged: false,
  comparable: true,
  textual: false,
  expects: () => expectation,
  read: (text) => (isCanonical(text) ? accepted(text.toLowerCase()) : refused(expectation)),
  readNative: () => refused(expectation),
};

/**
 * `loose` is the form alone, whatever the version and variant digits say, because a column can hold any of them.
 * validator knows it since 13.15.15; before 13.15.0 `all` meant the same, and an unknown name is false.
 */
function isCanonical(text: string): boolean {
  return isUUID(text, 'loose') || isUUID(text, 'all');
}
