import { accepted, refused } from './canonical.js';
import type { ValueKind } from './value-kind.js';

const expectation = 'must be true, false, 1 or 0';

const spellings = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const boolean: ValueKind = {
  name: 'boolean',
  ordered: false,
  ranged: false,
  comparable: true,
  textual: false,
  expects: () => expectation,
  read: (text) => readNative(spellings.get(text)),
  readNative,
  print: (value) => String(value === true),
  toProperty: (value) => value === true,
  bind: (value, { dialect }) => (dialect.booleans === 'boolean' ? value === true : value === true ? 1n : 0n),
};

function readNative(value: unknown) {
  return typeof value === 'boolean' ? accepted(value) : refused(expectation);
}
