import { defineOperator } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { entityOf } from '../../support/samples/entities.js';
import { answersBy, issuesOf, serviceFor } from './asking.js';
import { Author, Comment, Post } from './model.js';

/** A transformer that knows two words, and operators that no other knows. */
const Sample = entityOf('sample', {
  title: { type: 'varchar' },
  size: {
    type: 'varchar',
    transformer: {
      to: (value: string) => ({ small: 1, large: 2 })[value],
      from: (stored: string) => [undefined, 'small', 'large'][Number(stored)],
    },
  },
});

const isBlank = defineOperator({
  token: '$blank',
  takes: 'boolean',
  kinds: ['text'],
  summary: 'is the empty text',
  sql: ({ column }) => `${column.sql} = ''`,
});

const asking = { of: Sample, by: await serviceFor([Sample], { operators: [isBlank] }) };

describe('an operator of the host’s own that takes a flag', () => {
  answersBy(asking)(`
    filters[title][$blank]=true                          -> filters[title][$blank]=true                          # says what it says
    filters[title][$blank]=false                         -> filters[title][$blank]=false                         # has no opposite, so it is negated
    filters[title][$not][$blank]=true                    -> filters[title][$blank]=false                         # in another spelling
    filters[title][$not][$blank]=false                   -> filters[title][$blank]=true                          # twice
    filters[title][$blank]=false&filters[$and][0][title][$blank]=true -> filters[$and][0][title][$blank]=true&filters[title][$blank]=false # beside its opposite
    filters[title][$blank]=maybe                         -> expected_boolean /filters/title/$blank               # takes nothing else
    filters[title][$blank]                               -> expected_boolean /filters/title/$blank               # nor nothing
  `);
});

describe('a field whose transformer knows few values', () => {
  answersBy(asking)(`
    filters[size]=small                                  -> filters[size][$eq]=small          # takes one of them
    filters[size]=medium                                 -> invalid_value /filters/size       # refuses another
    filters[size][$in][]=large&filters[size][$in][]=medium -> invalid_value /filters/size/$in/1 # also in a list
  `);

  it('says so', () => {
    expect(issuesOf('filters[size]=medium', asking)[0]?.message).toBe('filters[size] cannot be a value of this field');
  });
});

/**
 * Requests in which NAME is first a column or relation that is there and hidden, then a name of the same length that is
 * not.
 */
// prettier-ignore
const requests: readonly (readonly [of: EntityTarget<ObjectLiteral>, hidden: string, request: string])[] = [
  ...[
    'filters[NAME]=a',
    'filters[NAME]',
    'filters[NAME][$eq]=a',
    'filters[NAME][$null]=true',
    'filters[NAME][$in][0]=a&filters[NAME][$in][2]=b',
    'filters[NAME][$like]=a',
    'filters[NAME]=a&filters[NAME]=b',
    'filters[NAME][x][y][z]=a',
    'filters[$or][0][NAME]=a&filters[$or][1][title]=b',
    'filters[$or][NAME]=a',
    'filters[$not][NAME]=a',
    'sort=NAME',
    'sort=NAME:desc',
    'sort=NAME:up',
    'sort=title,NAME',
    'sort[0]=NAME',
    'sort[NAME]=asc',
    'sort[NAME]=up',
    'sort[0][NAME]=asc',
    'sort=NAME,NAME',
    'filters[NAME]=a&sort=NAME',
  ].map((request) => [Post, 'secretNote', request] as const),
  ...['filters[NAME]=1', 'filters[NAME]', 'filters[NAME][id]=1', 'filters[NAME][name]=a', 'filters[NAME][name][nam]=a', 'filters[NAME][$exists]=true', 'filters[NAME][$count]=1', 'filters[NAME][$some][id]=1', 'sort=NAME', 'sort=NAME.name', 'sort=NAME.country.name', 'sort=NAME.$count', 'sort[NAME][name]=asc'].map((request) => [Post, 'secretEditor', request] as const),
  ...[
    'filters[author][NAME]=a',
    'filters[author][NAME][$startsWith]=%242b',
    'filters[reviewer][NAME][$lt]=m',
    'filters[comments][author][NAME]=a',
    'filters[comments][$none][author][NAME]=a',
    'filters[comments][$count][$gte]=1&filters[comments][$count][$where][author][NAME]=a',
    'filters[$or][0][author][$not][NAME]=a',
    'sort=author.NAME',
    'sort=comments.author.NAME',
    'sort[author][NAME]=desc',
  ].map((request) => [Post, 'secretHash', request] as const),
  ...['filters[address][NAME]=a', 'sort=address.NAME', 'sort[address][NAME]=asc'].map((request) => [Author, 'secretCode', request] as const),
  ...['filters[post][NAME]=1', 'sort=post.NAME'].map((request) => [Comment, 'authorId', request] as const),
];

describe.each([
  ['of other letters', (name: string) => 'q'.repeat(name.length)],
  ['that differs in one letter', (name: string) => `${name.slice(0, -1)}_`],
])('a hidden name and an invented one %s answer alike', (_, invent) => {
  it.each(requests.map(([of, hidden, request]) => [request.replaceAll('NAME', hidden), of, hidden, request] as const))(
    '%s',
    (query, of, hidden, request) => {
      const invented = invent(hidden);
      const told = JSON.stringify(issuesOf(query, { of }));
      const twin = JSON.stringify(issuesOf(request.replaceAll('NAME', invented), { of }));
      expect(told).not.toBe('[]');
      expect(told.replaceAll(hidden, 'NAME')).toBe(twin.replaceAll(invented, 'NAME'));
    },
  );
});
