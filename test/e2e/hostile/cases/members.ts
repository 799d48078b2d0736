import { finds, hostileClass, refused } from '../case.js';
import { invalid } from './invalid-values.js';

export const booleans = hostileClass('boolean', [
  ...invalid('[isFeatured][$eq]', [
    ['', 'nothing'],
    ['yes', 'yes'],
    ['on', 'on'],
    ['t', "PostgreSQL's own"],
    ['TRUE', 'in capitals'],
    ['True', 'with a capital'],
    ['true%20', 'a space after'],
    ['2', 'a number'],
    ['-1', 'a number'],
    ['01', 'a number'],
    ['null', 'the word null'],
    ['%22true%22', 'in quotes'],
    ["true'--", 'a comment of SQL'],
  ]),
  refused(
    'filters[isFeatured][$in][0]=true&filters[isFeatured][$in][1]=maybe',
    'invalid_value /filters/isFeatured/$in/1',
    'the second of a list',
  ),
  finds('filters[isFeatured]=true', [1, 4], 'true is not the false rows'),
  finds('filters[isFeatured]=false', [2, 5], 'false is not NULL'),
  finds('filters[isFeatured]=1', [1, 4], 'one'),
  finds('filters[isFeatured][$ne]=true', [2, 5], 'not true is not NULL either'),
]);

export const uuids = hostileClass('uuid', [
  ...invalid('[externalId][$eq]', [
    ['', 'nothing'],
    ['not-a-uuid', 'a word'],
    ['3f2504e04f8941d39a0c0305e82c3301', 'no dashes'],
    ['%7B3f2504e0-4f89-41d3-9a0c-0305e82c3301%7D', 'braces'],
    ['urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'as a URN'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c330', 'a digit less'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c33011', 'a digit more'],
    ['gf2504e0-4f89-41d3-9a0c-0305e82c3301', 'a letter beyond f'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301%20', 'a space after'],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301%0A', 'a line break after'],
    ['3f2504e04-f89-41d3-9a0c-0305e82c3301', 'dashes elsewhere'],
    ["'%20OR%20'1'='1", 'a condition'],
    ['null', 'the word null'],
  ]),
  finds('filters[externalId]=3F2504E0-4F89-41D3-9A0C-0305E82C3301', [1], 'in capitals'),
  finds('filters[externalId]=00000000-0000-0000-0000-000000000000', [4], 'of no version'),
  finds('filters[externalId]=ffffffff-ffff-ffff-ffff-ffffffffffff', [], 'of no version, to which nothing belongs'),
]);

export const enums = hostileClass('enum', [
  ...invalid('[status][$eq]', [
    ['', 'nothing'],
    ['Published', 'with a capital'],
    ['PUBLISHED', 'in capitals'],
    ['published%20', 'a space after'],
    ['publ', 'the beginning of one'],
    ['0', 'its position'],
    ['1', "MySQL's position"],
    ['draft,published', 'two of them'],
    ['null', 'the word null'],
    ['toString', 'a name that every object answers to'],
    ['__proto__', 'another'],
    ["draft'--", 'a comment of SQL'],
  ]),
  refused(
    'filters[status][$in][0]=draft&filters[status][$in][1]=gone',
    'invalid_value /filters/status/$in/1',
    'the second of a list',
  ),
  finds('filters[status]=published', [1, 4], 'a member'),
  finds('filters[status][$notIn]=draft', [1, 3, 4], 'not one, and not NULL'),
]);

export const json = hostileClass('json-column', [
  refused('filters[meta]=x', 'operator_not_allowed /filters/meta', 'by shorthand'),
  refused('filters[meta][0]=x', 'operator_not_allowed /filters/meta', 'by shorthand, as a list'),
  refused('filters[meta][rank]=1', 'unknown_operator /filters/meta/rank', 'a path'),
  refused('filters[meta][rank][$eq]=1', 'unknown_operator /filters/meta/rank', 'a path and an operator'),
  refused('filters[meta][$.rank][$eq]=1', 'unknown_operator /filters/meta/$.rank', 'a path of JSON'),
  refused("filters[meta][k'->>'z][$eq]=1", "unknown_operator /filters/meta/k'->>'z", 'a key that is SQL'),
  refused('filters[meta][%24.a%5B*%5D]=1', 'unknown_operator /filters/meta/$.a[*]', 'a path with brackets'),
  finds('filters[meta][$null]=true', [2, 3, 5], 'whether there is any'),
  refused('filters[meta]', 'operator_not_allowed /filters/meta', 'null by shorthand is $eq, which it does not take'),
]);
