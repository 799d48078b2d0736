import { finds, hostileClass, refused } from '../case.js';

const wrong = (key: string, value: string, note: string) =>
  refused(`pagination[${key}]=${value}`, `invalid_pagination /pagination/${key}`, note);

export const slices = hostileClass('slice', [
  ...['page', 'pageSize', 'limit'].flatMap((key) => [
    wrong(key, '0', 'none'),
    wrong(key, '-1', 'less than none'),
    wrong(key, '', 'nothing'),
    wrong(key, '1.5', 'a fraction'),
    wrong(key, '1e3', 'an exponent'),
    wrong(key, 'all', 'a word'),
    wrong(key, '%2B1', 'a plus'),
    wrong(key, '99999999999999999999', 'more than a number can say'),
    wrong(key, 'Infinity', 'more than any number'),
    wrong(key, "1'--", 'a comment of SQL'),
    wrong(key, '1;SELECT%201', 'a second statement'),
    wrong(key, '%EF%BC%91', 'a full-width digit'),
  ]),
  wrong('start', '-1', 'before the first'),
  wrong('start', 'NaN', 'no number'),
  wrong('offset', '1', 'a name that is not ours'),
  wrong('size', '1', 'another'),
  wrong('Page', '1', 'a capital'),
  wrong('$page', '1', 'a dollar'),
  refused('pagination[page]', 'invalid_pagination /pagination/page', 'no value at all'),
  refused('pagination[page][0]=1', 'invalid_pagination /pagination/page', 'a list'),
  refused('pagination[page]=1&pagination[page]=2', 'duplicate_key /pagination/page', 'twice'),
  refused('pagination[page]=1&pagination[start]=0', 'invalid_pagination /pagination', 'two styles'),
  refused('pagination[pageSize]=1&pagination[limit]=1', 'invalid_pagination /pagination', 'two sizes'),
  refused('pagination[after]=&pagination[before]=', 'invalid_pagination /pagination', 'both directions'),
  refused('pagination[after]=&pagination[page]=1', 'invalid_pagination /pagination', 'a cursor and a page'),
  refused('pagination[withCount]=maybe', 'expected_boolean /pagination/withCount', 'no flag'),
  refused('pagination[withCount]=1', 'expected_boolean /pagination/withCount', 'a number for a flag'),
  refused('pagination[withCount]', 'expected_boolean /pagination/withCount', 'no value at all'),
  refused('pagination[pageSize]=101', 'limit_exceeded(maxPageSize) /pagination/pageSize', 'more than is allowed'),
  refused('pagination[limit]=1000000', 'limit_exceeded(maxPageSize) /pagination/limit', 'everything'),
  refused('pagination[start]=100001', 'limit_exceeded(offset) /pagination/start', 'far too deep'),
  refused(
    'pagination[page]=999999999999999',
    'limit_exceeded(offset) /pagination/page',
    'deeper than a number can say',
  ),
  refused(
    'pagination[page]=9007199254740993&pagination[pageSize]=100',
    'invalid_pagination /pagination/page',
    'more than a number can say',
  ),
  refused('pagination.page=1', 'malformed_key /pagination', 'a dot for brackets'),
  finds('pagination[page]=2&pagination[pageSize]=2', [3, 4], 'the second page'),
  finds('pagination[page]=1000', [], 'a page that is not there'),
  finds('pagination[start]=4&pagination[limit]=100', [5], 'the last row'),
]);

export const cursors = hostileClass('cursor', [
  ...(
    [
      ['x', 'a letter'],
      ['..', 'dots'],
      ['.', 'a dot'],
      ['eyJpZCI6MX0=', 'JSON of another dialect'],
      ['WzEsIjEiXQ.AAAAAAAAAAAAAAAA', 'the right form, another checksum'],
      ['WzEsIjEiXQ', 'no checksum'],
      ['WzEsIjEiXQ.', 'an empty checksum'],
      ["'%20OR%201=1%20--", 'a condition'],
      ['%00', 'NUL'],
      ['null', 'the word null'],
      ['0', 'a number'],
      ['a'.repeat(4_000), 'a long one'],
      ['%F0%9F%8C%B1.%F0%9F%8C%B1%F0%9F%8C%B1%F0%9F%8C%B1%F0%9F%8C%B1', 'a checksum of as many bytes, not characters'],
      ['x.%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9', 'eight characters, sixteen bytes'],
      ['x.%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9aaaaaaaa', 'sixteen characters, twenty-four bytes'],
    ] as const
  ).flatMap(([cursor, note]) =>
    ['after', 'before'].map((key) =>
      refused(`pagination[${key}]=${cursor}`, `invalid_cursor /pagination/${key}`, note),
    ),
  ),
  refused('pagination[after]', 'invalid_pagination /pagination/after', 'no value at all'),
  refused('pagination[after][0]=x', 'invalid_pagination /pagination/after', 'a list'),
  finds('pagination[after]=', [1, 2, 3, 4, 5], 'the first page'),
  finds('pagination[before]=&pagination[pageSize]=2', [4, 5], 'the last page'),
]);
