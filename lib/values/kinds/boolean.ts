import { accepted, isReadable, refused } from '../canonical.js';
import type { ValueKind } from '../value-kind.js';

const expectation = 'must be true, false, 1 or 0';

const spellings = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Truth. A text may be `true`, `false`, `1` or `0`; a native value is a boolean. */
export const boolean: ValueKind = {
  name: 'boolean',
  ordered: false,
  ranged: false,
  comparable: true,
  textual: false,
  storedAs: 'boolean',
  expects: () => expectation,
  read: (text) => readNative(spellings.get(text)),
  readNative,
  print: (value) => String(value === true),
  toProperty: (value) => value === true,
  bind: (value, { dialect }) => (dialect.booleans === 'boolean' ? value === true : value === true ? 1n : 0n),
  isStored: isReadable,
  // MySQL's TINYINT(1) may be any small number.
  bindStored: (text, { booleans }) => (booleans === 'integer' ? BigInt(booleanDigits.get(text) ?? text) : text),
};

const booleanDigits: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
]);

function readNative(value: unknown) {
  return typeof value === 'boolean' ? accepted(value) : refused(expectation);
}
