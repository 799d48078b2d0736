import { OpenComment } from '../open-blog.js';
import { type Question, author, comment, posts, subject, tag } from '../question.js';

const openComments = subject(OpenComment);

/** Comparing the key of the related row. */
export const keys: readonly Question[] = [
  { name: 'a key', query: 'filters[author]=3', sql: posts('p.[authorId] = 3') },
  { name: '$eq', query: 'filters[author][$eq]=3', sql: posts('p.[authorId] = 3') },
  { name: 'the field by its name', query: 'filters[author][id]=3', sql: posts('p.[authorId] = 3') },
  {
    name: 'a list of keys',
    query: 'filters[author][0]=3&filters[author][1]=5',
    sql: posts('p.[authorId] IN (3, 5)'),
  },
  {
    name: '$in',
    query: 'filters[author][$in][0]=3&filters[author][$in][1]=5&filters[author][$in][2]=99',
    sql: posts('p.[authorId] IN (3, 5)'),
  },
  { name: '$ne is another author', query: 'filters[author][$ne]=3', sql: posts('p.[authorId] <> 3') },
  {
    name: '$notIn is another author',
    query: 'filters[author][$notIn][0]=3&filters[author][$notIn][1]=5',
    sql: posts('p.[authorId] NOT IN (3, 5)'),
  },
  { name: 'an order of keys', query: 'filters[author][$gt]=5', sql: posts('p.[authorId] > 5') },
  {
    name: 'not a key: without an author, too',
    query: 'filters[$not][author]=3',
    sql: posts('p.[authorId] <> 3 OR p.[authorId] IS NULL'),
  },
  {
    name: 'not $in',
    query: 'filters[$not][author][$in][0]=3&filters[$not][author][$in][1]=5',
    sql: posts('p.[authorId] NOT IN (3, 5) OR p.[authorId] IS NULL'),
  },
  {
    name: 'not $ne',
    query: 'filters[$not][author][$ne]=3',
    sql: posts('p.[authorId] = 3 OR p.[authorId] IS NULL'),
  },
  {
    name: 'not $notIn',
    query: 'filters[$not][author][$notIn][0]=3&filters[$not][author][$notIn][1]=5',
    sql: posts('p.[authorId] IN (3, 5) OR p.[authorId] IS NULL'),
  },
  {
    name: '$not inside the relation is another author',
    query: 'filters[author][$not][id]=3',
    sql: posts('p.[authorId] <> 3'),
  },
  {
    name: 'not $not inside',
    query: 'filters[$not][author][$not][id]=3',
    sql: posts('p.[authorId] = 3 OR p.[authorId] IS NULL'),
  },
  {
    name: '$or of keys inside',
    query: 'filters[author][$or][0][id]=3&filters[author][$or][1][id][$gt]=6',
    sql: posts('p.[authorId] = 3 OR p.[authorId] > 6'),
  },
  {
    name: 'not $or of keys inside',
    query: 'filters[$not][author][$or][0][id]=3&filters[$not][author][$or][1][id][$gt]=6',
    sql: posts('p.[authorId] IS NULL OR NOT (p.[authorId] = 3 OR p.[authorId] > 6)'),
  },
  {
    name: 'a key beside a condition on the same row',
    query: 'filters[author][$in][0]=1&filters[author][$in][1]=5&filters[author][name]=Kai',
    sql: posts('p.[authorId] = 1'),
  },
  {
    name: 'the key of a row is never NULL, even where there is no row',
    query: 'filters[author][id][$null]=true',
    sql: posts('1 = 0'),
    finds: 'nothing',
  },
  {
    name: 'the key of a relation of a relation',
    query: 'filters[author][country]=NO',
    sql: posts(author(`a.[countryCode] = 'NO'`)),
  },
  {
    name: '$ne of it leaves out authors without a country',
    query: 'filters[author][country][$ne]=NO',
    sql: posts(author(`a.[countryCode] <> 'NO'`)),
  },
  {
    name: '$not inside keeps authors without a country',
    query: 'filters[author][$not][country]=NO',
    sql: posts(author(`a.[countryCode] <> 'NO' OR a.[countryCode] IS NULL`)),
  },
  {
    name: '$not outside keeps posts without an author as well',
    query: 'filters[$not][author][country]=NO',
    sql: posts(`NOT ${author(`a.[countryCode] = 'NO'`)}`),
  },
  { name: 'a key of to-many', query: 'filters[comments]=5', sql: posts('p.id = 4') },
  { name: 'a key of a deleted row', query: 'filters[comments]=27', sql: posts('1 = 0'), finds: 'nothing' },
  {
    name: 'keys of to-many',
    query: 'filters[comments][$in][0]=5&filters[comments][$in][1]=6&filters[comments][$in][2]=70',
    sql: posts('p.id IN (4, 40)'),
  },
  {
    name: '$ne of to-many is some other row',
    query: 'filters[comments][$ne]=29',
    sql: posts(comment('c.id <> 29')),
  },
  { name: 'not a key of to-many', query: 'filters[$not][comments]=5', sql: posts('p.id <> 4') },
  { name: 'a key of many-to-many', query: 'filters[tags]=1', sql: posts(tag('t.id = 1')) },
  {
    name: '$notIn of many-to-many is some other row',
    query: 'filters[tags][$notIn][0]=1&filters[tags][$notIn][1]=2',
    sql: posts(tag('t.id NOT IN (1, 2)')),
  },
  {
    name: 'not $in of many-to-many is no such row',
    query: 'filters[$not][tags][$in][0]=1&filters[$not][tags][$in][1]=2',
    sql: posts(`NOT ${tag('t.id IN (1, 2)')}`),
  },
  {
    name: 'the key of the author of a comment',
    query: 'filters[comments][author]=9&filters[comments][stars]=5',
    sql: posts(comment('c.[authorId] = 9 AND c.stars = 5')),
  },
  {
    name: 'a key of a row that is deleted',
    query: 'filters[post][$in][0]=36&filters[post][$in][1]=35',
    about: openComments,
    sql: 'SELECT c.id FROM [comment] c WHERE c.[postId] = 35 AND c.[deletedAt] IS NULL',
  },
  {
    name: 'not a key of a row that is deleted',
    query: 'filters[$not][post][$in][0]=36&filters[$not][post][$in][1]=35',
    about: openComments,
    sql: 'SELECT c.id FROM [comment] c WHERE c.[postId] <> 35 AND c.[deletedAt] IS NULL',
  },
  {
    name: '$ne of a key does not find rows that are deleted',
    query: 'filters[post][$ne]=35',
    about: openComments,
    sql: `SELECT c.id FROM [comment] c, [post] p WHERE p.id = c.[postId] AND p.id <> 35
          AND c.[deletedAt] IS NULL AND p.[deletedAt] IS NULL`,
  },
];
