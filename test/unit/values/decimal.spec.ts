import fc from 'fast-check';
import { canonicalNumber, endOfDigits, valueKinds } from '../../../lib/values/index.js';
import { type Refused, leavesAll, readsAll, refusesAll, takesAll, utc } from './cases.js';

const kind = valueKinds.decimal;
const reason = 'must be a decimal number such as -12.5, with at most 35 digits before the point and 30 after it';

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
    ['1e-7', '0.0000001', 'as JSON writes a number below 0.000001'],
    ['-1.2345e-8', '-0.000000012345', 'with more digits, below zero'],
    ['1.25e+21', '1250000000000000000000', 'and one from 10^21 on'],
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
    ['1e3', 'an exponent that JavaScript would not write'],
    ['1.5E-3', 'the same'],
    ['1e-7 ', 'and a space after it'],
    ['1E-7', 'a capital letter'],
    ['1e+35', '36 digits before the point by an exponent'],
    ['1e-31', '31 digits after it by an exponent'],
    ['1e100', 'an exponent of three digits'],
    ['1e', 'an exponent without digits'],
    ['1e1.5', 'a broken exponent'],
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
    [1e-7, '0.0000001'],
    [123456789012345678901234567890n, '123456789012345678901234567890'],
  ]);
  leavesAll(kind, reason, [
    2 ** 53,
    -9007199254740994,
    NaN,
    Infinity,
    -Infinity,
    1e21,
    1e-31,
    true,
    '4.5',
    null,
    undefined,
    {},
    new Date(0),
  ]);

  it('reads every number of JSON that it has the digits for', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-13, max: 9e34, noNaN: true }), (number) => {
        const reading = kind.read(JSON.stringify(number), utc);
        expect(reading.ok && Number(reading.value)).toBe(number);
      }),
    );
  });

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

describe('canonicalNumber', () => {
  it.each<[text: string, number: number | undefined, why: string]>([
    ['', undefined, 'nothing'],
    ['0', 0, 'the first'],
    ['12', 12, 'two digits'],
    ['00', undefined, 'another spelling'],
    ['01', undefined, 'another spelling'],
    ['10', 10, 'a zero at the end'],
    ['1a', undefined, 'a letter'],
    ['1/', undefined, 'the character before the digits'],
    ['1:', undefined, 'the character after them'],
    ['-1', undefined, 'a sign'],
    ['1e3', undefined, 'an exponent'],
    ['١', undefined, 'a digit of another script'],
    ['999999999999999', 999_999_999_999_999, 'fifteen digits, which are exact'],
    ['1000000000000000', undefined, 'sixteen, which may not be'],
  ])('%j is %p: %s', (text, number) => {
    expect(canonicalNumber(text)).toBe(number);
    expect(canonicalNumber(`a7${text}7b`, 2, 2 + text.length)).toBe(number);
  });
});

describe('endOfDigits', () => {
  it.each<[text: string, first: number, end: number]>([
    ['12]', 0, 2],
    ['[12]', 1, 3],
    ['[12', 1, 3],
    ['[]', 1, 1],
    ['', 0, 0],
  ])('in %j from %i is %i', (text, first, end) => {
    expect(endOfDigits(text, first)).toBe(end);
  });
});

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
