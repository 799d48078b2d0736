import { accepted, numberOf, refused } from './canonical.js';
import type { ValueKind } from './value-kind.js';

/** A number as JSON writes it, which is narrower than what `Number()` takes. */
const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function floating(name: 'float' | 'real', expectation: string, nearest: (value: number) => number): ValueKind {
  function readNative(value: unknown) {
    if (typeof value !== 'number' || !Number.isFinite(nearest(value))) return refused(expectation);
    return accepted(value === 0 ? 0 : value);
  }

  return {
    name,
    ordered: true,
    ranged: true,
    comparable: true,
    textual: false,
    numeric: true,
    expects: () => expectation,
    read: (text) => (jsonNumber.test(text) ? readNative(Number(text)) : refused(expectation)),
    readNative,
    print: (value) => String(numberOf(value)),
    toProperty: numberOf,
    bind: (value, { dialect }) => {
      const bound = nearest(numberOf(value));
      return dialect.floats === 'text' ? String(bound) : bound;
    },
  };
}

/** Double precision: what a JavaScript number is. */
export const float = floating('float', 'must be a number such as 1.5 or 1e3', (value) => value);

/**
 * Single precision. Such a column holds 0.1 as 0.10000000149011612, and that is what MySQL must be asked for. PostgreSQL
 * fails when it is asked for what is too large for the column, or so small that only more bits could tell it from zero.
 */
export const real = floating('real', 'must be a number such as 1.5 or 1e3, from -3.4e38 to 3.4e38', Math.fround);
