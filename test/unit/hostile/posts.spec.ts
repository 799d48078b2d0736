import { FilterService, builtInOperators } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { HostileList } from '../../support/hostile/refusals.js';
import { describeEntities } from '../../support/metadata.js';
import { refusedRequests } from './requests.js';

/** Requests that attack a list, and what `parse()` refuses them with. */
const list = new HostileList(FilterService.forDataSource(await describeEntities('sqlite', blogEntities)), Post);

for (const [title, table] of Object.entries(refusedRequests)) list.refuses(title, table);

list.hides(
  'hidden or invented',
  String.raw`
  filters[NAME]=x -> secretNote secretNotf
  filters[NAME][$null]=true -> secretNote secretNotf
  filters[NAME][$gt]=1 -> tenantId tenantIx
  filters[NAME][$contains]=x -> tenantId tenantIx
  filters[NAME][$nope]=x -> deletedAt deletedXx
  filters[NAME][x]=1 -> updatedBy updatedXx
  filters[NAME]= -> updatedBy updatedXx
  filters[author][NAME]=x -> passwordHash passwordHasg
  filters[author][NAME][name]=x -> posts pests
  filters[comments][$some][NAME] -> deletedAt deletedXx
  sort=NAME:desc -> secretNote secretNotf
  sort[NAME]=desc -> secretNote secretNotf
  sort=author.NAME -> passwordHash passwordHasg
  sort=NAME.name -> updatedBy updatedXx
  sort=NAME.$count -> updatedBy updatedXx
`,
);

list.equals(
  'the same request',
  String.raw`
  __proto__[isAdmin]=true&filters[title]=Spring -> filters[title]=Spring
  constructor[prototype][isAdmin]=true -> 
  hasOwnProperty=1&toString=2&filters[title]=Spring -> filters[title]=Spring
  filters%5Btitle%5D%5B%24eq%5D=Spring -> filters[title][$eq]=Spring
  %66ilters[title][$eq]=Spring -> filters[title][$eq]=Spring
  filters[%74itle][$eq]=Spring -> filters[title][$eq]=Spring
  filters%5Btitle][%24eq]=Spring -> filters[title][$eq]=Spring
  filters[title%5D%5B$eq]=Spring -> filters[title][$eq]=Spring
  filters[title][$eq]=%53pring -> filters[title][$eq]=Spring
  filters[title][$eq]=100%25_[wild]!%5C* -> filters%5Btitle%5D=100%25_%5Bwild%5D!%5C*
  x={8150*a}&filters[title]=Spring -> filters[title]=Spring
  {255&a}&filters[title]=Spring -> filters[title]=Spring
  {500&}&filters[title]=Spring -> filters[title]=Spring
  withDeleted=true -> 
  trashed=with&filters[title]=Spring -> filters[title]=Spring
  x=1&x=2&x[a]=3&filters[title]=Spring -> filters[title]=Spring
  FILTERS=x&filters[title]=Spring -> filters[title]=Spring
  my_filters[secretNote]=x&filters[title]=Spring -> filters[title]=Spring
  filters_=x&filters[title]=Spring -> filters[title]=Spring
  filters_x=x&filters[title]=Spring -> filters[title]=Spring
  relations=author&filters[title]=Spring -> filters[title]=Spring
  x=%zz&%zz=1&filters[title]=Spring -> filters[title]=Spring
  x[a]=1&x=2&y[&filters[title]=Spring -> filters[title]=Spring
  sorts=secretNote&filters[title]=Spring -> filters[title]=Spring
  &&filters[title]=Spring&& -> filters[title]=Spring
  =x&filters[title]=Spring -> filters[title]=Spring
`,
);

/** Names that every object of JavaScript inherits. */
const prototypeNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

