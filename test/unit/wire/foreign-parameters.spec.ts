import { IssueCollector } from '../../../lib/issues/index.js';
import { type ForeignRules, foreignNode, isOneEdit } from '../../../lib/wire/index.js';
import { foreignText, likenessOf, nearest } from '../../../lib/wire/foreign.js';
import { parameterOf, parameterOfGarbled } from '../../../lib/wire/names.js';
import { foreignTo, params, reading } from './reading.js';

type Row = readonly [rules: Partial<ForeignRules>, key: string, value: unknown, issue: string | undefined, why: string];

const others = () => [{ params: { filters: 'filter', sort: 'tag_sort', pagination: 'paginations' } }];
const sole = reading();

const rows: readonly Row[] = [
  [{}, 'filter', { a: 1 }, 'malformed_key /filters', 'an object by a near miss'],
  [{}, 'Sort', ['a'], 'malformed_key /sort', 'a list'],
  [{}, 'filter', 'a', undefined, 'a text'],
  [{}, 'filter', '{"a":1}', undefined, 'a text in an object is a text'],
  [{}, 'filter[a]', 'b', 'malformed_key /filters', 'a flat key'],
  [{}, 'page', { a: 1 }, undefined, 'a word of its own'],
  [{ allowed: ['filter'] }, 'filter', { a: 1 }, undefined, 'that the host reads'],
  [{ allowed: ['filter'] }, 'filter[a]', 'b', undefined, 'that the host reads, flat'],
  [{ allowed: ['filter[a]'] }, 'filter[a]', 'b', undefined, 'of which the host reads one key'],
  [{ allowed: ['filter[a]'] }, 'filter[b]', 'b', 'malformed_key /filters', 'and no other'],
  [{ others }, 'filter[a]', 'b', undefined, 'that another parameter of the handler reads'],
  [{ others }, 'paginations', { page: 1 }, undefined, 'likewise'],
  [{ others }, 'Filters', { a: 1 }, 'malformed_key /filters', 'that none of them reads'],
  [{ policy: 'ignore' }, 'filter', { a: 1 }, undefined, 'where nothing is looked at'],
  [{ policy: 'refuse' }, 'filter', { a: 1 }, 'malformed_key /filters', 'where all is: a near miss'],
  [{ policy: 'refuse' }, 'locale', 'en', 'unknown_parameter /locale', 'a word of its own'],
  [{ policy: 'refuse' }, 'x[a][b]', 'en', 'unknown_parameter /x', 'one with brackets'],
  [{ policy: 'refuse', allowed: ['locale'] }, 'locale', 'en', undefined, 'a word that is allowed'],
  [{ policy: 'refuse', others }, 'tag_sort', 'a', undefined, 'one of another parameter'],
  [{ search: '_q' }, '_q', 'thai', 'unknown_parameter /_q', 'a search where there is none'],
  [{ search: '_q', policy: 'ignore' }, '_q', 'thai', 'unknown_parameter /_q', 'also where nothing else is looked at'],
  [{ search: '_q', policy: 'ignore' }, 'filter', { a: 1 }, undefined, 'and there nothing else is'],
  [{ search: '_q', policy: 'refuse' }, '_q', '', undefined, 'an empty search'],
  [{ search: '_q' }, '_q', null, undefined, 'a search without a value'],
  [{ search: '_q' }, '_q', undefined, undefined, 'nor one that is undefined'],
  [{}, 'filter', null, undefined, 'null is no object'],
  [{ policy: 'refuse' }, '[x]', 'a', 'unknown_parameter /', 'brackets without a name'],
  [{ reads: sole }, 'filter', 'a', 'unknown_parameter /filter', 'where nobody else reads the request'],
  [{ reads: sole }, 'filter.title', 'a', 'unknown_parameter /filter.title', 'with dots'],
  [{ reads: sole }, 'filter[a]', 'b', 'malformed_key /filters', 'a near miss first'],
  [{ reads: sole }, 'page[size]', '5', 'unknown_parameter /page', 'with brackets'],
  [{ reads: sole }, 'Page', '5', undefined, 'the very name alone'],
  [{ reads: sole }, 'pages', '5', undefined, 'and no neighbour'],
  [{ reads: sole, allowed: ['filter'] }, 'filter.title', 'a', undefined, 'a family that the host reads'],
  [{ reads: sole, allowed: ['filter.a'] }, 'filter.b', 'a', 'unknown_parameter /filter.b', 'and one name of it'],
  [{ reads: reading('limit') }, 'limit', '5', undefined, 'a name that a parameter of the handler reads'],
  [{ reads: reading('limit') }, 'page', '5', 'unknown_parameter /page', 'and no other'],
  [{ reads: sole, others }, 'tag_sort', 'a', undefined, 'a name of another list'],
  [{ reads: sole, policy: 'ignore' }, 'page', '5', undefined, 'where nothing is looked at'],
  [{ reads: sole, unread: new Map([['facets', 'x']]) }, 'facets', 'a', 'unknown_parameter /facets', 'unread, of ours'],
  [{ search: '_q', allowed: ['_q'] }, '_q', 'thai', undefined, 'a search of the host’s own'],
];

