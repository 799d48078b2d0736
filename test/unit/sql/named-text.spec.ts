import { inspect } from 'node:util';
import { NamedText } from '../../../lib/typeorm/send.js';

const text = 'SELECT $1 FROM post';
const named = new NamedText('nf_1', text);
/** As TypeORM gives it to a logger or a subscriber: by a signature that says that it is a string. */
const query = named as unknown as string;

it.each<readonly [use: string, by: (query: string) => unknown]>([
  ['String()', String],
  ['a template', (each) => `${each}`],
  ['concatenation', (each) => each + ' -- PARAMETERS: [1]'],
  ['length', ({ length }) => length],
  ['startsWith()', (each) => each.startsWith('SELECT')],
  ['includes()', (each) => each.includes('FROM post')],
  ['indexOf()', (each) => each.indexOf('FROM')],
  ['slice()', (each) => each.slice(0, 6)],
  ['replace()', (each) => each.replace('post', 'author')],
  ['replaceAll()', (each) => each.replaceAll(/\s+/g, ' ')],
  ['match()', (each) => each.match(/FROM (\w+)/)?.[1]],
  ['split()', (each) => each.split(' ')],
  ['trim()', (each) => each.trim()],
  ['toUpperCase()', (each) => each.toUpperCase()],
  ['at()', (each) => each.at(0)],
  ['iteration', (each) => [...each].length],
  ['a regular expression', (each) => /^SELECT/.test(each)],
  ['JSON.stringify()', (each) => JSON.stringify({ each })],
  ['==', (each) => each == text],
])('is a text to %s', (_, by) => {
  expect(by(query)).toStrictEqual(by(text));
});

it('is shown as its text', () => {
  expect(inspect(named)).toBe(text);
});

it('has all methods of texts, and does not inherit them, which would make every text of the process slow', () => {
  const methods = Reflect.ownKeys(String.prototype).filter((key) => key !== 'length');
  expect(methods.filter((key) => !Reflect.has(named, key))).toEqual([]);
  expect(Object.prototype.isPrototypeOf.call(String.prototype, named)).toBe(false);
});

it('has a name and a text, and nothing that takes long to copy', () => {
  expect(Object.getOwnPropertyNames(named)).toEqual(['name', 'text']);
});
