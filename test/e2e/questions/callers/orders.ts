import { comment, posts } from '../question.js';
import type { Case } from './case.js';

/** The handler's own order comes first; what it selects and joins is not in the way of ours. */
export const orders: readonly Case[] = [
  {
    name: 'our order follows the handler’s',
    builder: (fixture) => fixture.posts().orderBy('post.tenantId', 'DESC'),
    query: 'sort=author.name,id',
    sql: posts('1 = 1', 'ORDER BY p.[tenantId] DESC, (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]), p.id'),
  },
  {
    name: 'and with joins and a slice',
    builder: (fixture) =>
      fixture
        .posts()
        .leftJoinAndSelect('post.author', 'author')
        .leftJoinAndSelect('post.comments', 'comment')
        .orderBy('post.tenantId', 'DESC'),
    query: 'sort=author.name,views:desc:nullsLast&pagination[page]=2&pagination[pageSize]=7',
    sql: posts(
      '1 = 1',
      `ORDER BY p.[tenantId] DESC, (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]),
       CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views DESC, p.id DESC LIMIT 7 OFFSET 7`,
    ),
  },
  {
    name: 'the handler’s order by a relation it joins',
    builder: (fixture) => fixture.posts().leftJoinAndSelect('post.updatedBy', 'editor').orderBy('editor.id', 'DESC'),
    query: 'filters[updatedBy][$exists]=true&sort=author.name:nullsFirst,id&pagination[start]=2&pagination[limit]=9',
    sql: posts(
      'p.[updatedById] IS NOT NULL',
      `ORDER BY p.[updatedById] DESC, CASE WHEN p.[authorId] IS NULL THEN 0 ELSE 1 END,
       (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]), p.id LIMIT 9 OFFSET 2`,
    ),
  },
  {
    name: 'a key by which the handler orders already',
    builder: (fixture) => fixture.posts().orderBy('post.views', 'DESC').addOrderBy('post.id', 'DESC'),
    query: 'filters[views][$null]=false&sort=views:asc,id:asc',
    sql: posts('p.views IS NOT NULL', 'ORDER BY p.views DESC, p.id DESC'),
  },
  {
    name: 'few columns, a column that is not among them, a relation and a slice',
    builder: (fixture) =>
      fixture
        .posts()
        .leftJoin('post.comments', 'comment')
        .select(['post.id', 'post.title', 'comment.id', 'comment.stars']),
    query: 'filters[comments][approved]=true&sort=rating:desc:nullsLast,views&pagination[start]=3&pagination[limit]=6',
    sql: posts(
      comment('c.approved = TRUE'),
      `ORDER BY CASE WHEN p.rating IS NULL THEN 1 ELSE 0 END, p.rating DESC, p.views, p.id LIMIT 6 OFFSET 3`,
    ),
  },
  {
    name: 'few columns, not even the key',
    builder: (fixture) =>
      fixture.posts().select(['post.title', 'post.id']).leftJoinAndSelect('post.tags', 'tag').take(5).skip(5),
    query: 'sort=author.name,updatedBy.name,visits',
    sql: posts(
      '1 = 1',
      `ORDER BY (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]),
       (SELECT a.name FROM [author] a WHERE a.id = p.[updatedById]), p.visits, p.id LIMIT 5 OFFSET 5`,
    ),
  },
  {
    name: 'the client’s slice in place of the handler’s take',
    builder: (fixture) => fixture.posts().take(2).skip(1),
    query: 'pagination[page]=2&pagination[pageSize]=5',
    sql: posts('1 = 1', 'ORDER BY p.id LIMIT 5 OFFSET 5'),
  },
  {
    name: 'the client’s slice in place of the handler’s limit',
    builder: (fixture) => fixture.posts().limit(2).offset(1),
    query: 'pagination[page]=2&pagination[pageSize]=5',
    sql: posts('1 = 1', 'ORDER BY p.id LIMIT 5 OFFSET 5'),
  },
  {
    name: 'the client’s slice in place of the handler’s limit, with a join',
    builder: (fixture) => fixture.posts().leftJoinAndSelect('post.comments', 'comment').limit(2),
    query: 'pagination[page]=1&pagination[pageSize]=4',
    sql: posts('1 = 1', 'ORDER BY p.id LIMIT 4'),
  },
];
