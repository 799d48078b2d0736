import fc from 'fast-check';
import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll, utc } from './cases.js';

const kind = valueKinds.decimal;
const reason =
  'must be a decimal number such as -12.5, without an exponent, with at most 35 digits before the point and 30 after it';

describe('decimal', () => {
  readsAll(kind, [
    ['4.5', '4.5', 'a decimal'],
    ['-4.5', '-4.5', 'below zero'],
    ['4', '4', 'without a fraction'],
    ['4.50', '4.5', 'a zero at the end says nothing'],
    ['4.000', '4', 'a fraction of zeros says nothing'],
    ['0004.5', '4.5', 'nor do zeros before'],
    ['0.5', '0.5', 'one zero before the point stays'],
    ['000.5', '0.5', 'but one only'],
    ['100', '100', 'zeros before the point count'],
    ['0', '0', 'zero'],
    ['-0', '0', 'there is one zero'],
    ['-0.00', '0', 'however it is written'],
    ['-0.01', '-0.01', 'which is not zero'],
    ['0.1', '0.1', 'exact, unlike a float'],
    ['0.30000000000000004', '0.30000000000000004', 'exact, unlike 0.1 + 0.2'],
    ['9007199254740993', '9007199254740993', 'beyond 2^53'],
    ['9'.repeat(35) + '.' + '9'.repeat(30), '9'.repeat(35) + '.' + '9'.repeat(30), 'as wide as it gets'],
    ['0'.repeat(100) + '1.1' + '0'.repeat(100), '1.1', 'superfluous zeros do not make it wide'],
  ]);

  refusesAll(kind, reason, [
    ['1'.repeat(36), '36 digits before the point'],
    [`0.${'0'.repeat(30)}1`, '31 digits after it'],
    ['1'.repeat(300), 'longer still'],
    ['', 'empty'],
    ['.5', 'no digit before the point'],
    ['5.', 'no digit after it'],
    ['.', 'a point alone'],
    ['-', 'a sign alone'],
    ['+4.5', 'a plus'],
    ['4,5', 'a comma'],
    ['4.5.6', 'two points'],
    ['1e3', 'an exponent'],
    ['1.5E-3', 'an exponent'],
    ['0x11', 'hexadecimal'],
    ['0b11', 'binary'],
    ['NaN', 'not a number'],
    ['Infinity', 'not finite'],
    ['-Infinity', 'not finite'],
    [' 4.5', 'a space'],
    ['4.5\n', 'a line break'],
    ['٤.٥', 'Arabic digits'],
    ['1_000', 'an underscore'],
  ]);

  takesAll(kind, [
    [4.5, '4.5'],
    [-0, '0'],
    [100, '100'],
    [123456789012345678901234567890n, '123456789012345678901234567890'],
  ]);
  leavesAll(kind, reason, [
    2 ** 53,
    -9007199254740994,
    NaN,
    Infinity,
    -Infinity,
    1e21,
    1e-7,
    true,
    '4.5',
    null,
    undefined,
    {},
    new Date(0),
  ]);

  it('keeps the exact number, and prints what it reads back', () => {
    const digits = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits(35), digits(30), (sign, whole, fraction) => {
        const reading = kind.read(`${sign}${whole}.${fraction}`, utc);
        const value = reading.ok && typeof reading.value === 'string' ? reading.value : 'refused';
        expect(scaled(value)).toBe(scaled(`${sign}${whole}.${fraction}`));
        expect(value).toMatch(/^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/);
        expect(kind.read(kind.print(value), utc)).toEqual(reading);
      }),
    );
  });
});

/** The number times 10^30, which is whole. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(30, '0'));
}
