import { runInNewContext } from 'node:vm';
import { isListWithGap, shapeOf } from '../../../lib/parse/node.js';
import { PlainObject, RepeatedKey, isPlainObject } from '../../../lib/wire/index.js';

class Post {
  title = 'a';
}

const emptyPrototype = Object.create(Object.create(null) as object) as object;
const somebodys = Object.create(Object.assign(Object.create(null), { admin: true })) as object;

describe('isPlainObject', () => {
  it.each<[node: unknown, plain: boolean, why: string]>([
    [{}, true, 'a literal'],
    [{ a: 1 }, true, 'a literal with a name'],
    [Object.create(null), true, 'nothing to inherit'],
    [new PlainObject(), true, 'what came over the wire'],
    [runInNewContext('({ a: 1 })'), true, 'a literal of another realm'],
    [emptyPrototype, true, 'a parser’s own, whose prototype is empty'],
    [somebodys, false, 'a prototype that has something'],
    [Object.create({}), false, 'an object for a prototype'],
    [Object.create(emptyPrototype), false, 'the same, two levels deep'],
    [new Post(), false, 'an instance of a class'],
    [new Date(0), false, 'a Date'],
    [new Map(), false, 'a Map'],
    [[], false, 'a list'],
    [runInNewContext('[]'), false, 'a list of another realm'],
    [null, false, 'null'],
    [undefined, false, 'undefined'],
    ['a', false, 'a text'],
    [1, false, 'a number'],
    [Post, false, 'a function'],
  ])('%p: %p, %s', (node, plain) => {
    expect(isPlainObject(node)).toBe(plain);
  });
});

describe('shapeOf', () => {
  it.each<[node: unknown, shape: string]>([
    ['a', 'scalar'],
    [1, 'scalar'],
    [1n, 'scalar'],
    [false, 'scalar'],
    [new Date(0), 'scalar'],
    [null, 'null'],
    [[], 'list'],
    [new RepeatedKey(['a', 'b']), 'repeated'],
    [{}, 'object'],
    [new PlainObject(), 'object'],
    [new Post(), 'other'],
    [undefined, 'other'],
    [Symbol('a'), 'other'],
    [() => 1, 'other'],
  ])('%p is %s', (node, shape) => {
    expect(shapeOf(node)).toBe(shape);
  });
});

describe('isListWithGap', () => {
  it.each<[keys: readonly string[], gap: boolean]>([
    [[], false],
    [['1'], true],
    [['0', '2'], true],
    [['0', 'a'], false],
    [['a1'], false],
    [['1a'], false],
    [['-1'], false],
  ])('%j: %p', (keys, gap) => {
    expect(isListWithGap(keys)).toBe(gap);
  });
});
