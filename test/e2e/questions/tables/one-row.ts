import { OpenAuthor } from '../open-blog.js';
import { type Question, author, comment, posts, subject, tag } from '../question.js';

const openAuthors = subject(OpenAuthor);
const per = `c.[authorId] = 9`;

/** All conditions in one relation object are about one and the same related row. */
export const oneObjectIsOneRow: readonly Question[] = [
  {
    name: 'two fields of one comment',
    query: 'filters[comments][approved]=true&filters[comments][stars]=5',
    sql: posts(comment('c.approved = TRUE AND c.stars = 5')),
  },
  {
    name: 'three fields of one comment',
    query: 'filters[comments][approved]=true&filters[comments][stars]=4&filters[comments][body]=fine',
    sql: posts(comment(`c.approved = TRUE AND c.stars = 4 AND c.body = 'fine'`)),
  },
  {
    name: 'two operators on one field',
    query: 'filters[comments][stars][$gt]=2&filters[comments][stars][$lt]=4',
    sql: posts(comment('c.stars > 2 AND c.stars < 4')),
  },
  {
    name: 'a field and the author of one comment',
    query: 'filters[comments][stars]=5&filters[comments][author][name]=Per',
    sql: posts(comment(`c.stars = 5 AND ${per}`)),
  },
  {
    name: '$or inside, beside a field',
    query:
      'filters[comments][approved]=true&filters[comments][$or][0][stars]=5&filters[comments][$or][1][stars][$null]=true',
    sql: posts(comment('c.approved = TRUE AND (c.stars = 5 OR c.stars IS NULL)')),
  },
  {
    name: '$or inside, as an object',
    query: 'filters[comments][approved]=false&filters[comments][$or][stars]=5&filters[comments][$or][body]=fine',
    sql: posts(comment(`c.approved = FALSE AND (c.stars = 5 OR c.body = 'fine')`)),
  },
  {
    name: '$or inside over a further relation',
    query:
      'filters[comments][approved]=false&filters[comments][$or][0][author][name]=Per&filters[comments][$or][1][stars]=5',
    sql: posts(comment(`c.approved = FALSE AND (${per} OR c.stars = 5)`)),
  },
  {
    name: '$and inside',
    query: 'filters[comments][$and][0][approved]=true&filters[comments][$and][1][stars]=5',
    sql: posts(comment('c.approved = TRUE AND c.stars = 5')),
  },
  {
    name: '$not inside leaves the unknown out',
    query: 'filters[comments][stars]=5&filters[comments][$not][approved]=true',
    sql: posts(comment('c.stars = 5 AND c.approved = FALSE')),
  },
  {
    name: '$not over two fields inside',
    query: 'filters[comments][$not][approved]=true&filters[comments][$not][stars]=4',
    sql: posts(comment('NOT (c.approved = TRUE AND c.stars = 4)')),
  },
  {
    name: '$or inside $and inside $not inside',
    query:
      'filters[comments][$not][$and][0][$or][0][stars]=4&filters[comments][$not][$and][0][$or][1][stars]=5&filters[comments][$not][$and][1][approved]=true',
    sql: posts(comment('NOT ((c.stars = 4 OR c.stars = 5) AND c.approved = TRUE)')),
  },
  {
    name: 'two fields of one tag',
    query: 'filters[tags][id][$gt]=2&filters[tags][name][$lt]=h',
    sql: posts(tag(`t.id > 2 AND t.name < 'h'`)),
  },
  {
    name: 'two fields of the author',
    query: 'filters[author][name]=Kai&filters[author][country][name]=Germany',
    sql: posts(author(`a.name = 'Kai' AND a.[countryCode] = 'DE'`)),
  },
  {
    name: 'one post and one comment on it, two to-many hops',
    query: 'filters[posts][views][$gt]=40&filters[posts][comments][stars]=5&filters[posts][comments][approved]=true',
    about: openAuthors,
    sql: `SELECT DISTINCT p.[authorId] AS id FROM [post] p, [comment] c
          WHERE p.[authorId] IS NOT NULL AND p.views > 40 AND p.[deletedAt] IS NULL
            AND c.[postId] = p.id AND c.stars = 5 AND c.approved = TRUE AND c.[deletedAt] IS NULL`,
  },
  {
    name: '$some says the same aloud',
    query: 'filters[comments][$some][approved]=true&filters[comments][$some][stars]=5',
    sql: posts(comment('c.approved = TRUE AND c.stars = 5')),
  },
];

/** Different objects may be satisfied by different rows. */
export const differentObjects: readonly Question[] = [
  {
    name: 'one comment is approved, one has five stars',
    query: 'filters[$and][0][comments][approved]=true&filters[$and][1][comments][stars]=5',
    sql: posts(`${comment('c.approved = TRUE')} AND ${comment('c.stars = 5')}`),
  },
  {
    name: 'three tags',
    query: 'filters[$and][0][tags]=1&filters[$and][1][tags]=2&filters[$and][2][tags]=3',
    sql: posts(`${tag('t.id = 1')} AND ${tag('t.id = 2')} AND ${tag('t.id = 3')}`),
  },
  {
    name: 'no tag has two names',
    query: 'filters[tags][$and][0][name]=red&filters[tags][$and][1][name]=blue',
    sql: posts('1 = 0'),
    finds: 'nothing',
  },
  {
    name: 'plain conditions and $some stand apart',
    query: 'filters[comments][approved]=true&filters[comments][$some][stars]=5',
    sql: posts(`${comment('c.approved = TRUE')} AND ${comment('c.stars = 5')}`),
  },
  {
    name: 'a comment by one author and one by another',
    query: 'filters[$and][0][comments][author]=1&filters[$and][1][comments][author]=2',
    sql: posts(`${comment('c.[authorId] = 1')} AND ${comment('c.[authorId] = 2')}`),
  },
  {
    name: 'one tag, and not the other',
    query: 'filters[tags]=1&filters[$not][tags]=2',
    sql: posts(`${tag('t.id = 1')} AND NOT ${tag('t.id = 2')}`),
  },
  {
    name: 'some, none and how many',
    query:
      'filters[comments][stars]=5&filters[comments][$none][approved]=false&filters[comments][$count][$gte]=2&filters[comments][$exists]=true',
    sql: posts(
      `${comment('c.stars = 5')} AND NOT ${comment('c.approved = FALSE')} AND p.id IN
       (SELECT c.[postId] FROM [comment] c WHERE c.[deletedAt] IS NULL GROUP BY c.[postId] HAVING COUNT(*) >= 2)`,
    ),
  },
];
