import { FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Author, Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

type Posts = SelectQueryBuilder<Post>;

/** Joins of one relation, or of one table, whose statements are alike, and whose rows become other properties. */
const joins: Readonly<Record<string, (posts: Posts) => Posts>> = {
  'a relation': (posts) => posts.leftJoinAndSelect('post.author', 'writer'),
  'one in a property': (posts) => posts.leftJoinAndMapOne('post.writer', 'post.author', 'writer'),
  'one in another property': (posts) => posts.leftJoinAndMapOne('post.by', 'post.author', 'writer'),
  'a list in a property': (posts) => posts.leftJoinAndMapMany('post.writer', 'post.author', 'writer'),
  'a relation to many': (posts) => posts.leftJoinAndSelect('post.comments', 'writer'),
  'many in a property': (posts) => posts.leftJoinAndMapMany('post.said', 'post.comments', 'writer'),
  'one of many in a property': (posts) => posts.leftJoinAndMapOne('post.said', 'post.comments', 'writer'),
  'a table': (posts) => posts.leftJoinAndSelect(Author, 'writer', 'writer.id = post.authorId'),
  'a table in a property': (posts) =>
    posts.leftJoinAndMapOne('post.writer', Author, 'writer', 'writer.id = post.authorId'),
  'a table as a list': (posts) =>
    posts.leftJoinAndMapMany('post.writer', Author, 'writer', 'writer.id = post.authorId'),
  'another table as a list': (posts) =>
    posts.leftJoinAndMapMany('post.writer', Comment, 'writer', 'writer.postId = post.id'),
};

const names = Object.keys(joins);

/** Each join after each other one, so that none answers for its neighbour. */
const turns = [...names, ...names.toReversed(), ...names];

describe.each(engines)('joins that fill properties, in turns, on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await seedBlog(database.source);
  });
  afterAll(() => database.close());

  it.each(['sort=id', 'filters[id][$gte]=2&sort=id&pagination[pageSize]=3', 'sort=id&pagination[after]='])(
    'give the entities of the builder itself: %s',
    async (query) => {
      const filters = FilterService.forDataSource(database.source);
      const builderOf = (name: string) => {
        const posts = database.source.getRepository(Post).createQueryBuilder('post');
        return joins[name]?.(posts) ?? posts;
      };
      for (const name of turns) {
        const page = await filters.page(builderOf(name), filters.parse(Post, query));
        const own = await filters.page(builderOf(name).comment('sent by its builder'), filters.parse(Post, query));
        expect([name, page]).toStrictEqual([name, own]);
      }
    },
  );
});
