import { OpenAuthor } from '../open-blog.js';
import { type Question, comment, posts, subject, tag } from '../question.js';

const openAuthors = subject(OpenAuthor);
const norwegian = `c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'NO')`;

function authors(where: string): string {
  return `SELECT w.id FROM [author] w WHERE ${where}`;
}

function postOf(where: string): string {
  return `EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = w.id AND p.[deletedAt] IS NULL AND ${where})`;
}

/** Some, every and none of the related rows; where a condition is unknown, the row does not satisfy it. */
export const quantifiers: readonly Question[] = [
  {
    name: '$none is no related row, and holds where there is none',
    query: 'filters[comments][$none][stars]=4',
    sql: posts(`NOT ${comment('c.stars = 4')}`),
  },
  {
    name: '$none of the unknown: an undecided comment is not approved',
    query: 'filters[comments][$none][approved]=true',
    sql: posts(`NOT ${comment('c.approved = TRUE')}`),
  },
  {
    name: '$none with two conditions is about one row',
    query: 'filters[comments][$none][approved]=true&filters[comments][$none][stars]=4',
    sql: posts(`NOT ${comment('c.approved = TRUE AND c.stars = 4')}`),
  },
  {
    name: '$none of what is NULL',
    query: 'filters[comments][$none][stars][$null]=true',
    sql: posts(`NOT ${comment('c.stars IS NULL')}`),
  },
  {
    name: '$none of many-to-many',
    query: 'filters[tags][$none][name]=blue',
    sql: posts(`NOT ${tag(`t.name = 'blue'`)}`),
  },
  {
    name: '$none through a further relation',
    query: 'filters[comments][$none][author][country][name]=Norway',
    sql: posts(`NOT ${comment(norwegian)}`),
  },
  {
    name: '$every fails by one that is undecided, and holds where there is none',
    query: 'filters[comments][$every][approved]=true',
    sql: posts(`NOT ${comment('c.approved = FALSE OR c.approved IS NULL')}`),
  },
  {
    name: '$every of a number that may be NULL',
    query: 'filters[comments][$every][stars][$gte]=4',
    sql: posts(`NOT ${comment('c.stars < 4 OR c.stars IS NULL')}`),
  },
  {
    name: '$every of a negative, of which NULL is no example either',
    query: 'filters[comments][$every][approved][$ne]=false',
    sql: posts(`NOT ${comment('c.approved = FALSE OR c.approved IS NULL')}`),
  },
  {
    name: '$every with $not inside',
    query: 'filters[comments][$every][$not][stars]=4',
    sql: posts(`NOT ${comment('c.stars = 4 OR c.stars IS NULL')}`),
  },
  {
    name: '$every with $or inside',
    query: 'filters[comments][$every][$or][0][approved]=true&filters[comments][$every][$or][1][stars][$null]=true',
    sql: posts(`NOT ${comment('(c.approved = FALSE OR c.approved IS NULL) AND c.stars IS NOT NULL')}`),
  },
  {
    name: '$every of rows that are there',
    query: 'filters[comments][$every][stars][$gte]=4&filters[comments][$exists]=true',
    sql: posts(`${comment('1 = 1')} AND NOT ${comment('c.stars < 4 OR c.stars IS NULL')}`),
  },
  {
    name: '$every through a further relation fails where that leads nowhere',
    query: 'filters[comments][$every][author][country][name]=Norway',
    sql: posts(`NOT ${comment(`c.[authorId] IS NULL OR NOT (${norwegian})`)}`),
  },
  {
    name: '$every of many-to-many',
    query: 'filters[tags][$every][id][$lte]=2',
    sql: posts(`NOT ${tag('t.id > 2')}`),
  },
  {
    name: '$some, $every and $none together',
    query:
      'filters[comments][$some][stars]=5&filters[comments][$every][approved]=true&filters[comments][$none][body]=fine',
    sql: posts(
      `${comment('c.stars = 5')} AND NOT ${comment('c.approved = FALSE OR c.approved IS NULL')}
       AND NOT ${comment(`c.body = 'fine'`)}`,
    ),
  },
  {
    name: 'not $every is one that fails, the undecided too',
    query: 'filters[$not][comments][$every][approved]=true',
    sql: posts(comment('c.approved = FALSE OR c.approved IS NULL')),
  },
  {
    name: 'not $none is $some',
    query: 'filters[$not][comments][$none][stars]=4',
    sql: posts(comment('c.stars = 4')),
  },
  {
    name: 'not $some is $none',
    query: 'filters[$not][comments][$some][stars]=4',
    sql: posts(`NOT ${comment('c.stars = 4')}`),
  },
  {
    name: 'not over the relation itself is $none',
    query: 'filters[$not][tags][name]=blue',
    sql: posts(`NOT ${tag(`t.name = 'blue'`)}`),
  },
  {
    name: 'some of every',
    query: 'filters[posts][$some][comments][$every][stars]=5',
    about: openAuthors,
    sql: authors(postOf(`NOT ${comment('c.stars <> 5 OR c.stars IS NULL')}`)),
  },
  {
    name: 'every of some',
    query: 'filters[posts][$every][comments][$some][stars][$gte]=4',
    about: openAuthors,
    sql: authors(`NOT ${postOf(`NOT ${comment('c.stars >= 4')}`)}`),
  },
  {
    name: 'none of none: every post has one',
    query: 'filters[posts][$none][comments][$none][approved]=true',
    about: openAuthors,
    sql: authors(`NOT ${postOf(`NOT ${comment('c.approved = TRUE')}`)}`),
  },
  {
    name: 'every of none',
    query: 'filters[posts][$every][comments][$none][approved]=false',
    about: openAuthors,
    sql: authors(`NOT ${postOf(comment('c.approved = FALSE'))}`),
  },
  {
    name: 'every of every, undecided comments on the way',
    query: 'filters[posts][$every][comments][$every][approved]=true',
    about: openAuthors,
    sql: authors(`NOT ${postOf(comment('c.approved = FALSE OR c.approved IS NULL'))}`),
  },
];
