import fc from 'fast-check';
import type { Condition } from './facts.js';

/** Words of which random texts are made. */
export const words = fc.constantFrom('almond', 'basil', 'clove', 'dill', 'elder', 'fennel');

/** Any condition of a text. */
export function textOperators(): fc.Arbitrary<Condition> {
  const word = fc.constantFrom('almond', 'basil', 'clove', 'dill');
  return fc.oneof(
    fc.record({ $eq: word }),
    fc.record({ $ne: word }),
    fc.record({ $in: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $contains: fc.constantFrom('a', 'l', 'e') }),
    fc.record({ $null: fc.boolean() }),
  );
}

/** Any condition of a whole number from 0. */
export function numberOperators(max: number): fc.Arbitrary<Condition> {
  const value = fc.integer({ min: 0, max });
  return fc.oneof(
    fc.record({ $eq: value }),
    fc.record({ $gte: value, $lt: value }),
    fc.record({ $in: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $null: fc.boolean() }),
  );
}
