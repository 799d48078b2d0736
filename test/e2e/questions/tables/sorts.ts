import { Post } from '../../../support/blog/entities.js';
import { Department, Employee } from '../company.js';
import { OpenComment, OpenPost } from '../open-blog.js';
import { type Question, comments, postsBy, subject } from '../question.js';

const employees = subject(Employee);
const farPosts = subject(Post, { limits: { sortHops: 2 } });

const authorsName = '(SELECT a.name FROM [author] a WHERE a.id = p.[authorId])';
const born = '(SELECT a.[bornOn] FROM [author] a WHERE a.id = p.[authorId])';
const editorsName = '(SELECT a.name FROM [author] a WHERE a.id = p.[updatedById])';
const countrysName = `(SELECT o.name FROM [author] a, [country] o WHERE a.id = p.[authorId] AND o.code = a.[countryCode])`;
const tagsName = (of: 'MIN' | 'MAX') =>
  `(SELECT ${of}(t.name) FROM [post_tags_tag] j, [tag] t WHERE j.[postId] = p.id AND t.id = j.[tagId])`;
const stars = (of: 'MIN' | 'MAX') => comments().replace('COUNT(*)', `${of}(c.stars)`);
const isNull = (key: string) => `CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END`;

/** One key after another; keys that can be equal are followed by the id, so that there is one right answer. */
export const sorts: readonly Question[] = [
  { name: 'the key alone ascends', query: 'sort=id', sql: postsBy('p.id') },
  { name: 'descending, in capitals', query: 'sort=id:DESC', sql: postsBy('p.id DESC') },
  { name: 'NULL as the engine has it', query: 'sort=views,id', sql: postsBy('p.views, p.id') },
  { name: 'NULL as the engine has it, descending', query: 'sort=views:desc,id', sql: postsBy('p.views DESC, p.id') },
  { name: 'a text', query: 'sort=slug:desc,id:desc', sql: postsBy('p.slug DESC, p.id DESC') },
  { name: 'a decimal', query: 'sort=rating,id', sql: postsBy('p.rating, p.id') },
  { name: 'a bigint', query: 'sort=visits:desc,id', sql: postsBy('p.visits DESC, p.id') },
  { name: 'truth', query: 'sort=isFeatured,id', sql: postsBy('p.[isFeatured], p.id') },
  { name: 'members, as stored', query: 'sort=status,id', sql: postsBy('p.status, p.id') },
  { name: 'moments', query: 'sort=publishedAt:desc,id', sql: postsBy('p.[publishedAt] DESC, p.id') },
  { name: 'dates', query: 'sort=publishedOn,id', sql: postsBy('p.[publishedOn], p.id') },
  {
    name: 'an indexed list, whose index decides',
    query: 'sort[1]=id&sort[0]=views:desc',
    sql: postsBy('p.views DESC, p.id'),
  },
  { name: 'an object', query: 'sort[isFeatured]=desc&sort[id]=asc', sql: postsBy('p.[isFeatured] DESC, p.id') },
  { name: 'to-one, where there may be none', query: 'sort=author.name,id', sql: postsBy(`${authorsName}, p.id`) },
  { name: 'to-one, descending', query: 'sort=author.name:desc,id', sql: postsBy(`${authorsName} DESC, p.id`) },
  {
    name: 'to-one, as a list of objects',
    query: 'sort[0][author][name]=desc&sort[1][id]=asc',
    sql: postsBy(`${authorsName} DESC, p.id`),
  },
  {
    name: 'two keys through one relation',
    query: 'sort=author.name,author.id:desc,id',
    sql: postsBy(`${authorsName}, p.[authorId] DESC, p.id`),
  },
  {
    name: 'two relations to one entity',
    query: 'sort=author.name,updatedBy.name:desc,id',
    about: subject(OpenPost),
    sql: postsBy(`${authorsName}, ${editorsName} DESC, p.id`),
  },
  {
    name: 'to-one, always there',
    query: 'sort=department.name:desc,id',
    about: employees,
    sql: 'SELECT e.id FROM [employee] e, [department] d WHERE d.id = e.[departmentId] ORDER BY d.name DESC, e.id',
  },
  {
    name: 'to-one of the same entity',
    query: 'sort=boss.name:desc:nullsLast,id',
    about: employees,
    sql: `SELECT e.id FROM [employee] e LEFT JOIN [employee] b ON b.id = e.[bossId]
          ORDER BY CASE WHEN b.name IS NULL THEN 1 ELSE 0 END, b.name DESC, e.id`,
  },
  {
    name: 'to-one whose rows can be deleted: such a row is none',
    query: 'sort=post.title:desc:nullsFirst,id',
    about: subject(OpenComment),
    sql: `SELECT c.id FROM [comment] c LEFT JOIN [post] p ON p.id = c.[postId] AND p.[deletedAt] IS NULL
          WHERE c.[deletedAt] IS NULL
          ORDER BY CASE WHEN p.title IS NULL THEN 0 ELSE 1 END, p.title DESC, c.id`,
  },
  { name: 'to-many ascending: the smallest', query: 'sort=comments.stars,id', sql: postsBy(`${stars('MIN')}, p.id`) },
  {
    name: 'to-many descending: the largest',
    query: 'sort=comments.stars:desc,id',
    sql: postsBy(`${stars('MAX')} DESC, p.id`),
  },
  {
    name: 'to-many, rows with none last',
    query: 'sort=comments.stars:desc:nullsLast,id',
    sql: postsBy(`${isNull(stars('MAX'))}, ${stars('MAX')} DESC, p.id`),
  },
  { name: 'many-to-many ascending', query: 'sort=tags.name,id', sql: postsBy(`${tagsName('MIN')}, p.id`) },
  { name: 'many-to-many descending', query: 'sort=tags.name:desc,id', sql: postsBy(`${tagsName('MAX')} DESC, p.id`) },
  { name: 'how many', query: 'sort=comments.$count:desc,id', sql: postsBy(`${comments()} DESC, p.id`) },
  {
    name: 'how many, twice',
    query: 'sort=tags.$count,comments.$count:desc,id',
    sql: postsBy(`(SELECT COUNT(*) FROM [post_tags_tag] j WHERE j.[postId] = p.id), ${comments()} DESC, p.id`),
  },
  {
    name: 'how many, of the same entity',
    query: 'sort=reports.$count:desc,id',
    about: employees,
    sql: `SELECT e.id FROM [employee] e
          ORDER BY (SELECT COUNT(*) FROM [employee] r WHERE r.[bossId] = e.id) DESC, e.id`,
  },
  {
    name: 'to-one of to-one, where the handler allows it',
    query: 'sort=author.country.name,id',
    about: farPosts,
    sql: postsBy(`${countrysName}, p.id`),
  },
  {
    name: 'to-one of to-one beside to-one, through the same author',
    query: 'sort=author.country.name:desc:nullsLast,author.name,id',
    about: farPosts,
    sql: postsBy(`${isNull(countrysName)}, ${countrysName} DESC, ${authorsName}, p.id`),
  },
  {
    name: 'to-one of to-one, both always there',
    query: 'sort=department.site.name:desc,department.name,id',
    about: subject(Employee, { limits: { sortHops: 2 } }),
    sql: `SELECT e.id FROM [employee] e, [department] d, [site] s
          WHERE d.id = e.[departmentId] AND s.id = d.[siteId] ORDER BY s.name DESC, d.name, e.id`,
  },
  {
    name: 'to-one that is always there, behind one that is not: nobody is lost',
    query: 'sort=boss.department.site.name:nullsFirst,id',
    about: subject(Employee, { limits: { sortHops: 3 } }),
    sql: `SELECT e.id FROM [employee] e LEFT JOIN [employee] b ON b.id = e.[bossId]
          LEFT JOIN [department] d ON d.id = b.[departmentId] LEFT JOIN [site] s ON s.id = d.[siteId]
          ORDER BY CASE WHEN s.name IS NULL THEN 0 ELSE 1 END, s.name, e.id`,
  },
  {
    name: 'what the root is filtered by and sorted by, through one relation',
    query: 'filters[site][name]=Bergen&sort=site.name,name:desc',
    about: subject(Department),
    sql: 'SELECT d.id FROM [department] d WHERE d.[siteId] = 2 ORDER BY d.name DESC',
  },
];

