import { FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { rowsOf, scripted } from '../../support/scripted.js';

type Builder = SelectQueryBuilder<Post>;

const plain = (builder: Builder): Builder => builder;
const withAuthor = (builder: Builder): Builder => builder.leftJoinAndSelect('post.author', 'author');
const withAll = (builder: Builder): Builder =>
  withAuthor(builder).leftJoinAndSelect('post.comments', 'comment').leftJoinAndSelect('post.tags', 'tag');

const rows = Array.from({ length: 29 }, (_, index) => ({ id: index + 1, title: 'a' }));

/** Reads the first page of a list, and returns what its statements are: rows, keys of rows, or a count. */
async function statementsOf(request: string, prepare: (builder: Builder) => Builder) {
  const { source, sent } = await scripted('sqlite', blogEntities, (sql) => rowsOf(sql, rows));
  const filters = FilterService.forDataSource(source);
  await filters.page(prepare(source.createQueryBuilder(Post, 'post')), filters.parse(Post, request));
  return sent.map(({ sql }) => sql);
}

const kindOf = (sql: string) => (/^SELECT COUNT/.test(sql) ? 'total' : /AS "post_id"/.test(sql) ? 'rows' : 'keys');

const page = 'pagination[page]=1&pagination[pageSize]=10';

describe('the statements of a page', () => {
  it.each<readonly [string, request: string, prepare: (builder: Builder) => Builder, statements: string]>([
    ['a list', page, plain, 'rows, total'],
    ['one sorted through a relation', `${page}&sort=author.name`, plain, 'rows, total'],
    ['one sorted through many', `${page}&sort=comments.stars`, plain, 'rows, total'],
    ['a to-one relation loaded', page, withAuthor, 'rows, total'],
    ['related rows loaded', page, withAll, 'keys, rows, total'],
    ['related rows loaded, no total', `${page}&pagination[withCount]=false`, withAll, 'keys, rows'],
    ['a page after a cursor', 'pagination[after]=&sort=title', withAuthor, 'rows'],
    ['a page before a cursor', 'pagination[before]=&sort=title', plain, 'rows'],
    ['related rows loaded, by cursor', 'pagination[after]=&sort=title', withAll, 'keys, rows'],
  ])('of %s: %s', async (_, request, prepare, statements) => {
    expect((await statementsOf(request, prepare)).map(kindOf).join(', ')).toBe(statements);
  });

  it('counts without an order, and without joins that nothing refers to', async () => {
    const [keys, , count] = await statementsOf(`${page}&sort=author.name,title:desc`, withAll);
    expect(keys).toMatch(/ORDER BY/);
    expect(keys).not.toMatch(/comment|tag/);
    expect(count).not.toMatch(/JOIN|ORDER BY|comment|tag|author\./i);
  });
});
