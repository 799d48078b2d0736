import { runInNewContext } from 'node:vm';
import { isPlainObject } from '../../../lib/wire/index.js';
import { PlainObject } from '../../../lib/wire/plain-object.js';

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