describe('a name of a list that has a prefix', () => {
  const names = { filters: 'a1_filters', sort: 'a1_sort', pagination: 'a1_pagination' };

  it.each<[string, string | undefined, string]>([
    ['a1_filter[x]', 'malformed_key /a1_filters', 'a letter less'],
    ['A1-Filters[x]', 'malformed_key /a1_filters', 'in another case'],
    ['a2_filters[x]', undefined, 'of another list'],
    ['b1_filters[x]', undefined, 'of another list'],
    ['filters[x]', undefined, 'of a list without one'],
  ])('%s is %s: %s', (key, issue) => {
    const issues = new IssueCollector(10);
    foreignTo(names, { prefix: 'a1_' }).look(key, foreignNode('a', 'object'), issues);
    const [found] = issues.issues;
    expect(found && `${found.code} ${found.pointer}`).toBe(issue);
  });
});

describe('a parameter that is not ours', () => {
  it.each(rows)('by %j, %s=%j is %s: %s', (rules, key, value, issue) => {
    const issues = new IssueCollector(10);
    foreignTo(params, rules).look(key, foreignNode(value, 'object'), issues);
    const [found] = issues.issues;
    expect(found && `${found.code} ${found.pointer}`).toBe(issue);
  });

  it('names at most fifty that are', () => {
    const issues = new IssueCollector(10);
    const allowed = Array.from({ length: 60 }, (_, index) => `name${index}`);
    foreignTo(params, { policy: 'refuse', allowed }).look('lang', foreignNode('en', 'object'), issues);
    const [found] = issues.issues;
    expect(found?.message.split(', ')).toHaveLength(50);
    expect(found?.allowed).toHaveLength(50);
  });

  it.each<Partial<ForeignRules>>([{ policy: 'refuse' }, { policy: 'similar', reads: sole }])(
    'is refused once by %j, however many keys it has',
    (rules) => {
      const issues = new IssueCollector(10);
      const foreign = foreignTo(params, rules);
      for (const key of ['where[a]', 'where[b][0]', 'where']) foreign.look(key, foreignNode('x', 'object'), issues);
      expect(issues.issues.map(({ code, path }) => [code, path])).toEqual([['unknown_parameter', 'where']]);
    },
  );

  it('says what is one', () => {
    const issues = new IssueCollector(10);
    foreignTo(params, { policy: 'refuse', allowed: ['locale'] }).look('lang', foreignNode('en', 'object'), issues);
    expect(issues.issues).toEqual([
      {
        code: 'unknown_parameter',
        path: 'lang',
        pointer: '/lang',
        message: 'lang is not a parameter here; use one of: filters, sort, pagination, locale',
        allowed: ['filters', 'sort', 'pagination', 'locale'],
      },
    ]);
  });
});

describe('the value of such a parameter in a query string', () => {
  it.each<[raw: string | undefined, isEmpty: boolean, isNested: boolean, why: string]>([
    [undefined, true, false, 'none'],
    ['', true, false, 'nothing'],
    ['a', false, false, 'a text'],
    ['{"a":1}', false, true, 'an object'],
    ['%7B%22a%22%3A1%7D', false, true, 'an object, encoded'],
    ['{"a":', false, true, 'an object that is cut off'],
    ['{}', false, true, 'an empty object'],
    ['{a}', false, false, 'braces around a word'],
    ['["a"]', false, true, 'a list'],
    ['[1]', false, true, 'a list of numbers'],
    ['+[]', false, true, 'an empty list after a space'],
    ['["a"', false, false, 'a list that is cut off may be a text'],
    ['x{"a":1}', false, false, 'something before an object'],
    ['"a"', false, false, 'a text in JSON'],
    ['{"a":"%zz"}', false, true, 'an object that cannot be decoded'],
  ])('%j: empty %s, nested %s, %s', (raw, isEmpty, isNested) => {
    const value = foreignText(raw, 'url');
    expect([value.isEmpty, value.isNested()]).toEqual([isEmpty, isNested]);
  });
});