const first = { nulls: 'first' } as const;
const last = { nulls: 'last' } as const;
const views = (nullsAt: 'first' | 'last', direction: '' | 'DESC') =>
  postsBy(`${isNull('p.views')} ${nullsAt === 'first' ? 'DESC' : ''}, p.views ${direction}, p.id`);

/** Position of NULL: by the key, by the module's option, or by the engine. */
export const nullPlacements: readonly Question[] = [
  { name: 'the key: first, ascending', query: 'sort=views:nullsFirst,id', sql: views('first', '') },
  { name: 'the key: last, ascending', query: 'sort=views:asc:nullsLast,id', sql: views('last', '') },
  { name: 'the key: first, descending', query: 'sort=views:desc:nullsFirst,id', sql: views('first', 'DESC') },
  { name: 'the key: last, descending', query: 'sort=views:desc:nullsLast,id', sql: views('last', 'DESC') },
  { name: 'the module: first, ascending', query: 'sort=views,id', options: first, sql: views('first', '') },
  { name: 'the module: first, descending', query: 'sort=views:desc,id', options: first, sql: views('first', 'DESC') },
  { name: 'the module: last, ascending', query: 'sort=views,id', options: last, sql: views('last', '') },
  { name: 'the module: last, descending', query: 'sort=views:desc,id', options: last, sql: views('last', 'DESC') },
  { name: 'the key wins', query: 'sort=views:nullsLast,id', options: first, sql: views('last', '') },
  {
    name: 'the key wins, descending',
    query: 'sort=views:desc:nullsFirst,id',
    options: last,
    sql: views('first', 'DESC'),
  },
  {
    name: 'to-one, first',
    query: 'sort=author.bornOn,id',
    options: first,
    sql: postsBy(`${isNull(born)} DESC, ${born}, p.id`),
  },
  {
    name: 'to-one, last, descending',
    query: 'sort=author.bornOn:desc,id',
    options: last,
    sql: postsBy(`${isNull(born)}, ${born} DESC, p.id`),
  },
  {
    name: 'to-many, first',
    query: 'sort=comments.stars,id',
    options: first,
    sql: postsBy(`${isNull(stars('MIN'))} DESC, ${stars('MIN')}, p.id`),
  },
  {
    name: 'two keys, each its own way',
    query: 'sort=isFeatured:desc:nullsLast,views:nullsFirst,id',
    sql: postsBy(`${isNull('p.[isFeatured]')}, p.[isFeatured] DESC, ${isNull('p.views')} DESC, p.views, p.id`),
  },
  { name: 'a key that cannot be NULL', query: 'sort=title:nullsFirst,id', sql: postsBy('p.title, p.id') },
];
