import { accepted, numberOf, refused } from '../canonical.js';
import { isNotFinite } from '../stored-kinds.js';
import type { ValueKind } from '../value-kind.js';

/** A number as JSON writes it, stricter than `Number()`. */
const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Differences between the two precisions. */
interface Precision {
  readonly name: 'float' | 'real';
  readonly storedAs: 'double' | 'single';
  readonly expectation: string;
  /** Rounds to the precision of the column. */
  readonly nearest: (value: number) => number;
}

function floating({ name, storedAs, expectation, nearest }: Precision): ValueKind {
  function readNative(value: unknown) {
    if (typeof value !== 'number' || !Number.isFinite(nearest(value))) return refused(expectation);
    return accepted(value === 0 ? 0 : value);
  }

  function read(text: string) {
    return jsonNumber.test(text) ? readNative(Number(text)) : refused(expectation);
  }

  return {
    name,
    ordered: true,
    ranged: true,
    comparable: true,
    textual: false,
    storedAs,
    numeric: true,
    expects: () => expectation,
    read,
    readNative,
    print: (value) => String(numberOf(value)),
    toProperty: numberOf,
    bind: (value, { dialect }) => {
      const bound = nearest(numberOf(value));
      return dialect.floats === 'text' ? String(bound) : bound;
    },
    isStored: (text, column) => isNotFinite(text, column) || read(text).ok,
    // A number too small for the type is zero, where PostgreSQL would fail.
    bindStored: (text, { floats }) => (floats === 'number' ? nearest(Number(text)) : String(nearest(Number(text)))),
  };
}

/** Floats of double precision, like JavaScript numbers. */
export const float = floating({
  name: 'float',
  storedAs: 'double',
  expectation: 'must be a number such as 1.5 or 1e3',
  nearest: (value) => value,
});

/**
 * Floats of single precision. Such a column holds 0.1 as 0.10000000149011612, and MySQL finds it only by that number.
 * PostgreSQL fails at a number that is too large for the column, or so small that it would be rounded to zero.
 */
export const real = floating({
  name: 'real',
  storedAs: 'single',
  expectation: 'must be a number such as 1.5 or 1e3, from -3.4e38 to 3.4e38',
  nearest: Math.fround,
});
