import { IssueCollector } from '../../../lib/issues.js';
import { type ForeignRules, foreignNode } from '../../../lib/wire/index.js';
import { foreignTo, params } from './reading.js';

type Row = readonly [rules: Partial<ForeignRules>, key: string, value: unknown, issue: string | undefined, why: string];

const others = [{ filters: 'filter', sort: 'tag_sort', pagination: 'paginations' }];

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
  [{ search: '_q', policy: 'refuse' }, '_q', '', undefined, 'an empty search'],
  [{ search: '_q' }, '_q', null, undefined, 'a search without a value'],
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
    foreignTo(names, { prefix: 'a1_' }).look(key, foreignNode('a'), issues);
    const [found] = issues.issues;
    expect(found && `${found.code} ${found.pointer}`).toBe(issue);
  });
});

describe('a parameter that is not ours', () => {
  it.each(rows)('by %j, %s=%j is %s: %s', (rules, key, value, issue) => {
    const issues = new IssueCollector(10);
    foreignTo(params, rules).look(key, foreignNode(value), issues);
    const [found] = issues.issues;
    expect(found && `${found.code} ${found.pointer}`).toBe(issue);
  });

  it('says what is one', () => {
    const issues = new IssueCollector(10);
    foreignTo(params, { policy: 'refuse', allowed: ['locale'] }).look('lang', foreignNode('en'), issues);
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
