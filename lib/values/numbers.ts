import {
  type ValueResult,
  type ValueFacts,
  type ValueKind,
  type WholeNumberBounds,
  accepted,
  asText,
  bindFloat,
  bindWholeNumber,
  canonicalNumber,
  isNotFinite,
  numberOf,
  refused,
  scalar,
  textOf,
} from './value.js';
import type { WholeKind, WholeRange } from '../dialects/index.js';

interface Range extends WholeNumberBounds {
  /** The ends as JavaScript numbers, for comparing short numbers. */
  readonly about: readonly [least: number, most: number];
}

const years: Range = { ...rangeFrom(1901n, 2155n), orZero: true };

/** Range of 64 bits, the widest signed integer. */
const widest = rangeFrom(-(2n ** 63n), 2n ** 63n - 1n);

const digitsOnly = /^-?[0-9]+$/;
const leadingZeros = /^(-?)0+(?=[0-9])/;

/**
 * Length of a sign and the twenty digits of 2^64. A longer text fits no column, and a BigInt of it
 * costs more than linear time.
 */
const longestText = 21;

/** Makes the kind of whole numbers of a range. `unsigned` moves the range up, as it does in MySQL. */
export function wholeNumber([least, most]: WholeRange, name: WholeKind): ValueKind {
  const signed = rangeFrom(least, most);
  const unsigned = rangeFrom(0n, most - least);
  const rangeOf = (facts: ValueFacts) => (facts.year === true ? years : facts.unsigned === true ? unsigned : signed);
  return {
    ...scalar,
    name,
    storedAs: 'integer',
    numeric: true,
    bounds: rangeOf,
    expects: (facts) => expectationOf(rangeOf(facts)),
    read: (text, facts) => readWithin(rangeOf(facts), text),
    readNative: (value, facts) => {
      const range = rangeOf(facts);
      // A number beyond 2^53 may differ from the one in the source.
      const isExact = typeof value === 'bigint' || Number.isSafeInteger(value);
      return isExact ? readWithin(range, String(value)) : refused(expectationOf(range));
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

function readWithin(range: Range, text: string): ValueResult {
  const { least, most, about, orZero } = range;
  // Nearly every number is short enough for an exact JavaScript number, which is compared ten times as fast.
  const short = canonicalNumber(text);
  if (short !== undefined) {
    const within = (short >= about[0] && short <= about[1]) || (orZero && short === 0);
    return within ? accepted(text) : refused(expectationOf(range));
  }
  const digits = digitsOnly.test(text) ? text.replace(leadingZeros, '$1') : undefined;
  const number = digits === undefined || digits.length > longestText ? undefined : BigInt(digits);
  const fits = number !== undefined && ((number >= least && number <= most) || (orZero && number === 0n));
  return fits ? accepted(number.toString()) : refused(expectationOf(range));
}

/** A number as JSON writes it, stricter than `Number()`. */
const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Makes the kind of floats of one precision.
 *
 * @param nearest rounds to the precision of the column
 */
function floating(
  name: 'float' | 'real',
  storedAs: 'double' | 'single',
  expectation: string,
  nearest: (value: number) => number,
): ValueKind {
  function readNative(value: unknown) {
    if (typeof value !== 'number' || !Number.isFinite(nearest(value))) return refused(expectation);
    return accepted(value === 0 ? 0 : value);
  }

  function read(text: string) {
    return jsonNumber.test(text) ? readNative(Number(text)) : refused(expectation);
  }

  return {
    ...scalar,
    name,
    storedAs,
    numeric: true,
    expects: () => expectation,
    read,
    readNative,
    print: (value) => String(numberOf(value)),
    toProperty: numberOf,
    bind: (value, { dialect }) => bindFloat(nearest(numberOf(value)), dialect),
    isStored: (text, { dialect }) => isNotFinite(text, dialect) || read(text).ok,
    // A number too small for the type is zero, where PostgreSQL would fail.
    bindStored: (text, dialect) => bindFloat(nearest(Number(text)), dialect),
  };
}

/** Floats of double precision, like JavaScript numbers. */
export const float = floating('float', 'double', 'must be a number such as 1.5 or 1e3', (value) => value);

/**
 * Floats of single precision. Such a column holds 0.1 as 0.10000000149011612, and MySQL finds it only by that number.
 * PostgreSQL fails at a number that is too large for the column, or so small that it would be rounded to zero.
 */
export const real = floating(
  'real',
  'single',
  'must be a number such as 1.5 or 1e3, from -3.4e38 to 3.4e38',
  Math.fround,
);

/** Number of digits that MariaDB and MySQL show of a FLOAT. Its 24 bits have up to nine. */
const shownDigits = 6;

/**
 * Floats of single precision that answers show with six digits. A number of up to six digits is compared as all numbers
 * that are shown as it, and one with more as itself: facets and aggregates read the numbers exactly.
 */
export const shortReal: ValueKind = {
  ...real,
  endsOf: (value) => {
    const number = numberOf(value);
    if (number < 0) {
      const [least, greatest] = endsOfShown(-number);
      return [-greatest, -least];
    }
    return endsOfShown(number);
  },
};

/** Returns the least and the greatest single that is shown as a number that is not negative. */
function endsOfShown(number: number): readonly [least: number, greatest: number] {
  const nearest = Math.fround(number);
  if (number === 0 || shown(nearest) !== number) return [nearest, nearest];
  const [digits = '', exponent = ''] = number.toExponential(shownDigits - 1).split('e');
  const [whole, power] = [Number(digits.replace('.', '')), Number(exponent) - shownDigits + 1];
  // Below a power of ten, numbers are shown ten times as finely.
  const below =
    whole === 10 ** (shownDigits - 1) ? `${whole * 100 - 5}e${power - 2}` : `${whole * 10 - 5}e${power - 1}`;
  const [first, last] = [Math.fround(Number(below)), Math.fround(Number(`${whole * 10 + 5}e${power - 1}`))];
  return [shown(first) === number ? first : neighbour(first, 1), shown(last) === number ? last : neighbour(last, -1)];
}

/** Returns a single as the server shows it: between two numbers of six digits, the one with an even last digit. */
function shown(single: number): number {
  const [digits = '', exponent = ''] = single.toExponential(shownDigits).split('e');
  const isHalf = digits.endsWith('5') && Number(`${digits}e${exponent}`) === single;
  const isAfterEven = /[02468].$/.test(digits);
  return isHalf && isAfterEven ? Number(`${digits.slice(0, -1)}e${exponent}`) : Number(single.toPrecision(shownDigits));
}

/** Returns the next single up or down of one that is not negative. */
function neighbour(single: number, step: 1 | -1): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, single);
  view.setUint32(0, view.getUint32(0) + step);
  return view.getFloat32(0);
}

/**
 * Digits of a decimal in a request. MySQL compares a bound decimal exactly as DECIMAL(65, 30) and no wider: 35 digits
 * before the point and 30 after it.
 */
const mostWhole = 35;
const mostFraction = 30;

const expectation = `must be a decimal number such as -12.5, with at most ${mostWhole} digits before the point and ${mostFraction} after it`;

/** Greatest number of digits before an operand's point where the column's precision is unknown. */
const mostDigits = 1_000;

/** The exponent of a number as JavaScript writes it: below 0.000001, and from 10^21 on. */
const form = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]{1,2}))?$/;

