import { finds, hostileClass, refused } from '../case.js';
import { invalid } from './invalid-values.js';

const noNumbers: readonly (readonly [string, string])[] = [
  ['', 'nothing'],
  ['-', 'a sign alone'],
  ['%2B1', 'a plus'],
  ['+1', 'a space before'],
  ['1%20', 'a space after'],
  ['%091', 'a tab before'],
  ['1%0A', 'a line break after'],
  ['0x10', 'hexadecimal'],
  ['0b11', 'binary'],
  ['0o7', 'octal'],
  ['1_000', 'grouped as in source code'],
  ['1,000', 'grouped as in prose'],
  ['1n', 'a BigInt as in source code'],
  ['abc', 'a word'],
  ['1abc', 'digits and a word'],
  ['NaN', 'no number'],
  ['Infinity', 'more than any number'],
  ['-Infinity', 'less than any number'],
  ['true', 'a boolean'],
  ['null', 'the word null'],
  ['undefined', 'the word undefined'],
  ['--1', 'two signs'],
  ['1-1', 'a difference'],
  ['1;2', 'two statements'],
  ['1%20OR%201=1', 'a condition'],
  ['%EF%BC%91', 'a full-width digit'],
  ['%D9%A1', 'an Arabic digit'],
  ['%C2%B2', 'a superscript'],
  ['%E2%88%921', 'a minus of mathematics'],
  ['%001', 'NUL'],
];

export const integers = hostileClass('integer', [
  ...invalid('[views][$eq]', noNumbers),
  ...invalid('[views][$eq]', [
    ['1.0', 'a fraction of nothing'],
    ['1.5', 'a fraction'],
    ['.5', 'a fraction alone'],
    ['1e3', 'an exponent'],
    ['2147483648', 'one more than the column holds'],
    ['-2147483649', 'one less than the column holds'],
    ['9223372036854775808', 'more than any column holds'],
    ['1'.repeat(200), 'two hundred digits'],
  ]),
  ...invalid('[visits][$eq]', [
    ['9223372036854775808', 'one more than 64 bits hold'],
    ['-9223372036854775809', 'one less than 64 bits hold'],
    ['9.007199254740993e15', 'an exponent'],
  ]),
  ...invalid('[id]', [
    ['1.0', 'by shorthand'],
    ['%2527', 'encoded twice'],
  ]),
  refused('filters[id][$in][0]=1&filters[id][$in][1]=x', 'invalid_value /filters/id/$in/1', 'the second of a list'),
  refused(
    'filters[views][$between][0]=x&filters[views][$between][1]=y',
    ['invalid_value /filters/views/$between/0', 'invalid_value /filters/views/$between/1'],
    'both of a pair',
  ),
  finds('filters[views]=2147483647', [4], 'the most the column holds'),
  finds('filters[views]=-2147483648', [], 'the least'),
  finds('filters[views]=00010', [1], 'zeros before it are only digits'),
  finds('filters[views]=-0', [2], 'minus nothing'),
  finds('filters[visits]=9007199254740993', [1], 'what a JavaScript number cannot say'),
  finds('filters[visits]=9007199254740992', [], 'its neighbour, which such a number would be'),
  finds('filters[visits][$gt]=9223372036854775806', [4], 'the end of 64 bits'),
  finds('filters[views][$between][0]=10&filters[views][$between][1]=0', [], 'upside down is empty'),
]);

export const decimals = hostileClass('decimal', [
  ...invalid('[rating][$gte]', noNumbers),
  ...invalid('[rating][$gte]', [
    ['1e3', 'an exponent'],
    ['1.', 'a point alone'],
    ['.5', 'nothing before the point'],
    ['1.2.3', 'two points'],
    ['4%2C5', 'a comma for a point'],
    ['9'.repeat(60), 'sixty digits'],
  ]),
  finds('filters[rating]=4.5', [1], 'as text it would be another'),
  finds('filters[rating]=04.500', [1], 'zeros around it'),
  finds(
    'filters[rating][$lte]=99999999999999.99',
    [1, 2, 4, 5],
    'more than the column holds, which is a comparison still',
  ),
  finds('filters[rating]=-0', [5], 'minus nothing'),
]);

export const floats = hostileClass('float', [
  ...invalid('[score][$gt]', noNumbers),
  ...invalid('[score][$gt]', [
    ['1e400', 'more than a double holds'],
    ['-1e400', 'less than a double holds'],
    ['1e', 'an exponent of nothing'],
    ['.5', 'nothing before the point'],
    ['05', 'a zero before it, which JSON has not'],
  ]),
  finds('filters[score]=1e10', [4], 'an exponent'),
  finds('filters[score]=-0', [5], 'minus nothing'),
  finds('filters[score][$lt]=3.4e38', [1, 2, 4, 5], 'nearly the most of single precision'),
]);