describe.each(prototypeNames)('the name %s', (name) => {
  it.each([
    ['filters[NAME][$eq]=x', 'unknown_field /filters/NAME'],
    ['filters[NAME]=x', 'unknown_field /filters/NAME'],
    ['filters[NAME][NAME][NAME]=x', 'unknown_field /filters/NAME'],
    ['filters[title]=Spring&filters[NAME]=x', 'unknown_field /filters/NAME'],
    ['filters[title][NAME]=x', 'unknown_operator /filters/title/NAME'],
    ['filters[title][$eq][NAME]=x', 'expected_value /filters/title/$eq'],
    ['filters[id][$in][NAME]=1', 'expected_list /filters/id/$in'],
    ['filters[author][NAME]=x', 'unknown_field /filters/author/NAME'],
    ['filters[comments][$some][NAME]=x', 'unknown_field /filters/comments/$some/NAME'],
    ['filters[$or][0][NAME]=x&filters[$or][1][title]=Spring', 'unknown_field /filters/$or/0/NAME'],
    ['filters[$or][NAME]=x', 'unknown_field /filters/$or/NAME'],
    ['filters[$NAME]=x', 'unknown_operator /filters/$NAME'],
    ['pagination[NAME]=1', 'invalid_pagination /pagination/NAME'],
    ['pagination[page][NAME]=1', 'invalid_pagination /pagination/page'],
    ['sort=NAME', 'not_sortable /sort/0'],
    ['sort=author.NAME', 'not_sortable /sort/0'],
    ['sort[NAME]=asc', 'not_sortable /sort/NAME'],
  ])('in %s', (request, issues) => {
    list.expectRefusal(request.replaceAll('NAME', name), issues.replaceAll('NAME', name));
  });

  it('leaves the prototype of objects as it is', () => {
    expect([...Object.getOwnPropertyNames(Object.prototype), 'prototype']).toEqual(prototypeNames);
  });
});

/** Operators of other libraries and databases, and misspelt ones of this library. */
const strangers =
  '$regex $like $ilike $iLike $similarTo $raw $sql $expr $jsonSchema $text $size $all $elemMatch $mod $type $nin ' +
  '$notin $is $isNot $not_eq $overlap $any $col $EQ $Eq $eQ $eq%20 %20$eq $$eq $eq$ $ $eq. $eq%5B%5D eq _eq gte ' +
  'contains >= <> ! $%D0%B5q $sw $btw $null%20 $having $and%20 $between2';

describe('an operator that does not exist', () => {
  it.each(strangers.split(' '))('%s', (token) => {
    list.expectRefusal(`filters[title][${token}]=x`, `unknown_operator /filters/title/${decodeURIComponent(token)}`);
  });

  list.refuses(
    'elsewhere',
    String.raw`
    filters[$nor][0][title]=x -> unknown_operator /filters/$nor
    filters[$expr][title]=x -> unknown_operator /filters/$expr
    filters[$OR][0][title]=x -> unknown_operator /filters/$OR
    filters[author][$regex]=x -> unknown_operator /filters/author/$regex
    filters[comments][$any][stars]=1 -> unknown_operator /filters/comments/$any
    filters[comments][$count][$size]=1 -> unknown_operator /filters/comments/$count/$size
    filters[title][$not][$regex]=x -> unknown_operator /filters/title/$not/$regex
    filters[title][$where]=x -> operator_not_allowed /filters/title/$where
    filters[comments][$where][stars]=1 -> operator_not_allowed /filters/comments/$where
    filters[title][$or][0][$eq]=x -> unknown_operator /filters/title/$or
    filters[title][$and][0][$eq]=x -> unknown_operator /filters/title/$and
  `,
  );
});

/** Operators of columns that are no lists, with the operand that each expects. */
const operands = builtInOperators
  .filter(({ list: isOfLists }) => isOfLists === undefined)
  .map(({ token, takes }) => {
    const places = takes === 'pair' ? ['[0]', '[1]'] : takes === 'list' ? ['[0]'] : [''];
    const write = (key: string, value: string) =>
      places.map((place) => `${key}[${token}]${place}=${takes === 'boolean' ? 'true' : value}`).join('&');
    return { token, write };
  });

const ofTexts = ['$eqi', '$nei', '$eqc', '$contains', '$notContains', '$startsWith', '$endsWith'];
const ofOrder = ['$lt', '$lte', '$gt', '$gte'];
const ofRanges = ['$between', '$notBetween'];

