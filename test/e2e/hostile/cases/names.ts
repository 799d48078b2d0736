import { hostileClass, refused } from '../case.js';

const unknown = (key: string, name: string, note: string) =>
  refused(`filters[${key}][$eq]=1`, `unknown_field /filters/${pointer(name)}`, note);

const pointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const aliasSmuggling = hostileClass('alias-smuggling', [
  unknown('post.secretNote', 'post.secretNote', "the handler's alias"),
  unknown('post.title', 'post.title', 'the alias before a valid field'),
  unknown('Post.title', 'Post.title', "the entity's name before a valid field"),
  unknown('author.name', 'author.name', 'a dot for brackets'),
  unknown('author.passwordHash', 'author.passwordHash', 'a dot for brackets, to a hidden column'),
  unknown('tags.name', 'tags.name', 'a dot through a to-many relation'),
  unknown('.title', '.title', 'a dot before'),
  unknown('title.', 'title.', 'a dot after'),
  unknown('public.post.title', 'public.post.title', 'with its schema'),
  unknown('*', '*', 'every column'),
  unknown('post.*', 'post.*', 'every column of the alias'),
  unknown('id,title', 'id,title', 'two columns'),
  unknown('@title', '@title', 'a variable'),
  unknown(':title', ':title', 'a parameter'),
  unknown(':tenant', ':tenant', "the handler's own parameter"),
  unknown('meta.rank', 'meta.rank', 'a path into JSON'),
  refused('filters[%24title]=1', 'unknown_operator /filters/$title', 'a name that looks like an operator'),
  refused('filters[post][title]=x', 'unknown_field /filters/post', 'the alias as a relation'),
  refused('filters[Post][title]=x', 'unknown_field /filters/Post', "the entity's name as a relation"),
  refused('filters[author][author][name]=x', 'unknown_field /filters/author/author', 'the relation twice'),
  refused('filters[author][country.code]=NO', 'unknown_field /filters/author/country.code', 'a dot below a relation'),
  refused('filters[title][passwordHash]=x', 'unknown_operator /filters/title/passwordHash', 'a field below a field'),
  refused(
    'filters[author][name][passwordHash]=x',
    'unknown_operator /filters/author/name/passwordHash',
    'below a related field',
  ),
]);

export const identifierInjection = hostileClass('identifier-injection', [
  unknown("id'", "id'", 'a quote'),
  unknown('id"', 'id"', 'a double quote'),
  unknown('id`', 'id`', 'a backtick'),
  unknown('id)%20OR%20(1=1', 'id) OR (1=1', 'closing a bracket of the SQL'),
  unknown('id%20IS%20NULL%20OR%20id', 'id IS NULL OR id', 'a whole condition'),
  unknown('id;DROP%20TABLE%20post', 'id;DROP TABLE post', 'a second statement'),
  unknown('id--', 'id--', 'a comment'),
  unknown('id/*', 'id/*', 'a comment that never ends'),
  unknown('id%23', 'id#', "MySQL's comment"),
  unknown('(SELECT%20passwordHash%20FROM%20author)', '(SELECT passwordHash FROM author)', 'a subquery'),
  unknown('pg_sleep(5)', 'pg_sleep(5)', 'a function'),
  unknown('1', '1', 'a number'),
  unknown('meta->>rank', 'meta->>rank', 'a JSON arrow'),
  unknown('meta::text', 'meta::text', 'a cast'),
  unknown('title%20COLLATE%20NOCASE', 'title COLLATE NOCASE', 'a collation'),
  unknown('rowid', 'rowid', "SQLite's own column"),
  unknown('ctid', 'ctid', "PostgreSQL's own column"),
  unknown('xmin', 'xmin', "PostgreSQL's own column"),
  unknown('%5Cx', '\\x', 'a backslash'),
  unknown('id%0A', 'id\n', 'a line break'),
  unknown('~id~/', '~id~/', "a pointer's own characters"),
  refused("filters[title][$eq'--]=x", "unknown_operator /filters/title/$eq'--", 'in an operator'),
  refused('filters[title][=]=x', 'unknown_operator /filters/title/=', 'an operator of SQL'),
  refused('filters[title][%20OR%201=1]=x', 'unknown_operator /filters/title/ OR 1=1', 'for an operator'),
  refused("filters[$or][0'--][title]=x", "unknown_field /filters/$or/0'--", 'for an index'),
  refused('pagination[page%20--]=1', 'invalid_pagination /pagination/page --', 'in a parameter of the slice'),
]);
