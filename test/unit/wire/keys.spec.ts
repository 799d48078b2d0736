import { runInNewContext } from 'node:vm';
import { IssueCollector } from '../../../lib/issues/index.js';
import { defaultLimits } from '../../../lib/limits.js';
import { isPlainObject } from '../../../lib/wire/index.js';
import { PlainObject } from '../../../lib/wire/names.js';
import { KeyReader, decodeKey, endOfKey, pathOf, plainPath } from '../../../lib/wire/keys.js';
import { foreignTo, params } from './reading.js';

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

function readerAnd(issues = new IssueCollector(100)) {
  return {
    reader: new KeyReader(
      { params, limits: defaultLimits, foreign: foreignTo(params), door: 'url' },
      issues,
      undefined,
    ),
    issues,
  };
}

describe('a key that comes again', () => {
  it('is not read again', () => {
    const { reader } = readerAnd();
    const first = reader.read('filters[a][$in]');
    expect(first).toBeDefined();
    expect(reader.read('filters[a][$in]')).toBe(first);
  });

  it('is read again after another', () => {
    const { reader } = readerAnd();
    const first = reader.read('filters[a]');
    reader.read('filters[b]');
    expect(reader.read('filters[a]')).toEqual(first);
  });

  it('is refused again', () => {
    const { reader, issues } = readerAnd();
    expect([reader.read('filters[a'), reader.read('filters[a')]).toEqual([undefined, undefined]);
    expect(issues.issues.map(({ code }) => code)).toEqual(['malformed_key', 'malformed_key']);
  });
});

/** Whatever was read before it, a key is read as if it had come alone. */
describe('a key after the member of a list', () => {
  const before = ['filters[a][$in][0]', 'filters%5Ba%5D[12]', 'filters[10]', 'sort%5b3%5D', '%66ilters[a][0]'];

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
    'page[0]',
  ])('%s is what it is alone', (key) => {
    const alone = readerAnd().reader.read(key);
    for (const first of before) {
      const { reader } = readerAnd();
      reader.read(first);
      const sibling = reader.readSibling(`x&${key}=7`, 2);
      if (sibling !== undefined) expect(sibling).toEqual({ ...alone, valueFrom: 2 + key.length + 1 });
      expect(reader.read(key)).toEqual(alone);
    }
  });

  it.each([
    ['filters[a][$in][0]', 'filters[a][$in][1]=', 19],
    ['filters%5Ba%5D[12]', 'filters%5Ba%5D[3]=7', 18],
    ['sort%5b3%5D', 'sort%5b4%5D=name', 12],
    ['filters[a][$in][0]', 'filters[a][$in][0]=', 19],
  ])('after %s, %s is told at once', (first, text, valueFrom) => {
    const { reader } = readerAnd();
    reader.read(first);
    expect(reader.readSibling(text, 0)).toMatchObject({ valueFrom });
  });

  it.each([
    ['filters[a][$in][0]', 'filters[a][$in][1]', 'it has no value'],
    ['filters[a][$in][0]', 'filters[a][$in][01]=', 'it is no index'],
    ['filters[a][$in][0]', 'filters[a][$in][1][b]=', 'it is no last segment'],
    ['filters[a][$in][0]', 'filters[a][$in][]=', 'there is no index'],
    ['filters[a][$in][0]', 'filters[a][$in][1%5D=', 'it is written otherwise'],
    ['filters[a][$in][%30]', 'filters[a][$in][1]=', 'the one before hid its digits'],
    ['filters[a][$in][%31%30]', 'filters[a][$in][%31%31]=', 'both hide their digits'],
    ['filters[a]', 'filters[a][0]=', 'the one before is no member'],
    ['filters[a][0]', 'page=1', 'it is the host’s'],
  ])('after %s, %s is to be read: %s', (first, text) => {
    const { reader } = readerAnd();
    reader.read(first);
    expect(reader.readSibling(text, 0)).toBeUndefined();
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
