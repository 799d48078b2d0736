import { Post } from '../../../support/blog/entities.js';
import { Employee } from '../company.js';
import { OpenAuthor, OpenComment, OpenPost, OpenTag } from '../open-blog.js';
import { type Question, author, comment, posts, subject, tag } from '../question.js';

const openPosts = subject(OpenPost);
const openAuthors = subject(OpenAuthor);
const openComments = subject(OpenComment);
const openTags = subject(OpenTag);
const employees = subject(Employee);

/** Following relations: one, or several after one another, from either side, to the same entity again. */
export const relationPaths: readonly Question[] = [
  {
    name: 'to-one',
    query: 'filters[author][name][$eq]=Ulf',
    sql: posts(author(`a.name = 'Ulf'`)),
  },
  {
    name: 'to-one, two conditions',
    query: 'filters[author][name]=Kai&filters[author][bornOn][$lt]=2000-01-01',
    sql: posts(author(`a.name = 'Kai' AND a.[bornOn] < '2000-01-01'`)),
  },
  {
    name: 'to-one of to-one',
    query: 'filters[author][country][name]=Norway',
    sql: posts(author(`a.[countryCode] = 'NO'`)),
  },
  {
    name: 'to-one of to-one, beside a condition on the first',
    query: 'filters[author][country][name]=Germany&filters[author][id][$gt]=2',
    sql: posts(author(`a.[countryCode] = 'DE' AND a.id > 2`)),
  },
  {
    name: 'to-many',
    query: 'filters[comments][stars]=5',
    sql: posts(comment('c.stars = 5')),
  },
  {
    name: 'to-one of to-many',
    query: 'filters[comments][author][name]=Per',
    sql: posts(comment(`c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.name = 'Per')`)),
  },
  {
    name: 'to-one of to-one of to-many',
    query: 'filters[comments][author][country][name]=France',
    sql: posts(comment(`c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'FR')`)),
  },
  {
    name: 'many-to-many from the owner',
    query: 'filters[tags][name]=green',
    sql: posts(tag(`t.name = 'green'`)),
  },
  {
    name: 'many-to-many from the other side',
    query: 'filters[posts][title]=Snow',
    about: openTags,
    sql: `SELECT j.[tagId] AS id FROM [post_tags_tag] j, [post] p WHERE p.id = j.[postId] AND p.title = 'Snow'`,
  },
  {
    name: 'to-one behind many-to-many from the other side',
    query: 'filters[posts][author][name]=Ulf',
    about: openTags,
    sql: `SELECT DISTINCT j.[tagId] AS id FROM [post_tags_tag] j, [post] p
          WHERE p.id = j.[postId] AND p.[authorId] = 5 AND p.[deletedAt] IS NULL`,
  },
  {
    name: 'many-to-many there and back',
    query: 'filters[tags][posts][title]=Winter',
    about: openPosts,
    sql: posts(tag(`t.id IN (SELECT k.[tagId] FROM [post_tags_tag] k WHERE k.[postId] IN (9, 10))`)),
  },
  {
    name: 'to-many of to-many',
    query: 'filters[posts][comments][stars]=1',
    about: openAuthors,
    sql: `SELECT DISTINCT p.[authorId] AS id FROM [post] p, [comment] c
          WHERE p.[authorId] IS NOT NULL AND p.[deletedAt] IS NULL
            AND c.[postId] = p.id AND c.stars = 1 AND c.[deletedAt] IS NULL`,
  },
  {
    name: 'many-to-many of to-many',
    query: 'filters[posts][tags][name]=yellow',
    about: openAuthors,
    sql: `SELECT DISTINCT p.[authorId] AS id FROM [post] p, [post_tags_tag] j
          WHERE p.[authorId] IS NOT NULL AND p.[deletedAt] IS NULL AND j.[postId] = p.id AND j.[tagId] = 7`,
  },
  {
    name: 'to-many of to-one, back to the entity itself',
    query: 'filters[author][posts][title]=Harvest',
    about: openPosts,
    sql: posts('p.[authorId] IN (5, 6)'),
  },
  {
    name: 'a relation reached twice, by two paths',
    query: 'filters[author][country][name]=Norway&filters[comments][author][country][name]=Germany',
    sql: posts(
      `${author(`a.[countryCode] = 'NO'`)} AND
       ${comment(`c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'DE')`)}`,
    ),
  },
  {
    name: 'two relations to one entity',
    query: 'filters[author][name]=Ulf&filters[updatedBy][name][$ne]=Ulf',
    about: openPosts,
    sql: posts('p.[authorId] = 5 AND p.[updatedById] <> 5'),
  },
  {
    name: 'a relation that only the handler opens',
    query: 'filters[updatedBy][country][name]=Norway',
    about: subject(Post, { relations: ['updatedBy'] }),
    sql: posts(`p.[updatedById] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'NO')`),
  },
  {
    name: 'to-one of a to-one whose rows can be deleted',
    query: 'filters[post][author][name]=Ulf',
    about: openComments,
    sql: `SELECT c.id FROM [comment] c, [post] p
          WHERE p.id = c.[postId] AND p.[authorId] = 5 AND p.[deletedAt] IS NULL AND c.[deletedAt] IS NULL`,
  },
  {
    name: 'many-to-many of a to-one whose rows can be deleted',
    query: 'filters[post][tags][name]=yellow',
    about: openComments,
    sql: `SELECT c.id FROM [comment] c, [post] p, [post_tags_tag] j
          WHERE p.id = c.[postId] AND j.[postId] = p.id AND j.[tagId] = 7
            AND p.[deletedAt] IS NULL AND c.[deletedAt] IS NULL`,
  },
  {
    name: 'a row of the same entity, to-one',
    query: 'filters[boss][name]=Ada',
    about: employees,
    sql: 'SELECT e.id FROM [employee] e WHERE e.[bossId] = 1',
  },
  {
    name: 'a row of the same entity, two to-one hops away',
    query: 'filters[boss][boss][name]=Ada',
    about: employees,
    sql: 'SELECT e.id FROM [employee] e, [employee] b WHERE b.id = e.[bossId] AND b.[bossId] = 1',
  },
  {
    name: 'a row of the same entity, two to-many hops away',
    query: 'filters[reports][reports][name]=Finn',
    about: employees,
    sql: `SELECT e.id FROM [employee] e, [employee] r, [employee] s
          WHERE r.[bossId] = e.id AND s.[bossId] = r.id AND s.name = 'Finn'`,
  },
  {
    name: 'a row of the same entity, there and back',
    query: 'filters[boss][reports][name]=Bo',
    about: employees,
    sql: 'SELECT e.id FROM [employee] e WHERE e.[bossId] = (SELECT b.[bossId] FROM [employee] b WHERE b.id = 2)',
  },
  {
    name: 'to-one relations that are always there',
    query: 'filters[department][site][name]=Bergen',
    about: employees,
    sql: 'SELECT e.id FROM [employee] e, [department] d WHERE d.id = e.[departmentId] AND d.[siteId] = 2',
  },
];
