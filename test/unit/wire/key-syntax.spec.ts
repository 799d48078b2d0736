import { decodeKey, endOfKey, pathOf, plainPath } from '../../../lib/wire/read/key-syntax.js';

describe('endOfKey', () => {
  it.each([
    ['', -1, 'nothing'],
    ['a', -1, 'no equals sign'],
    ['=x', 0, 'no key'],
    ['a=1', 1, 'a key without brackets'],
    ['a=b=c', 1, 'the first of two'],
    ['a=[b]=c', 1, 'brackets after it are text'],
    ['a=b]=c', 1, 'also one alone'],
    ['a[b]=c', 4, 'after a bracket'],
    ['a[b]=c]=d', 4, 'the first after a bracket'],
    ['a%5Bb%5D=c', 8, 'after an encoded bracket'],
    ['a%5bb%5d=c', 8, 'in small letters'],
    ['a[b=c]=d', 6, 'not inside brackets'],
    ['a[b=]c]=d', 7, 'not where a bracket follows either'],
    ['a[b=c%5D=d', 8, 'a bracket closed by an encoded one'],
    ['a[b=xx%5D]=1', 10, 'and then by another'],
    ['a%5Bb=c]=d', 8, 'an encoded bracket closed by a bare one'],
    ['a%5Bb=c%5D=d', 10, 'both encoded'],
    ['a%5bb=c%5d=d', 10, 'both encoded, in small letters'],
    ['a[b=c', -1, 'a bracket that never closes'],
    ['a[b=c%5', -1, 'half an encoded bracket at the end'],
    ['a[b=c%', -1, 'less than half'],
    ['a[b=c%5=d]=e', 10, 'half of one is text'],
    ['a[b%4D=c]=d', 9, 'an encoded letter is text'],
    ['a[b%2D=c]=d', 9, 'so is an encoded dash'],
    ['a[x5d=c]=d', 8, 'no escape without its percent sign'],
    ['a%20=b', 4, 'another escape'],
  ])('%j ends at %i: %s', (piece, end) => {
    expect(endOfKey(piece)).toBe(end);
  });
});

/** A key, the names that are found in it, and why the row is there. */
type Split = readonly [key: string, segments: readonly string[] | undefined, why: string];

/** What nearly every key is must be told in one pass; what is not plain takes the closer look. */
describe('plainPath', () => {
  const rows: readonly Split[] = [
    ['', [], 'the parameter itself'],
    ['[a]', ['a'], 'one'],
    ['[a][$eq]', ['a', '$eq'], 'two'],
    ['[a][b][c]', ['a', 'b', 'c'], 'three'],
    ['[]', [''], 'empty brackets at the end'],
    ['[a][]', ['a', ''], 'empty brackets at the end, after another'],
    ['[][a]', undefined, 'empty brackets before the end'],
    ['[][]', undefined, 'and twice'],
    ['[__proto__]', ['__proto__'], 'a name like any other'],
    ['a', undefined, 'no bracket'],
    ['[a', undefined, 'not closed'],
    ['[', undefined, 'opened only'],
    [']', undefined, 'closed only'],
    ['[a]b', undefined, 'text after a segment'],
    ['[a]]', undefined, 'closed twice'],
    ['[a[b]', undefined, 'a bracket inside'],
    ['[[a]]', undefined, 'brackets inside'],
    ['[a\0]', undefined, 'NUL'],
    ['[\u0001]', ['\u0001'], 'the character after NUL'],
  ];

  it.each(rows)('%j has %j: %s', (key, segments) => {
    expect(plainPath(`filters${key}`, 'filters')).toEqual(segments && ['filters', ...segments]);
  });
});

describe('pathOf', () => {
  const rows: readonly Split[] = [
    ['', [], 'the parameter itself'],
    ['[a]', ['a'], 'one'],
    ['[_a][]', ['_a', ''], 'two'],
    ['[][a]', ['', 'a'], 'two, the first without a name'],
    ['[a\0(0\0)]', ['a[0]'], 'brackets that are text'],
    ['[\0(a\0)\0(b\0)][c]', ['[a][b]', 'c'], 'all of them'],
    ['[a', undefined, 'not closed'],
    ['a]', undefined, 'not opened'],
    ['.a', undefined, 'no brackets'],
    ['[a]b', undefined, 'text after a segment'],
    ['[a]b]', undefined, 'closed twice'],
    ['[[a]]', undefined, 'brackets inside'],
    ['[a[b]c]', undefined, 'brackets inside a name'],
  ];

  it.each(rows)('%j has %j: %s', (key, segments) => {
    expect(pathOf(`filters${key}`, 'filters')).toEqual(segments && ['filters', ...segments]);
  });
});

/** A bracket that is text is shown as a brace here. */
describe('decodeKey', () => {
  const shown = (text: string) => text.replaceAll('\0(', '{').replaceAll('\0)', '}');

  it.each([
    ['[a]', '[a]', 'as it is'],
    ['%5Ba%5D', '[a]', 'encoded'],
    ['%5ba%5d', '[a]', 'encoded in small letters'],
    ['[a%20b+c]', '[a b c]', 'spaces'],
    ['[%5B]', '[{]', 'an encoded one inside a bare one'],
    ['[a%5B0%5D]', '[a{0}]', 'and the one that answers it'],
    ['[a%5b0%5d]', '[a{0}]', 'in small letters'],
    ['[a%5Bb%5Bc%5Dd%5De]', '[a{b{c}d}e]', 'one inside another'],
    ['[a%5Bb%5Dc%5Bd%5De]', '[a{b}c{d}e]', 'one after another'],
    ['[a%5Bb%5Dc%5D', '[a{b}c]', 'what answers none closes the segment'],
    ['[a%5D', '[a]', 'so does the first'],
    ['[a]%5Bb%5D', '[a][b]', 'outside of a segment it opens one'],
    ['%5Ba%5Bb%5D', '[a[b]', 'inside of an encoded one it is none'],
    ['%5Ba[b%5D%5D', '[a[b]]', 'nor is a bare one'],
    ['[a[b%5D', '[a[b]', 'a bare one never is'],
    ['[a%5Bb]c%5D', '[a{b]c]', 'a bare one closes all'],
    ['[%zz]', '[%zz]', 'what is no escape stays'],
  ])('%j is %j: %s', (raw, text) => {
    expect(shown(decodeKey(raw))).toBe(text);
  });
});
