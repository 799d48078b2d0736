import { type Question, author, comment, posts } from '../question.js';

const norwegian = author(`a.[countryCode] = 'NO'`);

/** `$not` at every level: around fields, groups and relations, and inside relations. */
export const negation: readonly Question[] = [
  { name: 'a field', query: 'filters[$not][views][$gte]=50', sql: posts('p.views < 50') },
  { name: 'under a field', query: 'filters[views][$not][$gte]=50', sql: posts('p.views < 50') },
  {
    name: 'under a field, two operators, both of which hold or not',
    query: 'filters[views][$not][$gte]=10&filters[views][$not][$lte]=100',
    sql: posts('p.views < 10 OR p.views > 100'),
  },
  {
    name: 'under a field, beside another operator',
    query: 'filters[views][$gt]=5&filters[views][$not][$gte]=50',
    sql: posts('p.views > 5 AND p.views < 50'),
  },
  { name: '$eq', query: 'filters[$not][title]=Snow', sql: posts(`p.title <> 'Snow'`) },
  {
    name: '$in',
    query: 'filters[$not][views][$in][0]=42&filters[$not][views][$in][1]=10',
    sql: posts('p.views NOT IN (42, 10)'),
  },
  {
    name: '$notIn',
    query: 'filters[$not][views][$notIn][0]=42&filters[$not][views][$notIn][1]=10',
    sql: posts('p.views IN (42, 10)'),
  },
  {
    name: '$between',
    query: 'filters[$not][views][$between][0]=10&filters[$not][views][$between][1]=100',
    sql: posts('p.views < 10 OR p.views > 100'),
  },
  { name: '$null', query: 'filters[$not][views][$null]=true', sql: posts('p.views IS NOT NULL') },
  { name: '$startsWithc', query: 'filters[$not][slug][$startsWithc]=win', sql: posts(`p.slug NOT LIKE 'win%'`) },
  {
    name: 'both of two fields: De Morgan',
    query: 'filters[$not][status]=published&filters[$not][isFeatured]=true',
    sql: posts(`p.status <> 'published' OR p.[isFeatured] = FALSE`),
  },
  {
    name: '$or: De Morgan',
    query: 'filters[$not][$or][0][status]=published&filters[$not][$or][1][isFeatured]=true',
    sql: posts(`p.status <> 'published' AND p.[isFeatured] = FALSE`),
  },
  {
    name: 'an alternative that is false, of two that are negated',
    query: 'filters[$or][0][$not][status]=published&filters[$or][1][$not][isFeatured]=true',
    sql: posts(`p.status <> 'published' OR p.[isFeatured] = FALSE`),
  },
  { name: 'twice', query: 'filters[$not][$not][views][$gte]=50', sql: posts('p.views >= 50') },
  {
    name: 'in $or in $not',
    query: 'filters[$not][$or][0][views][$lt]=100&filters[$not][$or][1][$not][status]=published',
    sql: posts(`p.views >= 100 AND p.status = 'published'`),
  },
  {
    name: 'to-one: without an author, too',
    query: 'filters[$not][author][name]=Ulf',
    sql: posts(`NOT ${author(`a.name = 'Ulf'`)}`),
  },
  {
    name: 'inside to-one: the author is another',
    query: 'filters[author][$not][name]=Ulf',
    sql: posts(author(`a.name <> 'Ulf'`)),
  },
  {
    name: 'under a field of to-one: the author is another',
    query: 'filters[author][name][$not][$eq]=Ulf',
    sql: posts(author(`a.name <> 'Ulf'`)),
  },
  {
    name: 'inside to-one: of an unknown birthday nothing is said',
    query: 'filters[author][$not][bornOn]=1980-02-29',
    sql: posts(author(`a.[bornOn] <> '1980-02-29'`)),
  },
  {
    name: 'to-one of to-one, outside',
    query: 'filters[$not][author][country][name]=Norway',
    sql: posts(`NOT ${norwegian}`),
  },
  {
    name: 'to-one of to-one, in the middle',
    query: 'filters[author][$not][country][name]=Norway',
    sql: posts(`p.[authorId] IS NOT NULL AND NOT ${norwegian}`),
  },
  {
    name: 'to-one of to-one, inside',
    query: 'filters[author][country][$not][name]=Norway',
    sql: posts(author(`a.[countryCode] <> 'NO'`)),
  },
  {
    name: 'to-many with two conditions: no comment is both',
    query: 'filters[$not][comments][approved]=true&filters[$not][comments][stars]=4',
    sql: posts(`NOT ${comment('c.approved = TRUE AND c.stars = 4')}`),
  },
  {
    name: 'to-many twice: one condition or the other has no comment',
    query: 'filters[$not][$and][0][comments][approved]=true&filters[$not][$and][1][comments][stars]=4',
    sql: posts(`NOT (${comment('c.approved = TRUE')} AND ${comment('c.stars = 4')})`),
  },
  {
    name: 'a relation inside to-many: by somebody else, or nobody',
    query: 'filters[comments][stars]=4&filters[comments][$not][author][country][name]=Norway',
    sql: posts(
      comment(
        `c.stars = 4 AND NOT EXISTS
         (SELECT 1 FROM [author] a WHERE a.id = c.[authorId] AND a.[countryCode] = 'NO')`,
      ),
    ),
  },
  {
    name: 'a relation and a field: De Morgan',
    query: 'filters[$not][author][name]=Ulf&filters[$not][views][$lt]=100',
    sql: posts(`NOT ${author(`a.name = 'Ulf'`)} OR p.views >= 100`),
  },
];

