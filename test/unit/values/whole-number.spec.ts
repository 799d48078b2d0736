import fc from 'fast-check';
import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll, utc } from './cases.js';

const unsigned = { ...utc, unsigned: true };

/** Every whole number kind, with its bounds as the databases document them. */
const bounds = [
  ['tinyint', '-128', '127', '255'],
  ['smallint', '-32768', '32767', '65535'],
  ['mediumint', '-8388608', '8388607', '16777215'],
  ['integer', '-2147483648', '2147483647', '4294967295'],
  ['bigint', '-9223372036854775808', '9223372036854775807', '18446744073709551615'],
] as const;

describe.each(bounds)('%s', (name, least, most, mostUnsigned) => {
  const kind = valueKinds[name];
  const next = (text: string, step: bigint) => String(BigInt(text) + step);

  readsAll(kind, [
    [least, least, 'the least'],
    [most, most, 'the most'],
    ['0', '0', 'zero'],
    ['-0', '0', 'there is one zero'],
    ['007', '7', 'leading zeros are digits'],
    ['-007', '-7', 'leading zeros after the sign'],
    ['000', '0', 'zeros alone'],
    ['0'.repeat(4_095) + '7', '7', 'superfluous zeros do not make a number large'],
  ]);

  refusesAll(kind, `must be a whole number from ${least} to ${most}`, [
    [next(least, -1n), 'one below the least'],
    [next(most, 1n), 'one above the most'],
    ['9'.repeat(4_096), 'absurdly long'],
    [`-${'9'.repeat(4_096)}`, 'absurdly long and negative'],
    ['', 'empty'],
    ['-', 'a sign alone'],
    ['--1', 'two signs'],
    ['+1', 'a plus'],
    ['1.0', 'a point'],
    ['1.', 'a point at the end'],
    ['1e3', 'an exponent'],
    ['0x1', 'hexadecimal'],
    ['0b1', 'binary'],
    ['1n', 'JavaScript'],
    ['1_0', 'an underscore'],
    ['1,0', 'a comma'],
    [' 1', 'a space before'],
    ['1 ', 'a space after'],
    ['1\n', 'a line break after'],
    ['١', 'an Arabic digit'],
    ['１', 'a full-width digit'],
    ['−1', 'a minus sign that is not the hyphen'],
    ['NaN', 'a word'],
    ['null', 'a word'],
    ['1 OR 1=1', 'an injection'],
  ]);

  takesAll(kind, [
    [7, '7'],
    [-0, '0'],
    [7n, '7'],
    [BigInt(least), least],
    [BigInt(most), most],
  ]);

  leavesAll(kind, `must be a whole number from ${least} to ${most}`, [
    ...[1.5, NaN, Infinity, 2 ** 53, 1e21, true, '7', null, undefined, {}, [7], new Date(0)],
    BigInt(least) - 1n,
    BigInt(most) + 1n,
  ]);

  describe('unsigned', () => {
    readsAll(
      [kind, unsigned],
      [
        [mostUnsigned, mostUnsigned, 'the most'],
        ['0', '0', 'the least'],
        ['-0', '0', 'zero'],
      ],
    );
    refusesAll([kind, unsigned], `must be a whole number from 0 to ${mostUnsigned}`, [
      ['-1', 'below zero'],
      [next(mostUnsigned, 1n), 'one above the most'],
    ]);
  });

  it('reads every number of its range, and none outside', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (number) => {
        const within = number >= BigInt(least) && number <= BigInt(most);
        const reading = kind.read(String(number), utc);
        expect(reading).toEqual(within ? { ok: true, value: String(number) } : expect.objectContaining({ ok: false }));
      }),
    );
  });
});

describe('a year', () => {
  const year = { ...utc, year: true };
  const kind = valueKinds.smallint;
  const reason = 'must be a whole number from 1901 to 2155, or 0';

  readsAll(
    [kind, year],
    [
      ['1901', '1901', 'the first'],
      ['2155', '2155', 'the last'],
      ['02024', '2024', 'leading zeros are digits'],
      ['0', '0', 'what MySQL keeps for no year'],
      ['0000', '0', 'as it prints it'],
    ],
  );
  refusesAll([kind, year], reason, [
    ['1900', 'one before the first'],
    ['01900', 'the same with a leading zero'],
    ['2156', 'one after the last'],
    ['02156', 'the same with a leading zero'],
    ['1', 'MySQL takes it for 2001'],
    ['70', 'MySQL takes it for 1970'],
    ['007', 'MySQL takes it for 2007'],
    ['-2024', 'before our era'],
    ['year', 'a word'],
  ]);
  takesAll(
    [kind, year],
    [
      [0, '0'],
      [0n, '0'],
      [2024, '2024'],
    ],
  );
  leavesAll([kind, year], reason, [1, 1900n, 2156, 2024.5]);
});