describe.each(operands)('$token', ({ token, write }) => {
  const isOf = (tokens: readonly string[]) => tokens.includes(token.replace(/(?<=[a-z]{4})[ic]$/, ''));

  it('does not reach a hidden field', () => {
    list.expectRefusal(write('filters[secretNote]', 'tulip'), 'unknown_field /filters/secretNote');
    list.expectRefusal(write('filters[author][passwordHash]', '%242b'), 'unknown_field /filters/author/passwordHash');
  });

  it('needs a field', () => {
    list.expectRefusal(write('filters', '1'), `unknown_operator /filters/${token}`);
  });

  it.each([
    ...['views=1', 'visits=1', 'rating=1.5', 'score=1.5', 'publishedAt=2024-03-01', 'publishedOn=2024-03-01'].map(
      (sample) => [sample, ofTexts] as const,
    ),
    ['isFeatured=true', [...ofTexts, ...ofOrder, ...ofRanges]] as const,
    ['status=draft', [...ofTexts, ...ofOrder, ...ofRanges]] as const,
    ['externalId=3f2504e0-4f89-41d3-9a0c-0305e82c3301', [...ofTexts, ...ofRanges]] as const,
    ['meta=x', [...ofTexts, ...ofOrder, ...ofRanges, '$eq', '$ne', '$in', '$notIn']] as const,
  ])('is refused by the kind of %s where it is not of it', (sample, tokens) => {
    const [field = '', value = ''] = sample.split('=');
    if (!isOf(tokens)) return;
    list.expectRefusal(write(`filters[${field}]`, value), `operator_not_allowed /filters/${field}/${token}`);
  });
});

describe.each(['$some', '$every', '$none', '$count', '$exists', '$where'])('%s', (token) => {
  it('needs a relation to many rows', () => {
    list.expectRefusal(`filters[title][${token}]=1`, `operator_not_allowed /filters/title/${token}`);
    list.expectRefusal(`filters[${token}][title]=x`, `unknown_operator /filters/${token}`);
    if (token === '$exists' || token === '$where') return;
    list.expectRefusal(`filters[author][${token}][name]=x`, `operator_not_allowed /filters/author/${token}`);
    list.expectRefusal(
      `filters[comments][$or][0][${token}][stars]=1`,
      `unknown_operator /filters/comments/$or/0/${token}`,
    );
  });
});

/** Texts that no number is, for a column of each kind of numbers. */
const noNumbers =
  '- %2B1 +1 1%20 %091 1%0A 0x10 0b11 0o7 1_000 1,000 1n abc 1abc NaN Infinity -Infinity true null undefined --1 1-1 ' +
  '1;2 1%20OR%201=1 %EF%BC%91 %D9%A1 %C2%B2 %E2%88%921 %001 .5';

describe.each(['views', 'rating', 'score'])('a text that is no number, for %s', (field) => {
  it.each(noNumbers.split(' '))('%s', (value) => {
    list.expectRefusal(`filters[${field}][$gte]=${value}`, `invalid_value /filters/${field}/$gte`);
  });
});

/** Texts that no date is, some of which a server would take. */
const noDates =
  'now() today NOW now-7D now-8 now/d-7d now/d/d now+1d now-99999y now%2B99999999999999999999d now-7d%27-- now%00 ' +
  'infinity epoch 2024-02-30 2023-02-29 2024-13-01 0000-00-00 24-01-01 01/03/2024 20240301 2024-060 2024-W09-5 ' +
  '1709287200 %2B002024-03-01 2024-03-01%20 2024-03-01%20OR%201=1 2024-03-01%27-- 2024%E2%80%9003%E2%80%9001';

describe.each(['publishedAt', 'publishedOn', 'author][bornOn'])('a text that is no date, for %s', (field) => {
  it.each(noDates.split(' '))('%s', (value) => {
    list.expectRefusal(`filters[${field}][$gt]=${value}`, `invalid_value /filters/${field.replace('][', '/')}/$gt`);
  });
});