describe('one edit', () => {
  it.each<[from: string, to: string, is: boolean, why: string]>([
    ['sorts', 'sort', true, 'a letter more at the end'],
    ['xsort', 'sort', true, 'at the beginning'],
    ['soort', 'sort', true, 'within'],
    ['sor', 'sort', true, 'a letter less at the end'],
    ['ort', 'sort', true, 'at the beginning'],
    ['srt', 'sort', true, 'within'],
    ['sirt', 'sort', true, 'another letter within'],
    ['sore', 'sort', true, 'at the end'],
    ['srot', 'sort', true, 'two that have changed places'],
    ['osrt', 'sort', true, 'at the beginning'],
    ['sotr', 'sort', true, 'at the end'],
    ['sortxy', 'sort', false, 'two letters more'],
    ['so', 'sort', false, 'two letters less'],
    ['soxtx', 'sort', false, 'one more and another one'],
    ['axt', 'sort', false, 'one less and another one'],
    ['xaby', 'xcay', false, 'one moved on, another in its place'],
    ['xcay', 'xaby', false, 'one moved back, another in its place'],
    ['abxy', 'cdxy', false, 'two others side by side'],
    ['abcd', 'bace', false, 'two that have changed places, and another letter'],
    ['', 'a', true, 'the only letter left out'],
  ])('from %j to %j: %s, %s', (from, to, is) => {
    expect(isOneEdit(from, to)).toBe(is);
  });
});

describe('the nearest name', () => {
  const plain = ['filters', 'sort', '_', 'ord'].map((name) => likenessOf('filters', name, ''));
  const prefixed = [likenessOf('filters', 'a1_filters', 'a1_')];

  it.each<[key: string, name: string | undefined, why: string]>([
    ['__fil--ters', 'filters', 'any number of signs are left out'],
    ['FILTERS', 'filters', 'in another case'],
    ['1', undefined, 'what has no letters is like nothing else without letters'],
    ['?', undefined, 'nor is a sign'],
    ['od', undefined, 'short names have too many neighbours'],
  ])('of %j is %s: %s', (key, name) => {
    expect(nearest(key, plain, () => true)).toBe(name);
  });

  it.each<[key: string, name: string | undefined, why: string]>([
    ['a1filters', 'a1_filters', 'its prefix without the sign'],
    ['A1-FILTERS', 'a1_filters', 'its prefix in capitals'],
    ['a1__fil-ters', 'a1_filters', 'more signs than it has'],
    ['a2_filters', undefined, 'another prefix'],
    ['filters', undefined, 'no prefix'],
  ])('of %j is %s, beside a prefix: %s', (key, name) => {
    expect(nearest(key, prefixed, () => true)).toBe(name);
  });
});

describe('one edit in a name', () => {
  const names = ['filters', 'facets', 'sort'].map((name) => likenessOf('sort', name, ''));

  it.each<[key: string, alone: string | undefined, looking: string | undefined, why: string]>([
    ['filter', 'filters', 'filters', 'of seven letters counts whatever follows'],
    ['facet', undefined, 'facets', 'of six only where the rest looks like ours'],
    ['sport', undefined, 'sort', 'so of four'],
    ['Sort', 'sort', 'sort', 'is no edit where letters are the same'],
    ['so_rt', 'sort', 'sort', 'nor where signs are added'],
    ['amp;sports', undefined, undefined, 'is not two'],
  ])('%s: %s, and %s beside the rest of a key of ours: %s', (key, alone, looking) => {
    expect([nearest(key, names, () => false), nearest(key, names, () => true)]).toEqual([alone, looking]);
  });
});

describe('parameters', () => {
  /** A key, whose it is, and why the row is there. Undefined is the host's. */
  type Row = readonly [key: string, parameter: string | undefined, why: string];

  describe('parameterOf', () => {
    const rows: readonly Row[] = [
      ['filters', 'filters', 'the name'],
      ['filters[a]', 'filters', 'and a key below it'],
      ['sort', 'sort', 'another'],
      ['pagination[page]', 'pagination', 'the third'],
      ['filters]', 'filters', 'meant for us, and unreadable'],
      ['filters.a', 'filters', 'likewise'],
      ['filters%5Ba', 'filters', 'likewise'],
      ['filtersX', undefined, 'another name'],
      ['filters\uFFFD', undefined, 'another name'],
      ['xfilters', undefined, 'another name'],
      ['Filters', undefined, 'in another case'],
      ['page', undefined, 'the beginning of no name'],
      ['', undefined, 'nothing'],
    ];

    it.each(rows)('%j is of %p: %s', (key, parameter) => {
      expect(parameterOf(key, params)).toBe(parameter);
    });

    it('tells bytes that are no text from a name, where the key could not be decoded', () => {
      expect(parameterOfGarbled('filters\uFFFD', params)).toBe('filters');
      expect(parameterOfGarbled('filters[', params)).toBe('filters');
      expect(parameterOfGarbled('filtersX', params)).toBeUndefined();
    });
  });
});
