/** A blog. The classes are shared; each copy of TypeORM (the library's, the peers') maps them by schemas of its own. */
export class Country {}
export class Author {}
export class Post {}
export class Comment {}
export class Tag {}
/** What is on one of three lists, wide enough that an index alone does not answer. */
export class Entry {}

const dateTimes = { postgres: 'timestamptz', sqlite: 'datetime', mariadb: 'datetime' };
const key = { type: 'int', primary: true };
const text = { type: 'varchar', length: '120' };
const toOne = (target, column) => ({
  type: 'many-to-one',
  target: () => target,
  joinColumn: { name: column },
  nullable: false,
});

/** The schemas for one engine, made by one copy of TypeORM. Column names are plain, so that raw SQL needs no quotes. */
export function entitySchemas({ EntitySchema }, engine) {
  const country = {
    name: 'Country',
    target: Country,
    tableName: 'country',
    columns: { id: key, code: { ...text, unique: true }, name: text },
  };
  const author = {
    name: 'Author',
    target: Author,
    tableName: 'author',
    columns: { id: key, name: text },
    relations: { country: toOne(Country, 'country_id') },
    indices: [
      { name: 'author_name', columns: ['name'] },
      { name: 'author_country', columns: ['country'] },
    ],
  };
  const post = {
    name: 'Post',
    target: Post,
    tableName: 'post',
    columns: {
      id: key,
      title: text,
      status: text,
      views: { type: 'int' },
      publishedAt: { type: dateTimes[engine], name: 'published_at' },
      authorId: { type: 'int', name: 'author_id' },
    },
    relations: {
      author: toOne(Author, 'author_id'),
      comments: { type: 'one-to-many', target: () => Comment, inverseSide: 'post' },
      tags: {
        type: 'many-to-many',
        target: () => Tag,
        joinTable: { name: 'post_tag', joinColumn: { name: 'post_id' }, inverseJoinColumn: { name: 'tag_id' } },
      },
    },
    indices: [
      { name: 'post_newest', columns: ['publishedAt', 'id'] },
      { name: 'post_views', columns: ['views'] },
      { name: 'post_author', columns: ['authorId'] },
    ],
  };
  const comment = {
    name: 'Comment',
    target: Comment,
    tableName: 'comment',
    columns: { id: key, body: text, approved: { type: 'boolean' }, score: { type: 'int' } },
    relations: { post: { ...toOne(Post, 'post_id'), inverseSide: 'comments' } },
    indices: [
      { name: 'comment_post', columns: ['post'] },
      { name: 'comment_score', columns: ['score', 'approved'] },
    ],
  };
  const tag = {
    name: 'Tag',
    target: Tag,
    tableName: 'tag',
    columns: { id: key, name: { ...text, unique: true } },
  };
  const entry = {
    name: 'Entry',
    target: Entry,
    tableName: 'entry',
    columns: { id: key, list: { type: 'int' }, score: { type: 'int' }, note: text },
    indices: [{ name: 'entry_list_score', columns: ['list', 'score'] }],
  };
  return [country, author, post, comment, tag, entry].map((options) => new EntitySchema(options));
}
