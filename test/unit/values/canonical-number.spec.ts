import { canonicalNumber, endOfDigits } from '../../../lib/values/index.js';

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
