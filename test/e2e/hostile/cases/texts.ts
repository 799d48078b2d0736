import { finds, findsAmong, hostileClass, refused } from '../case.js';

export const nulls = hostileClass('null', [
  ...['maybe', '', '1', '0', 'TRUE', 't', 'null', 'true%20'].map((value) =>
    refused(`filters[slug][$null]=${value}`, 'expected_boolean /filters/slug/$null', 'no flag'),
  ),
  refused('filters[slug][$null]', 'expected_boolean /filters/slug/$null', 'no value at all'),
  refused('filters[slug][$notNull]=2', 'expected_boolean /filters/slug/$notNull', 'no flag'),
  ...['$lt', '$gte', '$contains', '$eqi', '$nei', '$eqc', '$startsWithc'].map((token) =>
    refused(
      `filters[slug][${token}]`,
      `expected_value /filters/slug/${token}`,
      'null where only a value means something',
    ),
  ),
  refused(
    'filters[slug][$between][0]&filters[slug][$between][1]=x',
    'expected_value /filters/slug/$between/0',
    'null in a pair',
  ),
  refused('filters[slug][$in][]', 'expected_value /filters/slug/$in/0', 'null in a list'),
  refused('filters[slug][]', 'expected_value /filters/slug/0', 'null in a shorthand list'),
  finds('filters[slug]', [2], 'no equals sign is null'),
  finds('filters[slug][$eq]', [2], 'the same for $eq'),
  finds('filters[slug][$ne]', [1, 3, 4, 5], 'and the opposite for $ne'),
  finds('filters[slug][$eq]=', [], 'nothing is not null'),
  finds('filters[slug]=null', [], 'nor is the word'),
  finds('filters[title]=null', [5], 'which may be a title'),
  finds('filters[slug]=undefined', [5], 'as may this'),
  finds('filters[slug][$null]=false', [1, 3, 4, 5], 'false is the opposite'),
  finds('filters[slug][$ne]=spring', [3, 4, 5], 'not equal is not null'),
  finds('filters[$not][slug]=spring', [3, 4, 5], 'negated is not null either'),
  findsAmong('filters[slug]=NULL', [], 'the word in capitals'),
]);

export const texts = hostileClass('text', [
  refused('filters[title]=a%00b', 'invalid_value /filters/title', 'NUL, which PostgreSQL cannot hold'),
  refused('filters[title][$contains]=%00', 'invalid_value /filters/title/$contains', 'NUL alone'),
  refused(
    'filters[title][$in][0]=ok&filters[title][$in][1]=%00',
    'invalid_value /filters/title/$in/1',
    'NUL in a list',
  ),
  refused('filters[author][name]=%00', 'invalid_value /filters/author/name', 'NUL below a relation'),
  ...['$contains', '$notContains', '$startsWith', '$endsWith', '$containsi', '$notContainsc'].map((token) =>
    refused(
      `filters[title][${token}]=`,
      `invalid_value /filters/title/${token}`,
      'an empty needle, which is everywhere',
    ),
  ),
  finds('filters[title]=', [], 'an empty text is a text'),
  finds('filters[title]=%F0%9F%8C%B1', [], 'beyond the first plane'),
  finds('filters[title]=%EF%BF%BF', [], 'no character, but UTF-8'),
  finds('filters[title]=%EF%BF%BD', [], 'what stands for a broken one'),
  finds('filters[title]=%E2%80%AEgnirpS', [], 'written from the right'),
  finds('filters[title][$eqc]=spring', [], 'another case, to the letter'),
  finds('filters[title][$contains]=SPRING', [1], 'another case'),
  finds('filters[title][$containsc]=SPRING', [], 'another case, to the letter'),
  findsAmong('filters[title]=spring', [1], "another case, as the column's collation has it"),
  findsAmong('filters[title]=Spring%20', [1], "a space after, as the column's collation has it"),
]);
