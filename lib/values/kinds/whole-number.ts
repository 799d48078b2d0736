import { canonicalNumber } from '../canonical-number.js';
import { accepted, refused, textOf } from '../canonical.js';
import { bindWholeNumber } from '../stored-kinds.js';
import type { ValueKind, WholeNumberBounds } from '../value-kind.js';
import type { Reading, ValueFacts } from '../value.js';

interface Range extends WholeNumberBounds {
  /** The ends as JavaScript numbers, for comparing short numbers. */
  readonly about: readonly [least: number, most: number];
}

const years: Range = { least: 1901n, most: 2155n, about: [1901, 2155], orZero: true };

/** Range of 64 bits, the widest signed integer. */
const widest = rangeFrom(-(2n ** 63n), 2n ** 63n - 1n);

const digitsOnly = /^-?[0-9]+$/;
const leadingZeros = /^(-?)0+(?=[0-9])/;

/**
 * Length of a sign and the twenty digits of 2^64. A longer text fits no column, and a BigInt of it
 * costs more than linear time.
 */
const longestText = 21;

type Name = 'tinyint' | 'smallint' | 'mediumint' | 'integer' | 'bigint';

/** Makes the kind of whole numbers of so many bits. `unsigned` moves the range up, as it does in MySQL. */
export function wholeNumber(name: Name, bits: bigint): ValueKind {
  const signed = rangeFrom(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
  const unsigned = rangeFrom(0n, 2n ** bits - 1n);
  const rangeOf = (facts: ValueFacts) => (facts.year === true ? years : facts.unsigned === true ? unsigned : signed);
  return {
    name,
    ordered: true,
    ranged: true,
    comparable: true,
    textual: false,
    storedAs: 'integer',
    numeric: true,
    bounds: rangeOf,
    expects: (facts) => expectationOf(rangeOf(facts)),
    read: (text, facts) => readWithin(rangeOf(facts), text),
    readNative: (value, facts) => {
      const range = rangeOf(facts);
      return isExact(value) ? readWithin(range, value.toString()) : refused(expectationOf(range));
    },
    print: textOf,
    // TypeORM's convention: beyond 32 bits, a property holds text, because a JavaScript number is not exact.
    toProperty: (value) => (name === 'bigint' ? textOf(value) : Number(textOf(value))),
    bind: (value, { dialect }) => bindWholeNumber(textOf(value), dialect),
    // With loose sizes, a column may hold any 64-bit number, and an unsigned column negative numbers.
    isStored: (text, { dialect, facts }) => readWithin(dialect.looseSizes ? widest : rangeOf(facts), text).ok,
    bindStored: bindWholeNumber,
  };
}

function rangeFrom(least: bigint, most: bigint): Range {
  return { least, most, about: [Number(least), Number(most)], orZero: false };
}

function expectationOf({ least, most, orZero }: Range): string {
  return `must be a whole number from ${least} to ${most}${orZero ? ', or 0' : ''}`;
}

function readWithin(range: Range, text: string): Reading {
  const { least, most, about, orZero } = range;
  // Nearly every number is short enough for an exact JavaScript number, which is compared ten times as fast.
  const short = canonicalNumber(text);
  if (short !== undefined) {
    const within = (short >= about[0] && short <= about[1]) || (orZero && short === 0);
    return within ? accepted(text) : refused(expectationOf(range));
  }
  const number = wholeNumberIn(text);
  const fits = number !== undefined && ((number >= least && number <= most) || (orZero && number === 0n));
  return fits ? accepted(number.toString()) : refused(expectationOf(range));
}

function wholeNumberIn(text: string): bigint | undefined {
  if (!digitsOnly.test(text)) return undefined;
  const digits = text.replace(leadingZeros, '$1');
  return digits.length > longestText ? undefined : BigInt(digits);
}

/** Returns false for a number beyond 2^53, which may differ from the one in the source. */
function isExact(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}
