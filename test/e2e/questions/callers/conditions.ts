import { Brackets, NotBrackets } from 'typeorm';
import { Author, Post } from '../../../support/blog/entities.js';
import { comment, posts, tag } from '../question.js';
import type { Case } from './case.js';

const five = comment('c.stars = 5');

/** The handler's own conditions hold beside the client's, whatever they are joined by, and keep their parameters. */
export const conditions: readonly Case[] = [
  {
    name: 'where with OR in its text',
    builder: (fixture) => fixture.posts().where(`post.title = 'Snow' OR post.views > :views`, { views: 100 }),
    query: 'filters[comments][stars]=5',
    sql: posts(`(p.title = 'Snow' OR p.views > 100) AND ${five}`),
  },
  {
    name: 'where and orWhere',
    builder: (fixture) => fixture.posts().where({ title: 'Snow' }).orWhere('post.views > :views', { views: 100 }),
    query: 'filters[comments][stars]=5',
    sql: posts(`(p.title = 'Snow' OR p.views > 100) AND ${five}`),
  },
  {
    name: 'where, andWhere and orWhere',
    builder: (fixture) =>
      fixture.posts().where('post.views > 5').andWhere('post.views < 50').orWhere('post.views = 300'),
    query: 'filters[$or][0][tags]=1&filters[$or][1][tags]=2',
    sql: posts(`((p.views > 5 AND p.views < 50) OR p.views = 300) AND ${tag('t.id IN (1, 2)')}`),
  },
  {
    name: 'orWhere alone',
    builder: (fixture) => fixture.posts().orWhere('post.views = 42').orWhere('post.views = 250'),
    query: 'filters[status]=published',
    sql: posts(`p.views IN (42, 250) AND p.status = 'published'`),
  },
  {
    name: 'Brackets and NotBrackets',
    builder: (fixture) =>
      fixture
        .posts()
        .where(new Brackets((inner) => inner.where('post.views = 42').orWhere('post.views = 7')))
        .andWhere(new NotBrackets((inner) => inner.where('post.tenantId = :tenant', { tenant: 2 }))),
    query: 'filters[$or][0][status]=published&filters[$or][1][title]=Garden',
    sql: posts(`p.views IN (42, 7) AND p.[tenantId] <> 2 AND (p.status = 'published' OR p.title = 'Garden')`),
  },
  {
    name: 'parameters, aliases and selections that look like ours',
    builder: (fixture) =>
      fixture.database.source
        .getRepository(Post)
        .createQueryBuilder('nf_1')
        .leftJoin('nf_1.author', 'nf_2')
        .addSelect('nf_1.views + 1', 'nf_3')
        .where('nf_1.views > :nf_p1 AND nf_2.id < :nf_p2', { nf_p1: 9, nf_p2: 6 }),
    query:
      'filters[comments][stars]=5&filters[comments][approved]=true&sort=author.name:desc:nullsLast,views:nullsFirst,id',
    sql: posts(
      `p.views > 9 AND p.[authorId] < 6 AND ${comment('c.stars = 5 AND c.approved = TRUE')}`,
      `ORDER BY (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]) DESC, p.views, p.id`,
    ),
  },
  {
    name: 'a list parameter',
    builder: (fixture) => fixture.posts().where('post.views IN (:...views)', { views: [42, 250] }),
    query: 'filters[views][$in][0]=42&filters[views][$in][1]=300',
    sql: posts('p.views = 42'),
  },
  {
    name: 'an inner join of the filtered relation, with a condition on it',
    builder: (fixture) => fixture.posts().innerJoin('post.author', 'author', 'author.id > :id', { id: 2 }),
    query: 'filters[author][country]=NO&filters[$not][author]=9',
    sql: posts('p.[authorId] = 5'),
  },
  {
    name: 'an inner join of to-many, which multiplies rows',
    builder: (fixture) => fixture.posts().innerJoin('post.comments', 'comment').where('comment.stars >= 4'),
    query: 'filters[comments][approved]=false&sort=author.name:nullsFirst,id',
    sql: posts(
      `${comment('c.stars >= 4')} AND ${comment('c.approved = FALSE')}`,
      `ORDER BY CASE WHEN p.[authorId] IS NULL THEN 0 ELSE 1 END,
       (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]), p.id`,
    ),
  },
  {
    name: 'conditions of find options',
    builder: (fixture) => fixture.posts().setFindOptions({ where: [{ tenantId: 2 }, { title: 'Snow' }] }),
    query: 'filters[status]=published',
    sql: posts(`(p.[tenantId] = 2 OR p.title = 'Snow') AND p.status = 'published'`),
  },
  {
    name: 'an entity joined without a relation',
    builder: (fixture) =>
      fixture.posts().innerJoin(Author, 'person', 'person.id = post.authorId').andWhere(`person.name = 'Ulf'`),
    query: 'filters[comments][$exists]=true&sort=author.id,id',
    sql: posts(`p.[authorId] = 5 AND ${comment('1 = 1')}`, 'ORDER BY p.id'),
  },
  {
    name: 'deleted rows, which the handler asks for',
    builder: (fixture) => fixture.posts().withDeleted(),
    query: 'filters[comments][$count][$gte]=2&sort=id',
    sql: `SELECT p.id FROM [post] p WHERE 2 <= (SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id) ORDER BY p.id`,
  },
  {
    name: 'distinct',
    builder: (fixture) => fixture.posts().distinct(true),
    query: 'sort=author.name,views:nullsLast,id',
    sql: posts(
      '1 = 1',
      `ORDER BY (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]),
       CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views, p.id`,
    ),
  },
];