/** A NULL satisfies no comparison, whichever way it is turned. */
export const nulls: readonly Question[] = [
  { name: '$ne', query: 'filters[views][$ne]=42', sql: posts('p.views <> 42') },
  { name: '$ne of truth', query: 'filters[isFeatured][$ne]=true', sql: posts('p.[isFeatured] = FALSE') },
  { name: '$ne of a member', query: 'filters[status][$ne]=published', sql: posts(`p.status <> 'published'`) },
  {
    name: '$notIn',
    query: 'filters[slug][$notIn][0]=spring&filters[slug][$notIn][1]=mud',
    sql: posts(`p.slug NOT IN ('spring', 'mud')`),
  },
  { name: '$notContains', query: 'filters[slug][$notContains]=in', sql: posts(`p.slug NOT LIKE '%in%'`) },
  { name: '$notContainsc', query: 'filters[slug][$notContainsc]=in', sql: posts(`p.slug NOT LIKE '%in%'`) },
  {
    name: '$notBetween',
    query: 'filters[views][$notBetween][0]=10&filters[views][$notBetween][1]=100',
    sql: posts('p.views < 10 OR p.views > 100'),
  },
  { name: '$null', query: 'filters[slug][$null]=true', sql: posts('p.slug IS NULL') },
  { name: '$null: false', query: 'filters[slug][$null]=false', sql: posts('p.slug IS NOT NULL') },
  { name: '$notNull', query: 'filters[slug][$notNull]=true', sql: posts('p.slug IS NOT NULL') },
  { name: 'null itself', query: 'filters[slug]', sql: posts('p.slug IS NULL') },
  { name: '$eq null', query: 'filters[slug][$eq]', sql: posts('p.slug IS NULL') },
  { name: '$ne null', query: 'filters[slug][$ne]', sql: posts('p.slug IS NOT NULL') },
  { name: 'the empty text is a text', query: 'filters[slug][$eq]=', sql: posts(`p.slug = ''`) },
  { name: '$null of JSON', query: 'filters[meta][$null]=false', sql: posts('p.meta IS NOT NULL') },
  {
    name: '$ne or $null, said aloud',
    query: 'filters[$or][0][views][$ne]=42&filters[$or][1][views][$null]=true',
    sql: posts('p.views <> 42 OR p.views IS NULL'),
  },
];
