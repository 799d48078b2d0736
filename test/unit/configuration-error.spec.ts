import { told } from '../../lib/configuration-error.js';

class Post {}

it.each<[given: unknown, as: string]>([
  ['alwys', 'alwys'],
  ['', 'an empty text'],
  [0, '0'],
  [5n, '5'],
  [true, 'true'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('x'), 'Symbol(x)'],
  [[], 'a list'],
  [{}, 'an object'],
  [Object.create(null), 'an object'],
  [new Post(), 'an object (Post)'],
  [new Date(), 'an object (Date)'],
  [Post, 'the function Post'],
  [
    (
      () => () =>
        1
    )(),
    'a function',
  ],
])('%p is told as %s', (given, as) => {
  expect(told(given)).toBe(as);
});
