import { keyTextsOf, normalized } from '../../../lib/dialects/sqlite/index-text.js';

it.each([
  ['CREATE INDEX a ON t (b)', ['b']],
  ['CREATE INDEX "a" ON "t" ("B" DESC, c COLLATE NOCASE)', ['b', 'c']],
  ['CREATE INDEX a ON t (lower(b), (c))', ['lower ( b )', 'c']],
  ['CREATE INDEX a ON t (json_extract(b, \'$."x, y"\') ASC)', ['json_extract ( b , \'$."x, y"\' )']],
  ["CREATE INDEX a ON t (b || ')' || [c])", ["b | | ')' | | c"]],
  ['CREATE INDEX a ON t (b, c) WHERE d IN (1, 2)', ['b', 'c']],
  ['', []],
])('has the keys of %s', (statement, keys) => {
  expect(keyTextsOf(statement)).toEqual(keys);
});

it.each([
  ['LOWER("name")', 'lower(name)', true],
  ['((a + b))', 'a+b', true],
  ['(a) + (b)', 'a) + (b', false],
  ["CASE a WHEN 'X' THEN b END", "case A when 'X' then B end", true],
  ["CASE a WHEN 'X' THEN b END", "case a when 'x' then b end", false],
  ['`a``b`', '"a`b"', true],
])('compares %s with %s', (one, other, isEqual) => {
  expect(normalized(one) === normalized(other)).toBe(isEqual);
});
