import { OpenComment, OpenTag } from '../open-blog.js';
import { type Question, author, comment, posts, subject, tag } from '../question.js';

const openComments = subject(OpenComment);
const openTags = subject(OpenTag);
const lost = 'c.[postId] IN (SELECT p.id FROM [post] p WHERE p.[deletedAt] IS NOT NULL)';

function commentsWhere(where: string): string {
  return `SELECT c.id FROM [comment] c WHERE c.[deletedAt] IS NULL AND ${where}`;
}

/** Existence of a related row. */
export const existence: readonly Question[] = [
  { name: '$exists of to-one', query: 'filters[author][$exists]=true', sql: posts('p.[authorId] IS NOT NULL') },
  { name: '$exists: false of to-one', query: 'filters[author][$exists]=false', sql: posts('p.[authorId] IS NULL') },
  { name: '$null of to-one', query: 'filters[author][$null]=true', sql: posts('p.[authorId] IS NULL') },
  { name: '$null: false of to-one', query: 'filters[author][$null]=false', sql: posts('p.[authorId] IS NOT NULL') },
  { name: '$notNull of to-one', query: 'filters[author][$notNull]=true', sql: posts('p.[authorId] IS NOT NULL') },
  { name: '$notNull: false of to-one', query: 'filters[author][$notNull]=false', sql: posts('p.[authorId] IS NULL') },
  { name: 'null itself is no related row', query: 'filters[author]', sql: posts('p.[authorId] IS NULL') },
  { name: '$eq null is no related row', query: 'filters[author][$eq]', sql: posts('p.[authorId] IS NULL') },
  { name: '$ne null is a related row', query: 'filters[author][$ne]', sql: posts('p.[authorId] IS NOT NULL') },
  {
    name: 'not $exists',
    query: 'filters[$not][author][$exists]=true',
    sql: posts('p.[authorId] IS NULL'),
  },
  {
    name: '$exists of to-many, where deleted rows are none',
    query: 'filters[comments][$exists]=true',
    sql: posts(comment('1 = 1')),
  },
  {
    name: '$exists: false of to-many',
    query: 'filters[comments][$exists]=false',
    sql: posts(`NOT ${comment('1 = 1')}`),
  },
  { name: '$null of to-many', query: 'filters[comments][$null]=true', sql: posts(`NOT ${comment('1 = 1')}`) },
  { name: 'null of to-many', query: 'filters[comments]', sql: posts(`NOT ${comment('1 = 1')}`) },
  { name: '$eq null of to-many', query: 'filters[comments][$eq]', sql: posts(`NOT ${comment('1 = 1')}`) },
  { name: '$ne null of to-many', query: 'filters[comments][$ne]', sql: posts(comment('1 = 1')) },
  { name: '$exists of many-to-many', query: 'filters[tags][$exists]=true', sql: posts(tag('1 = 1')) },
  { name: '$null of many-to-many', query: 'filters[tags][$null]=true', sql: posts(`NOT ${tag('1 = 1')}`) },
  {
    name: 'a relation of a relation that is not there',
    query: 'filters[author][country][$exists]=false',
    sql: posts(author('a.[countryCode] IS NULL')),
  },
  {
    name: 'not a relation of a relation: without an author, too',
    query: 'filters[$not][author][country][$exists]=true',
    sql: posts(`NOT ${author('a.[countryCode] IS NOT NULL')}`),
  },
  {
    name: 'an author without a country, beside a condition on the author',
    query: 'filters[author][country][$null]=true&filters[author][name]=Mia',
    sql: posts('p.[authorId] = 6'),
  },
  {
    name: 'a comment without an author',
    query: 'filters[comments][author][$null]=true',
    sql: posts(comment('c.[authorId] IS NULL')),
  },
  {
    name: 'a comment without an author and without stars',
    query: 'filters[comments][author][$exists]=false&filters[comments][stars][$null]=true',
    sql: posts(comment('c.[authorId] IS NULL AND c.stars IS NULL')),
  },
  {
    name: 'a related row that is deleted does not exist, whatever the foreign key says',
    query: 'filters[post][$exists]=false',
    about: openComments,
    sql: commentsWhere(lost),
  },
  {
    name: 'a related row that exists is not deleted',
    query: 'filters[post][$exists]=true',
    about: openComments,
    sql: commentsWhere(`NOT (${lost})`),
  },
  {
    name: 'a tag with posts',
    query: 'filters[posts][$exists]=true',
    about: openTags,
    sql: 'SELECT DISTINCT j.[tagId] AS id FROM [post_tags_tag] j',
  },
];
