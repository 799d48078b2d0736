import { OpenAuthor, OpenTag } from '../open-blog.js';
import { type Question, comments, posts, subject } from '../question.js';

const openAuthors = subject(OpenAuthor);
const tags = '(SELECT COUNT(*) FROM [post_tags_tag] j WHERE j.[postId] = p.id)';
const written = '(SELECT COUNT(*) FROM [post] p WHERE p.[authorId] = a.id AND p.[deletedAt] IS NULL)';

/** Counts of related rows, all or those that satisfy a condition, with every comparison. */
export const counts: readonly Question[] = [
  { name: 'a number', query: 'filters[comments][$count]=2', sql: posts(`${comments()} = 2`) },
  {
    name: 'a list of numbers',
    query: 'filters[comments][$count][0]=2&filters[comments][$count][1]=5',
    sql: posts(`${comments()} IN (2, 5)`),
  },
  { name: '$eq', query: 'filters[comments][$count][$eq]=1', sql: posts(`${comments()} = 1`) },
  { name: '$eq none', query: 'filters[comments][$count][$eq]=0', sql: posts(`${comments()} = 0`) },
  { name: '$ne', query: 'filters[comments][$count][$ne]=1', sql: posts(`${comments()} <> 1`) },
  { name: '$lt', query: 'filters[comments][$count][$lt]=2', sql: posts(`${comments()} < 2`) },
  { name: '$lte', query: 'filters[comments][$count][$lte]=2', sql: posts(`${comments()} <= 2`) },
  { name: '$gt', query: 'filters[comments][$count][$gt]=2', sql: posts(`${comments()} > 2`) },
  { name: '$gte', query: 'filters[comments][$count][$gte]=2', sql: posts(`${comments()} >= 2`) },
  {
    name: 'every comparison at once',
    query:
      'filters[comments][$count][$gte]=1&filters[comments][$count][$lt]=9&filters[comments][$count][$ne]=2&filters[comments][$count][$notIn][0]=5&filters[comments][$count][$between][0]=0&filters[comments][$count][$between][1]=8',
    sql: posts(`${comments()} >= 1 AND ${comments()} <= 8 AND ${comments()} NOT IN (2, 5)`),
  },
  {
    name: 'not several comparisons at once',
    query: 'filters[$not][comments][$count][$gte]=1&filters[$not][comments][$count][$lt]=3',
    sql: posts(`NOT (${comments()} >= 1 AND ${comments()} < 3)`),
  },
  {
    name: '$in',
    query: 'filters[comments][$count][$in][0]=0&filters[comments][$count][$in][1]=6',
    sql: posts(`${comments()} IN (0, 6)`),
  },
  {
    name: '$notIn',
    query: 'filters[comments][$count][$notIn][0]=0&filters[comments][$count][$notIn][1]=1',
    sql: posts(`${comments()} NOT IN (0, 1)`),
  },
  {
    name: '$between',
    query: 'filters[comments][$count][$between][0]=2&filters[comments][$count][$between][1]=4',
    sql: posts(`${comments()} BETWEEN 2 AND 4`),
  },
  {
    name: '$notBetween',
    query: 'filters[comments][$count][$notBetween][0]=1&filters[comments][$count][$notBetween][1]=2',
    sql: posts(`${comments()} NOT BETWEEN 1 AND 2`),
  },
  {
    name: 'two comparisons of one count',
    query: 'filters[comments][$count][$gt]=1&filters[comments][$count][$lt]=4',
    sql: posts(`${comments()} > 1 AND ${comments()} < 4`),
  },
  {
    name: '$where',
    query: 'filters[comments][$count][$gte]=2&filters[comments][$count][$where][approved]=true',
    sql: posts(`${comments('c.approved = TRUE')} >= 2`),
  },
  {
    name: 'none that satisfies $where',
    query: 'filters[comments][$count][$eq]=0&filters[comments][$count][$where][approved]=true',
    sql: posts(`${comments('c.approved = TRUE')} = 0`),
  },
  {
    name: '$where with two conditions on one row',
    query:
      'filters[comments][$count][$eq]=1&filters[comments][$count][$where][approved]=true&filters[comments][$count][$where][stars]=5',
    sql: posts(`${comments('c.approved = TRUE AND c.stars = 5')} = 1`),
  },
  {
    name: '$where with $or',
    query:
      'filters[comments][$count][$gte]=2&filters[comments][$count][$where][$or][0][stars]=5&filters[comments][$count][$where][$or][1][stars][$null]=true',
    sql: posts(`${comments('c.stars = 5 OR c.stars IS NULL')} >= 2`),
  },
  {
    name: '$where through a further relation',
    query: 'filters[comments][$count][$gte]=2&filters[comments][$count][$where][author][country][name]=Norway',
    sql: posts(`${comments(`c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'NO')`)} >= 2`),
  },
  {
    name: 'two comparisons and $where',
    query:
      'filters[comments][$count][$gte]=1&filters[comments][$count][$lte]=3&filters[comments][$count][$where][stars]=4',
    sql: posts(`${comments('c.stars = 4')} BETWEEN 1 AND 3`),
  },
  {
    name: 'not a count',
    query: 'filters[$not][comments][$count][$gte]=2',
    sql: posts(`${comments()} < 2`),
  },
  {
    name: 'not a count with $where',
    query: 'filters[$not][comments][$count][$gte]=2&filters[$not][comments][$count][$where][stars]=4',
    sql: posts(`${comments('c.stars = 4')} < 2`),
  },
  { name: 'many-to-many', query: 'filters[tags][$count][$gte]=3', sql: posts(`${tags} >= 3`) },
  {
    name: 'many-to-many with $where',
    query: 'filters[tags][$count]=2&filters[comments][$count]=1',
    sql: posts(`${tags} = 2 AND ${comments()} = 1`),
  },
  {
    name: 'many-to-many from the other side, deleted rows left out',
    query: 'filters[posts][$count][$gte]=11',
    about: subject(OpenTag),
    sql: `SELECT t.id FROM [tag] t WHERE 11 <= (SELECT COUNT(*) FROM [post_tags_tag] j, [post] p
          WHERE j.[tagId] = t.id AND p.id = j.[postId] AND p.[deletedAt] IS NULL)`,
  },
  {
    name: 'authors who have written nothing that is left',
    query: 'filters[posts][$count]=0',
    about: openAuthors,
    sql: `SELECT a.id FROM [author] a WHERE ${written} = 0`,
  },
  {
    name: 'a count inside a relation',
    query: 'filters[posts][comments][$count][$gte]=4',
    about: openAuthors,
    sql: `SELECT a.id FROM [author] a WHERE EXISTS (SELECT 1 FROM [post] p
          WHERE p.[authorId] = a.id AND p.[deletedAt] IS NULL AND ${comments()} >= 4)`,
  },
  {
    name: 'a count of rows that are counted themselves',
    query: 'filters[posts][$count][$gte]=2&filters[posts][$count][$where][comments][$count][$gte]=2',
    about: openAuthors,
    sql: `SELECT a.id FROM [author] a WHERE 2 <= (SELECT COUNT(*) FROM [post] p
          WHERE p.[authorId] = a.id AND p.[deletedAt] IS NULL AND ${comments()} >= 2)`,
  },
];