/** Exact decimals, kept as text, because a JavaScript number would round them. */
export const decimal: ValueKind = {
  ...scalar,
  ...asText,
  name: 'decimal',
  storedAs: 'decimal',
  numeric: true,
  expects: () => expectation,
  read,
  // NaN is refused like any other text.
  readNative: (value) => {
    if (typeof value === 'bigint') return read(value.toString());
    const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return isExact ? read(value.toString()) : refused(expectation);
  },
  // It has an exponent where the driver made a JavaScript number of it.
  isStored: (text, { dialect, facts, precision, scale }) => {
    if (isNotFinite(text, dialect)) return true;
    const [, digits, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    if (digits === undefined) return dialect.looseSizes && float.read(text, facts).ok;
    const room = dialect.looseSizes ? mostDigits : (precision ?? mostDigits) - (scale ?? 0);
    if (fraction.length > dialect.mostDecimals) return false;
    return text.length <= mostDigits && digits.replace(/^0+(?=\d)/, '').length <= Math.max(room, 1);
  },
};

function read(text: string) {
  const [, sign = '', digits = '', decimals = '', exponent] = form.exec(text) ?? [];
  const isOtherSpelling = exponent !== undefined && String(Number(text)) !== text;
  if (digits === '' || isOtherSpelling) return refused(expectation);
  const [before, after] = exponent === undefined ? [digits, decimals] : shifted(digits, decimals, Number(exponent));
  const whole = before.replace(/^0+(?=[0-9])/, '');
  const fraction = withoutTrailingZeros(after);
  if (whole.length > mostWhole || fraction.length > mostFraction) return refused(expectation);
  const magnitude = fraction === '' ? whole : `${whole}.${fraction}`;
  return accepted(magnitude === '0' ? '0' : sign + magnitude);
}

/** Moves the point by an exponent: JSON writes numbers below 0.000001 with one, such as 1e-7. */
function shifted(digits: string, decimals: string, exponent: number): readonly [before: string, after: string] {
  const [before, after] = [digits.padStart(1 - exponent, '0'), decimals.padEnd(exponent, '0')];
  const point = before.length + exponent;
  return exponent < 0
    ? [before.slice(0, point), before.slice(point) + after]
    : [before + after.slice(0, exponent), after.slice(exponent)];
}

/**
 * Removes trailing zeros, by a loop, because `/0+$/` starts anew at every run of zeros and takes quadratic
 * time on a long text of them.
 */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
