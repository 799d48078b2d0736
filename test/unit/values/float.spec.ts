import fc from 'fast-check';
import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll, utc, type Refused } from './cases.js';

const doubleReason = 'must be a number such as 1.5 or 1e3';
const singleReason = 'must be a number such as 1.5 or 1e3, from -3.4e38 to 3.4e38';

const notJson: readonly Refused[] = [
  ['', 'empty'],
  ['.5', 'no digit before the point'],
  ['1.', 'no digit after it'],
  ['+1', 'a plus'],
  ['--1', 'two signs'],
  ['01', 'a leading zero, as in JSON'],
  ['-01', 'a leading zero after the sign'],
  ['0x1', 'hexadecimal'],
  ['1e', 'an exponent without digits'],
  ['e3', 'an exponent alone'],
  ['1e1.5', 'a broken exponent'],
  ['NaN', 'not a number'],
  ['Infinity', 'not finite'],
  ['-Infinity', 'not finite'],
  ['1e999', 'finite in JSON, infinite as a number'],
  ['-1e999', 'the same below zero'],
  ['9'.repeat(400), 'infinite without an exponent'],
  [' 1', 'a space'],
  ['1\n', 'a line break'],
  ['1,5', 'a comma'],
  ['1_000', 'an underscore'],
  ['١', 'an Arabic digit'],
  ['null', 'JSON, but no number'],
];

describe('float', () => {
  const kind = valueKinds.float;

  readsAll(kind, [
    ['1.5', 1.5, 'a number'],
    ['-0.5', -0.5, 'below zero'],
    ['3', 3, 'whole'],
    ['1e3', 1000, 'an exponent'],
    ['1E+3', 1000, 'as JSON may write it'],
    ['25e-1', 2.5, 'a negative one'],
    ['0', 0, 'zero'],
    ['-0', 0, 'there is one zero'],
    ['-0.0e5', 0, 'however it is written'],
    ['1.50', 1.5, 'zeros at the end'],
    ['1e308', 1e308, 'nearly the largest'],
    ['5e-324', 5e-324, 'the smallest'],
    ['1e-400', 0, 'the nearest double'],
  ]);
  refusesAll(kind, doubleReason, notJson);
  takesAll(kind, [
    [1.5, 1.5],
    [-0, 0],
    [1e300, 1e300],
  ]);
  leavesAll(kind, doubleReason, [NaN, Infinity, -Infinity, 1n, true, '1', null, undefined, {}, new Date(0)]);

  it('reads every finite number as JSON writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const value = number === 0 ? 0 : number;
        expect(kind.read(JSON.stringify(number), utc)).toEqual({ ok: true, value });
        expect(kind.read(kind.print(value), utc)).toEqual({ ok: true, value });
      }),
    );
  });
});

describe('real', () => {
  const kind = valueKinds.real;

  readsAll(kind, [
    ['0.1', 0.1, 'the value is what was written; only what is bound is rounded'],
    ['3.4028234663852886e38', 3.4028234663852886e38, 'the largest that single precision has'],
    ['1e-50', 1e-50, 'too small for it, but not too large'],
  ]);
  refusesAll(kind, singleReason, [
    ...notJson,
    ['3.5e38', 'larger than any, which PostgreSQL answers with an error'],
    ['-1e300', 'the same below zero'],
  ]);
  takesAll(kind, [[1.5, 1.5]]);
  leavesAll(kind, singleReason, [1e300, NaN, '1']);
});
