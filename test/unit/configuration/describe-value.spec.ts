import { describeValue } from '../../../lib/configuration/index.js';

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
  ['10', "the text '10'"],
  ['null', "the text 'null'"],
  [[1], 'a list'],
  [[], 'an empty list'],
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
])('%p is described as %s', (given, as) => {
  expect(describeValue(given)).toBe(as);
});
