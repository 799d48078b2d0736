import { Employee } from '../company.js';
import { type Question, author, comment, comments, posts, postsBy, subject } from '../question.js';

const authorsName = '(SELECT a.name FROM [author] a WHERE a.id = p.[authorId])';

/** Filter, sort and slice together: the order is made total by the primary key, in the direction of the last key. */
export const slices: readonly Question[] = [
  {
    name: 'a slice alone is in the order of the primary key',
    query: 'pagination[page]=2&pagination[pageSize]=7',
    sql: postsBy('p.id', 'LIMIT 7 OFFSET 7'),
  },
  {
    name: 'by start and limit',
    query: 'pagination[start]=3&pagination[limit]=4',
    sql: postsBy('p.id', 'LIMIT 4 OFFSET 3'),
  },
  {
    name: 'a last page that is not full',
    query: 'pagination[page]=4&pagination[pageSize]=10',
    sql: postsBy('p.id', 'LIMIT 10 OFFSET 30'),
  },
  {
    name: 'a page behind the last',
    query: 'pagination[page]=9&pagination[pageSize]=10',
    sql: posts('1 = 0'),
    finds: 'nothing',
  },
  {
    name: 'among equals',
    query: 'sort=tags.$count&pagination[page]=2&pagination[pageSize]=9',
    sql: postsBy('(SELECT COUNT(*) FROM [post_tags_tag] j WHERE j.[postId] = p.id), p.id', 'LIMIT 9 OFFSET 9'),
  },
  {
    name: 'among equals, descending',
    query: 'sort=views:desc&pagination[page]=2&pagination[pageSize]=9',
    sql: postsBy('p.views DESC, p.id DESC', 'LIMIT 9 OFFSET 9'),
  },
  {
    name: 'by to-one that may be missing',
    query: 'sort=author.name&pagination[page]=3&pagination[pageSize]=6',
    sql: postsBy(`${authorsName}, p.id`, 'LIMIT 6 OFFSET 12'),
  },
  {
    name: 'by to-many, NULL first',
    query: 'sort=comments.stars:nullsFirst&pagination[start]=5&pagination[limit]=10',
    sql: postsBy(
      `CASE WHEN ${comments('c.stars IS NOT NULL')} = 0 THEN 0 ELSE 1 END,
       ${comments().replace('COUNT(*)', 'MIN(c.stars)')}, p.id`,
      'LIMIT 10 OFFSET 5',
    ),
  },
  {
    name: 'filtered by to-many, sorted by to-one, sliced',
    query:
      'filters[comments][stars][$gte]=4&filters[comments][approved]=true&sort=author.name:desc,views&pagination[page]=2&pagination[pageSize]=5',
    sql: posts(
      comment('c.stars >= 4 AND c.approved = TRUE'),
      `ORDER BY ${authorsName} DESC, p.views, p.id LIMIT 5 OFFSET 5`,
    ),
  },
  {
    name: 'filtered and sorted by one relation, sliced',
    query:
      'filters[author][country][name]=Norway&filters[status]=published&sort=author.name,publishedAt:desc&pagination[start]=1&pagination[limit]=3',
    sql: posts(
      `${author(`a.[countryCode] = 'NO'`)} AND p.status = 'published'`,
      `ORDER BY ${authorsName}, p.[publishedAt] DESC, p.id DESC LIMIT 3 OFFSET 1`,
    ),
  },
  {
    name: 'filtered by $or with a count, sorted by a count, sliced',
    query:
      'filters[$or][0][comments][$count][$gte]=2&filters[$or][1][author][$exists]=false&sort=comments.$count:desc&pagination[page]=1&pagination[pageSize]=8',
    sql: posts(`${comments()} >= 2 OR p.[authorId] IS NULL`, `ORDER BY ${comments()} DESC, p.id DESC LIMIT 8`),
  },
  {
    name: 'by to-one that is always there',
    query: 'filters[salary][$gte]=300&sort=department.name&pagination[page]=2&pagination[pageSize]=2',
    about: subject(Employee),
    sql: `SELECT e.id FROM [employee] e, [department] d WHERE d.id = e.[departmentId] AND e.salary >= 300
          ORDER BY d.name, e.id LIMIT 2 OFFSET 2`,
  },
];
