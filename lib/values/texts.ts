import { type ValueFacts, type ValueKind, accepted, asText, isReadable, refused, scalar } from './value.js';

const expectation = 'must be text without NUL characters and unpaired surrogates';

const unsupported = 'must be text in the characters that this field can hold';

/** Half of a surrogate pair: with the `u` flag only a surrogate without its other half is a character of its own. */
const unpairedSurrogate = /\p{Surrogate}/u;

/**
 * Text, kept as it is written. PostgreSQL has no NUL, no driver can write half a surrogate pair, and no database
 * compares a column with characters that its character set lacks: each of these would fail there.
 */
export const text: ValueKind = {
  ...scalar,
  ...asText,
  name: 'text',
  textual: true,
  storedAs: 'text',
  expects: () => expectation,
  read: (text, { characters }) => {
    if (text.includes('\0') || unpairedSurrogate.test(text)) return refused(expectation);
    return characters === undefined || characters.test(text) ? accepted(text) : refused(unsupported);
  },
  readNative: () => refused(expectation),
  isStored: isReadable,
};

const uuidExpected = 'must be a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e';

/** Form of a UUID with any version and variant digits, because a column can hold them all. */
const form = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** UUIDs of any version, in lower case, as databases print and compare them. */
export const uuid: ValueKind = {
  ...scalar,
  ...asText,
  name: 'uuid',
  ranged: false,
  storedAs: 'uuid',
  expects: () => uuidExpected,
  read: (text) => (form.test(text) ? accepted(text.toLowerCase()) : refused(uuidExpected)),
  readNative: () => refused(uuidExpected),
  isStored: isReadable,
};

/** Values that are compared, but have no order. */
const unordered = { ...scalar, ordered: false, ranged: false };

/** Greatest number of members that a refusal lists. The documentation has all of them. */
const mostNamed = 20;

/** A member of an enum. The members of `enum { A = 1 }` are numbers, and `1` is the text of the first. */
export const enumeration: ValueKind = {
  ...unordered,
  name: 'enum',
  storedAs: 'label',
  expects,
  read: (text, facts) => memberWhere((member) => String(member) === text, facts),
  readNative: (value, facts) => memberWhere((member) => member === value, facts),
  print: String,
  toProperty: (value) => value,
  // Text on every engine, numbers too: they are stored as labels, and MySQL takes a number for a label's position.
  bind: String,
  isStored: isReadable,
  bindStored: (text) => text,
};

function memberWhere(matches: (member: string | number) => boolean, facts: ValueFacts) {
  const member = facts.members?.find(matches);
  return member === undefined ? refused(expects(facts)) : accepted(member);
}

function expects({ members = [] }: ValueFacts): string {
  const named = members.slice(0, mostNamed).join(', ');
  const left = members.length - mostNamed;
  return `must be one of: ${named}${left > 0 ? ` and ${left} more` : ''}`;
}

const booleanExpected = 'must be true, false, 1 or 0';

const spellings = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

/** Truth. A text may be `true`, `false`, `1` or `0`; a native value is a boolean. */
export const boolean: ValueKind = {
  ...unordered,
  name: 'boolean',
  storedAs: 'boolean',
  expects: () => booleanExpected,
  read: (text) => readNative(spellings.get(text)),
  readNative,
  print: (value) => String(value === true),
  toProperty: (value) => value === true,
  bind: (value, { dialect }) => (dialect.booleans === 'boolean' ? value === true : value === true ? 1n : 0n),
  isStored: isReadable,
  // MySQL's TINYINT(1) may be any small number.
  bindStored: (text, { booleans }) => (booleans === 'integer' ? BigInt(spellings.get(text) ?? text) : text),
};

function readNative(value: unknown) {
  return typeof value === 'boolean' ? accepted(value) : refused(booleanExpected);
}

const opaqueExpected = 'has no values to compare with; only $null and $notNull can be asked';

/** Makes the kind of columns that take only `$null` and `$notNull`. No value is ever read, printed or bound. */
export function opaque(name: 'json' | 'opaque'): ValueKind {
  return {
    ...unordered,
    name,
    comparable: false,
    storedAs: 'unknown',
    expects: () => opaqueExpected,
    read: () => refused(opaqueExpected),
    readNative: () => refused(opaqueExpected),
    print: unreachable,
    toProperty: unreachable,
    bind: unreachable,
    isStored: () => false,
    bindStored: (text) => text,
  };
}

function unreachable(): never {
  throw new TypeError('A column that cannot be compared was given a value');
}
