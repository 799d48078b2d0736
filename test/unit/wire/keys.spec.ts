import { runInNewContext } from 'node:vm';
import { IssueCollector } from '../../../lib/issues/index.js';
import { defaultLimits } from '../../../lib/limits.js';
import { isPlainObject } from '../../../lib/wire/index.js';
import { PlainObject } from '../../../lib/wire/names.js';
import { KeyReader, Scanner, decodeKey, pathOf } from '../../../lib/wire/keys.js';
import { foreignTo, params } from './reading.js';

describe('the end of a key', () => {
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
    const scanner = new Scanner(piece);
    scanner.next();
    expect(scanner.value === undefined ? -1 : scanner.endOfKey).toBe(end);
    expect(scanner.key).toBe(end < 0 ? piece : piece.slice(0, end));
  });
});

describe('the parameters of a text', () => {
  it.each([
    [
      'a=1&b',
      [
        ['a', '1', false],
        ['b', undefined, false],
      ],
      'with and without a value',
    ],
    [
      '&&a=1&&&b=2&',
      [
        ['a', '1', false],
        ['b', '2', false],
      ],
      'nothing between two ampersands',
    ],
    [
      'a=b%26&c=+',
      [
        ['a', 'b%26', true],
        ['c', '+', true],
      ],
      'encoded values',
    ],
    [
      'a%5B=b&c+=',
      [
        ['a%5B=b', undefined, false],
        ['c+', '', false],
      ],
      'encoded keys',
    ],
    ['', [], 'none'],
  ])('%j are %j: %s', (text, expected) => {
    const scanner = new Scanner(text);
    const found: unknown[] = [];
    while (scanner.next()) found.push([scanner.key, scanner.value, scanner.isValueEncoded]);
    expect(found).toEqual(expected);
  });
});

/** A key, the names that are found in it, and why the row is there. */
type Split = readonly [key: string, segments: readonly string[] | undefined, why: string];

function readerAnd(issues = new IssueCollector(100)) {
  const options = { params, limits: defaultLimits, foreign: foreignTo(params), door: 'url' } as const;
  const reader = new KeyReader(options, issues, undefined);
  return { reader, issues };
}

/** What a reader makes of keys, one after another: the path, a member in its end, or undefined for none of ours. */
function readIn(reader: KeyReader, keys: readonly string[]) {
  const scanner = new Scanner(keys.map((key) => `${key}=7`).join('&'));
  return keys.map(() => {
    scanner.next();
    return reader.read(scanner) ? { path: [...reader.path], member: reader.member } : undefined;
  });
}

/** The names of a key: refused ones have none. */
describe('the names of a key', () => {
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
    ['.a', undefined, 'no bracket'],
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
    const { reader, issues } = readerAnd();
    const [found] = readIn(reader, [`filters${key.replace('\0', '%00')}`]);
    const names = segments?.filter((name) => name !== '');
    const member = segments?.includes('') === true ? 'next' : undefined;
    expect(found).toEqual(names && { path: ['filters', ...names], member });
    expect(issues.count).toBe(segments === undefined ? 1 : 0);
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

/** Whatever was read before it, a key is read as if it had come alone. */
describe('a key after another', () => {
  const before = [
    'filters[a][$in][0]',
    'filters[a][$in][]',
    'filters[a][$in][b]',
    'filters[a][1][0]',
    'filters%5Ba%5D[12]',
    'filters[10]',
    'filters[a',
    'filters',
    'sort%5b3%5D',
    '%66ilters[a][0]',
    'page',
  ];

  it.each([
    'filters[a][$in][1]',
    'filters[a][$in][01]',
    'filters[a][$in][]',
    'filters[a][$in][1][b]',
    'filters[a][$in]',
    'filters[b][$in][1]',
    'filters[a][$in]%5B1%5D',
    'filters[a][$in][1%5D',
    'filters%5Ba%5D[13]',
    'filters%5ba%5d[13]',
    'filters[a][13]',
    'filters[11]',
    'filters[1x]',
    'filters[]',
    'filters',
    'sort%5b4%5D',
    'sort%5B4%5d',
    'sort[4]',
    '%66ilters[a][1]',
    'filters[a][1]',
    'filters[a][1][0]',
    'filters[a',
    'filters[a]b',
    'filtersx[a]',
    'sorts',
    'page[0]',
  ])('%s is what it is alone', (key) => {
    const alone = readerAnd();
    const [expected] = readIn(alone.reader, [key]);
    for (const first of before) {
      const { reader, issues } = readerAnd();
      readIn(reader, [first]);
      const { count } = issues;
      const found = readIn(reader, [key]).at(-1);
      expect([first, found, issues.count - count]).toEqual([first, expected, alone.issues.count]);
      expect(readIn(readerAnd().reader, [first, key, key]).slice(1)).toEqual([expected, expected]);
    }
  });
});

class Custom {
  a = 1;
}

const bare = (own: object = {}): object => Object.assign(Object.create(null) as object, own);
const inheriting = (prototype: object): object => Object.create(prototype) as object;

describe('a plain object', () => {
  it.each<[what: string, value: unknown]>([
    ['a literal', { a: 1 }],
    ['what JSON.parse makes', JSON.parse('{"__proto__":1}')],
    ['one of a request', new PlainObject()],
    ['one without a prototype', bare({ a: 1 })],
    ['one whose prototype is empty, as parsers make them', inheriting(bare())],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
    ['one that has a prototype for a key', { prototype: {}, constructor: 1 }],
  ])('is %s', (_, value) => {
    expect(isPlainObject(value)).toBe(true);
  });

  it.each<[what: string, value: unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a text', 'a'],
    ['a number', 1],
    ['a function', () => 1],
    ['a list', []],
    ['a list of another realm', runInNewContext('[]')],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['an instance of a class', new Custom()],
    ['an instance of a class of another realm', runInNewContext('new (class A {})()')],
    ['one that inherits from a literal', inheriting({ a: 1 })],
    ['one that inherits from an empty literal', inheriting({})],
    ['one that inherits keys without Object.prototype', inheriting(bare({ a: 1 }))],
    ['one that inherits a symbol', inheriting(bare({ [Symbol('a')]: 1 }))],
    ['one that inherits from a function', inheriting(() => 1)],
  ])('is not %s', (_, value) => {
    expect(isPlainObject(value)).toBe(false);
  });
});
