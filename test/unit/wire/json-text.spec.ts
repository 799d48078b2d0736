import { NumberText, looksLikeJson, readJson } from '../../../lib/wire/index.js';
import { plain } from './reading.js';

const deepest = 4;
const read = (text: string) => readJson(text, deepest);
const number = (digits: string) => new NumberText(digits);

describe('a JSON text', () => {
  it.each<[string, unknown, string]>([
    ['{}', {}, 'an empty object'],
    ['[]', [], 'an empty list'],
    [' \t\r\n{ "a" : [ 1 , "b" ] } ', { a: [number('1'), 'b'] }, 'with space'],
    ['[true,false,null]', [true, false, null], 'words'],
    ['[9007199254740993,-0,1.50,1e400]', ['9007199254740993', '-0', '1.50', '1e400'].map(number), 'numbers by digits'],
    ['[1e+5,2E-5,3e5]', ['1e+5', '2E-5', '3e5'].map(number), 'exponents with a sign and without'],
    ['["\\"\\\\\\/\\b\\u00e9\\ud83c\\udf31é"]', ['"\\/\b\u00e9🌱é'], 'escapes'],
    ['["\\ud800"]', ['\ud800'], 'half a pair, which is for the kinds to refuse'],
    ['{"":{"":1}}', { '': { '': number('1') } }, 'empty names'],
    ['{"__proto__":{"a":1}}', JSON.parse('{"__proto__":{}}'), 'a name that is none elsewhere'],
    ['[[[[]]]]', [[[[]]]], 'as deep as it may be'],
  ])('%s is read: %s', (text, expected) => {
    const reading = read(text);
    expect(reading.outcome).toBe('read');
    const node = reading.outcome === 'read' ? reading.node : undefined;
    if (text.includes('__proto__')) expect(Object.keys(node as object)).toEqual(Object.keys(expected as object));
    else expect(plain(node)).toEqual(expected);
  });

  it('gives objects that inherit nothing', () => {
    const reading = read('{"a":{}}');
    const node = reading.outcome === 'read' ? (reading.node as Record<string, object>) : {};
    expect(
      ['toString', '__proto__', 'constructor'].filter((name) => name in node || name in (node['a'] ?? {})),
    ).toEqual([]);
  });

  // prettier-ignore
  it.each([
    ...['', '{', '}', '[', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '[1,]', '[,1]', '[1 2]', '{a:1}', "{'a':1}"],
    ...['[01]', '[1.]', '[.5]', '[+1]', '[1e]', '[0x1]', '[NaN]', '[Infinity]', '[-]', '["a]', '["\\x"]', '["\\u12"]'],
    ...[
      '["a\nb"]',
      '["\u0000"]',
      '[tru]',
      '[True]',
      '[undefined]',
      '{} {}',
      '{}x',
      '/* */{}',
      '{"a":1}//',
      '\ufeff{}',
      '[\u00a01]',
    ],
  ])('%j cannot be read', (text) => {
    expect(read(text)).toEqual({ outcome: 'malformed' });
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['[{"b":{"__proto__":1,"__proto__":1}}]', [0, 'b', '__proto__']],
  ])('%s has a name twice', (text, path) => {
    expect(read(text)).toEqual({ outcome: 'duplicate', path });
  });

  it('is bounded before it is followed', () => {
    expect(read('[[[[[]]]]]')).toEqual({ outcome: 'too_deep' });
    expect(read('{"a":'.repeat(5))).toEqual({ outcome: 'too_deep' });
    expect(readJson('['.repeat(16_384), 50)).toEqual({ outcome: 'too_deep' });
  });

  it.each([
    ['{', true],
    [' \n[1', true],
    ['a{', false],
    ['"a"', false],
    ['', false],
    ['  ', false],
  ])('%j looks like one: %s', (text, expected) => {
    expect(looksLikeJson(text)).toBe(expected);
  });
});
