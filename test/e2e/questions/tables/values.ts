import type { EngineName } from '../../../support/databases.js';
import { type Question, author, posts } from '../question.js';

/** Numbers, truth, members and ids: exact to the last digit. */
export const values: readonly Question[] = [
  {
    name: 'a range of integers',
    query: 'filters[views][$gte]=10&filters[views][$lt]=100',
    sql: posts('p.views >= 10 AND p.views < 100'),
  },
  { name: 'a negative integer', query: 'filters[views][$lt]=0', sql: posts('p.views < 0') },
  { name: 'a decimal, with fewer digits', query: 'filters[rating]=4.5', sql: posts('p.rating = 4.5') },
  { name: 'a decimal, with more digits', query: 'filters[rating]=4.500', sql: posts('p.rating = 4.5') },
  { name: 'a decimal between two values', query: 'filters[rating]=4.505', sql: posts('1 = 0'), finds: 'nothing' },
  { name: 'a decimal that is a hundredth more', query: 'filters[rating][$gt]=4.50', sql: posts('p.rating > 4.50') },
  {
    name: 'decimals, a hundredth on both sides',
    query: 'filters[rating][$between][0]=4.49&filters[rating][$between][1]=4.51',
    sql: posts('p.rating BETWEEN 4.49 AND 4.51'),
  },
  { name: 'a negative decimal', query: 'filters[rating][$lte]=-0.01', sql: posts('p.rating <= -0.01') },
  {
    name: 'decimals in a list',
    query: 'filters[rating][$in][0]=1.1&filters[rating][$in][1]=0.05&filters[rating][$in][2]=99.99',
    sql: posts('p.rating IN (1.10, 0.05, 99.99)'),
  },
  {
    name: 'a bigint that no JavaScript number can be',
    query: 'filters[visits]=9007199254740993',
    sql: posts('p.visits = 9007199254740993'),
  },
  {
    name: 'bigints above it',
    query: 'filters[visits][$gt]=9007199254740992',
    sql: posts('p.visits > 9007199254740992'),
  },
  {
    name: 'bigints in a list',
    query: 'filters[visits][$in][0]=9007199254740992&filters[visits][$in][1]=9223372036854775807',
    sql: posts('p.visits IN (9007199254740992, 9223372036854775807)'),
  },
  { name: 'a negative bigint', query: 'filters[visits][$lte]=-5', sql: posts('p.visits <= -5') },
  { name: 'a float', query: 'filters[score]=0.5', sql: posts('p.score = 0.5') },
  { name: 'a float with an exponent', query: 'filters[score][$gte]=1e2', sql: posts('p.score >= 100') },
  { name: 'true', query: 'filters[isFeatured]=true', sql: posts('p.[isFeatured] = TRUE') },
  { name: '0 is false', query: 'filters[isFeatured]=0', sql: posts('p.[isFeatured] = FALSE') },
  { name: 'a member', query: 'filters[status]=archived', sql: posts(`p.status = 'archived'`) },
  {
    name: 'members',
    query: 'filters[status][$in][0]=archived&filters[status][$in][1]=draft',
    sql: posts(`p.status IN ('archived', 'draft')`),
  },
  {
    name: 'a uuid in capitals',
    query: 'filters[externalId]=00000000-0000-4000-8000-000000000005',
    sql: posts('p.id = 5'),
  },
  {
    name: 'uuids by order',
    query: 'filters[externalId][$gt]=00000000-0000-4000-8000-000000000030',
    sql: posts('p.id > 30 AND p.[externalId] IS NOT NULL'),
  },
];

/** MariaDB's own collation ignores case and accents; `$eq` and the order of texts follow the column's collation. */
function byEngine(ids: Readonly<Record<EngineName, string>>): Question['sql'] {
  const { sqlite, postgres, mariadb } = ids;
  return {
    sqlite: posts(`p.id IN (${sqlite})`),
    postgres: posts(`p.id IN (${postgres})`),
    mariadb: posts(`p.id IN (${mariadb})`),
  };
}

