import { type Question, author, posts } from '../question.js';

const oslo = { timezone: 'Europe/Oslo' };

function during(from: string, to: string): string {
  return `p.[publishedAt] >= {${from}} AND p.[publishedAt] < {${to}}`;
}

const firstOfMarch = during('2024-03-01T00:00:00Z', '2024-03-02T00:00:00Z');

/** Days, moments, and days of moments in a time zone. */
export const dates: readonly Question[] = [
  { name: 'a moment', query: 'filters[publishedAt]=2024-03-01T10:00:00Z', sql: posts('p.id = 1') },
  {
    name: 'the same moment elsewhere',
    query: 'filters[publishedAt]=2024-03-01T12:30:00%2B02:30',
    sql: posts('p.id = 1'),
  },
  {
    name: 'the same moment on a clock in the configured zone',
    query: 'filters[publishedAt]=2024-03-01T11:00:00',
    options: oslo,
    sql: posts('p.id = 1'),
  },
  {
    name: 'the same moment, with a fraction',
    query: 'filters[publishedAt]=2024-03-01T10:00:00.000Z',
    sql: posts('p.id = 1'),
  },
  {
    name: 'two moments',
    query: 'filters[publishedAt][$in][0]=2024-03-01T10:00:00Z&filters[publishedAt][$in][1]=2024-09-01T06:00:00Z',
    sql: posts('p.id IN (1, 21, 22)'),
  },
  {
    name: 'another moment',
    query: 'filters[publishedAt][$ne]=2024-03-01T10:00:00Z',
    sql: posts('p.id <> 1 AND p.[publishedAt] IS NOT NULL'),
  },
  {
    name: 'before a moment',
    query: 'filters[publishedAt][$lt]=2024-03-01T00:00:00Z',
    sql: posts('p.[publishedAt] < {2024-03-01T00:00:00Z}'),
  },
  {
    name: 'until a moment',
    query: 'filters[publishedAt][$lte]=2024-03-01T00:00:00Z',
    sql: posts('p.[publishedAt] <= {2024-03-01T00:00:00Z}'),
  },
  {
    name: 'after a moment',
    query: 'filters[publishedAt][$gt]=2024-03-01T23:59:59Z',
    sql: posts('p.[publishedAt] > {2024-03-01T23:59:59Z}'),
  },
  {
    name: 'from one moment to another',
    query:
      'filters[publishedAt][$between][0]=2024-03-01T00:00:00Z&filters[publishedAt][$between][1]=2024-03-02T00:00:00Z',
    sql: posts('p.id IN (1, 2, 4, 5)'),
  },
  { name: 'a day', query: 'filters[publishedAt]=2024-03-01', sql: posts(firstOfMarch) },
  { name: 'another day', query: 'filters[publishedAt][$ne]=2024-03-01', sql: posts(`NOT (${firstOfMarch})`) },
  { name: 'not a day', query: 'filters[$not][publishedAt]=2024-03-01', sql: posts(`NOT (${firstOfMarch})`) },
  {
    name: 'before a day',
    query: 'filters[publishedAt][$lt]=2024-03-01',
    sql: posts('p.[publishedAt] < {2024-03-01T00:00:00Z}'),
  },
  {
    name: 'until the end of a day',
    query: 'filters[publishedAt][$lte]=2024-03-01',
    sql: posts('p.[publishedAt] < {2024-03-02T00:00:00Z}'),
  },
  {
    name: 'after the end of a day',
    query: 'filters[publishedAt][$gt]=2024-03-01',
    sql: posts('p.[publishedAt] >= {2024-03-02T00:00:00Z}'),
  },
  {
    name: 'from a day on',
    query: 'filters[publishedAt][$gte]=2024-03-01',
    sql: posts('p.[publishedAt] >= {2024-03-01T00:00:00Z}'),
  },
  {
    name: 'from one day to the end of another',
    query: 'filters[publishedAt][$between][0]=2024-02-29&filters[publishedAt][$between][1]=2024-03-02',
    sql: posts(during('2024-02-29T00:00:00Z', '2024-03-03T00:00:00Z')),
  },
  {
    name: 'outside two days',
    query: 'filters[publishedAt][$notBetween][0]=2024-02-29&filters[publishedAt][$notBetween][1]=2024-03-02',
    sql: posts(`NOT (${during('2024-02-29T00:00:00Z', '2024-03-03T00:00:00Z')})`),
  },
  {
    name: 'a list of days',
    query: 'filters[publishedAt][$in][0]=2024-03-01&filters[publishedAt][$in][1]=2024-06-15',
    sql: posts(`(${firstOfMarch}) OR (${during('2024-06-15T00:00:00Z', '2024-06-16T00:00:00Z')})`),
  },
  {
    name: 'none of a list of days',
    query: 'filters[publishedAt][$notIn][0]=2024-03-01&filters[publishedAt][$notIn][1]=2024-06-15',
    sql: posts(`NOT (${firstOfMarch}) AND NOT (${during('2024-06-15T00:00:00Z', '2024-06-16T00:00:00Z')})`),
  },
  {
    name: 'a day and a moment in one list',
    query: 'filters[publishedAt][$in][0]=2024-06-15&filters[publishedAt][$in][1]=2024-03-01T10:00:00Z',
    sql: posts('p.id IN (1, 17, 19)'),
  },
  {
    name: 'a day in the configured zone begins and ends there',
    query: 'filters[publishedAt]=2024-03-01',
    options: oslo,
    sql: posts(during('2024-02-29T23:00:00Z', '2024-03-01T23:00:00Z')),
  },
  {
    name: 'a day of 23 hours',
    query: 'filters[publishedAt]=2024-03-31',
    options: oslo,
    sql: posts(during('2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z')),
  },
  {
    name: 'milliseconds',
    query: 'filters[createdAt]=2024-01-03T06:00:00.125Z',
    sql: posts('p.id = 3'),
  },
  {
    name: 'a day of a column with milliseconds',
    query: 'filters[createdAt][$lte]=2024-01-03',
    sql: posts('p.id IN (1, 2, 3)'),
  },
  { name: 'a date', query: 'filters[publishedOn]=2024-03-01', sql: posts(`p.[publishedOn] = '2024-03-01'`) },
  {
    name: 'from a date',
    query: 'filters[publishedOn][$gte]=2024-09-01',
    sql: posts(`p.[publishedOn] >= '2024-09-01'`),
  },
  {
    name: 'dates in a list',
    query: 'filters[publishedOn][$in][0]=2024-02-29&filters[publishedOn][$in][1]=2025-01-01',
    sql: posts(`p.[publishedOn] IN ('2024-02-29', '2025-01-01')`),
  },
  {
    name: 'dates from one to another',
    query: 'filters[publishedOn][$between][0]=2023-12-31&filters[publishedOn][$between][1]=2024-02-29',
    sql: posts(`p.[publishedOn] BETWEEN '2023-12-31' AND '2024-02-29'`),
  },
  {
    name: 'a date of the author',
    query: 'filters[author][bornOn]=1980-02-29',
    sql: posts(author(`a.[bornOn] = '1980-02-29'`)),
  },
];
