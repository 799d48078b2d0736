import type { SelectQueryBuilder } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { Author, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

type Builder = SelectQueryBuilder<Post>;

/**
 * Adds a table to FROM. TypeORM types the result of `addFrom()` by the added entity, although the builder is the same.
 */
function besideTags(builder: Builder): Builder {
  builder.addFrom(Tag, 'tag');
  return builder;
}

/** Posts 1 to 6; the authors are Kai, Ada and Bo, and post 6 has none. */
describe.each(engines)('a builder with several tables in FROM, on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    const { manager } = database.source;
    const names = ['Kai', 'Ada', 'Bo'];
    await manager.insert(
      Author,
      names.map((name, index) => ({ id: index + 1, name, email: 'a@example.org', passwordHash: '' })),
    );
    await manager.insert(Tag, [
      { id: 1, name: 'red' },
      { id: 2, name: 'blue' },
    ]);
    const authors = [1, 2, 3, 1, 2, null];
    const titles = ['f', 'e', 'd', 'c', 'b', 'a'];
    await manager.insert(
      Post,
      authors.map((authorId, index) => ({ id: index + 1, title: titles[index] ?? '', authorId, tenantId: 1 })),
    );
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const posts = (): Builder => database.source.createQueryBuilder(Post, 'post');
  const apply = async (builder: Builder, query: string) => {
    const rows = await filters.apply(builder, filters.parse(Post, query)).getMany();
    return rows.map(({ id }) => id);
  };
  const page = async (builder: Builder, query: string) => {
    const { data, meta } = await filters.page(builder, filters.parse(Post, query));
    return [data.map(({ id }) => id), (meta.pagination as { total?: number }).total];
  };
  const sorted = 'sort=author.name:desc:nullsLast,id';

  describe.each<[string, (builder: Builder) => Builder]>([
    ['another entity', (builder: Builder) => besideTags(builder).where('tag.id = 1')],
    [
      'another entity, and joins',
      (builder: Builder) =>
        besideTags(builder).where('tag.id = 1').leftJoinAndSelect('post.updatedBy', 'editor').andWhere('1 = 1'),
    ],
    ['another entity twice for each row', (builder: Builder) => besideTags(builder).where('tag.id < 3')],
  ])('beside %s', (_, prepare) => {
    // The host's own join stands after the comma, too; the library must move the entity next to it.
    it('is sorted through a relation', async () => {
      expect([...new Set(await apply(prepare(posts()), sorted))]).toEqual([1, 4, 3, 2, 5, 6]);
    });

    it('is filtered and paged', async () => {
      expect(await page(prepare(posts()), `${sorted}&filters[id][$lt]=6&pagination[pageSize]=3`)).toEqual([
        [1, 4, 3],
        5,
      ]);
      expect(await page(prepare(posts()), `${sorted}&pagination[pageSize]=3&pagination[page]=2`)).toEqual([
        [2, 5, 6],
        6,
      ]);
    });
  });

  // Only PostgreSQL knows DISTINCT ON; TypeORM leaves it out elsewhere.
  const distinct = engine === 'postgres';

  it.each<[string, string, readonly number[], readonly number[]]>([
    ['by nothing', '', [1, 2, 3, 6], [1, 2, 3, 4, 5, 6]],
    ['by another column', 'sort=title', [4, 5, 3, 6], [6, 5, 4, 3, 2, 1]],
    ['by another column down', 'sort=title:desc,id', [1, 2, 3, 6], [1, 2, 3, 4, 5, 6]],
    ['through a relation', 'sort=author.name:nullsLast,id:desc', [4, 5, 3, 6], [5, 2, 3, 4, 1, 6]],
  ])('each author once, %s', async (_, sort, once, all) => {
    const builder = () => posts().distinctOn(['post.authorId']).where('post.id > 0');
    const expected = distinct ? once : all;
    const found = await apply(builder(), `${sort}&pagination[pageSize]=10`);
    // The default place of NULL differs between engines.
    const withAuthor = (ids: readonly unknown[]) => ids.filter((id) => id !== 6);
    expect(withAuthor(found)).toEqual(withAuthor(expected));
    expect(found).toHaveLength(expected.length);
    const [ids, total] = await page(builder(), `${sort}&pagination[pageSize]=10`);
    expect(withAuthor(ids as readonly number[])).toEqual(withAuthor(expected));
    expect(total).toBe(expected.length);
  });

  it("each author once, in the builder's own order", async () => {
    const builder = () => posts().distinctOn(['post.authorId']).orderBy('post.authorId', 'DESC').where('post.id < 6');
    const expected = distinct ? [3, 5, 4] : [3, 5, 2, 4, 1];
    expect(await apply(builder(), 'sort=title')).toEqual(expected);
    expect(await page(builder(), 'sort=title&pagination[pageSize]=10')).toEqual([expected, expected.length]);
  });
});