/** Text: every character stands for itself, and case is what the operator says. */
export const texts: readonly Question[] = [
  {
    name: '$eq follows the collation',
    query: 'filters[title]=Spring',
    sql: byEngine({ sqlite: '1', postgres: '1', mariadb: '1, 2, 3' }),
  },
  { name: '$eqi ignores case', query: 'filters[title][$eqi]=spRing', sql: posts('p.id IN (1, 2, 3)') },
  { name: '$nei, too', query: 'filters[title][$nei]=spRing', sql: posts('p.id NOT IN (1, 2, 3)') },
  { name: '$eqc does not', query: 'filters[title][$eqc]=SPRING', sql: posts('p.id = 3') },
  { name: 'not $eqc', query: 'filters[$not][title][$eqc]=SPRING', sql: posts('p.id <> 3') },
  { name: '$contains ignores case', query: 'filters[title][$contains]=RAIN', sql: posts('p.id IN (24, 25, 26, 27)') },
  { name: '$containsi, too', query: 'filters[title][$containsi]=RAIN', sql: posts('p.id IN (24, 25, 26, 27)') },
  { name: '$containsc does not', query: 'filters[title][$containsc]=Rain', sql: posts('p.id IN (24, 25)') },
  { name: '$startsWith', query: 'filters[title][$startsWith]=rain', sql: posts('p.id IN (24, 25)') },
  {
    name: '$startsWithc',
    query: 'filters[title][$startsWithc]=rain',
    sql: posts('1 = 0'),
    finds: 'nothing',
  },
  { name: '$endsWith', query: 'filters[title][$endsWith]=RAIN', sql: posts('p.id IN (24, 26, 27)') },
  { name: '$endsWithc', query: 'filters[title][$endsWithc]=rain', sql: posts('p.id IN (26, 27)') },
  { name: 'a percent sign', query: 'filters[title][$contains]=%25', sql: posts('p.id = 11') },
  { name: 'an underscore', query: 'filters[title][$contains]=r_s', sql: posts('p.id = 12') },
  { name: 'a backslash', query: 'filters[title][$contains]=%5C', sql: posts('p.id = 14') },
  { name: 'an exclamation mark', query: 'filters[title][$endsWith]=!', sql: posts('p.id = 15') },
  { name: 'a bracket', query: 'filters[title][$startsWith]=%5B', sql: posts('p.id = 16') },
  { name: 'a bracket, to the letter', query: 'filters[title][$startsWithc]=%5B', sql: posts('p.id = 16') },
  { name: 'an apostrophe', query: "filters[title][$contains]='s g", sql: posts('p.id = 17') },
  { name: 'a space, written as a plus', query: 'filters[title]=Rain+again', sql: posts('p.id = 25') },
  { name: 'an accent', query: 'filters[title][$eqc]=%C3%89t%C3%A9', sql: posts('p.id = 5') },
  {
    name: 'an order',
    query: 'filters[slug][$between][0]=m&filters[slug][$between][1]=s',
    sql: posts(`p.slug BETWEEN 'm' AND 's'`),
  },
  { name: 'a related text', query: 'filters[author][name][$eqc]=kai', sql: posts(author('a.id = 2')) },
  {
    name: 'a related text whose accent the collation may ignore',
    query: 'filters[tags][name]=red',
    sql: {
      sqlite: posts('p.id IN (SELECT j.[postId] FROM [post_tags_tag] j WHERE j.[tagId] = 1)'),
      postgres: posts('p.id IN (SELECT j.[postId] FROM [post_tags_tag] j WHERE j.[tagId] = 1)'),
      mariadb: posts('p.id IN (SELECT j.[postId] FROM [post_tags_tag] j WHERE j.[tagId] IN (1, 4, 5))'),
    },
  },
];
