import type { SelectQueryBuilder } from 'typeorm';
import { Author, Comment, Post } from '../../support/blog/entities.js';
import { inNumericOrder } from './about-posts.js';
import { conditions } from './callers/conditions.js';
import { orders } from './callers/orders.js';
import { comment, idsOf, posts } from './question.js';
import { onEveryEngine } from './fixture.js';

/** A builder that the handler has worked on before: its conditions, parameters, selections, joins and order stay. */

const five = comment('c.stars = 5');
const overrides = { relations: ['author', 'comments', 'tags', 'updatedBy'] } as const;

onEveryEngine((fixture) => {
  const apply = (builder: SelectQueryBuilder<Post>, query: string) =>
    fixture.filters.apply(builder, fixture.filters.parse(Post, query, overrides));

  describe('conditions', () => {
    it.each(conditions)('$name', async ({ builder, query, sql }) => {
      const inOrder = sql.includes('ORDER BY');
      const sorted = (ids: readonly number[]) => (inOrder ? ids : inNumericOrder(ids));
      const expected = sorted(await fixture.byHand(sql));
      const applied = apply(builder(fixture), query);

      expect(sorted(await idsOf(applied))).toEqual(expected);
      expect(expected).not.toEqual([]);
      expect(await applied.getCount()).toBe(expected.length);
      expect(await apply(builder(fixture), query).getManyAndCount()).toMatchObject({ 1: expected.length });
      expect(await fixture.filters.count(builder(fixture), fixture.filters.parse(Post, query, overrides))).toBe(
        expected.length,
      );
    });
  });

  describe('order and slice', () => {
    it.each(orders)('$name', async ({ builder, query, sql }) => {
      const expected = await fixture.byHand(sql);

      const [rows, total] = await apply(builder(fixture), query).getManyAndCount();

      expect(rows.map(({ id }) => id)).toEqual(expected);
      expect(expected).not.toEqual([]);
      expect(total).toBe(await apply(builder(fixture), query).getCount());
    });
  });

  it('gives the handler no more of a row than it has selected', async () => {
    const builder = fixture.posts().select(['post.id', 'post.title']).where('post.id = 4');
    const [row] = await apply(builder, 'sort=rating,author.name,comments.$count').getMany();
    expect(row).toEqual(Object.assign(new Post(), { id: 4, title: 'Summer' }));
  });

  it('loads no relation that it only sorts by', async () => {
    const [row] = await apply(fixture.posts().where('post.id = 4'), 'sort=author.name&pagination[page]=1').getMany();
    expect(row?.author).toBeUndefined();
    expect(row?.comments).toBeUndefined();
  });

  it('applies twice: both conditions hold, and the orders follow each other', async () => {
    const once = apply(fixture.posts(), 'filters[comments][stars]=5&sort=author.name:nullsFirst');
    const twice = apply(once, 'filters[comments][approved]=false&filters[author][id][$lt]=7&sort=author.id,views,id');
    expect(await idsOf(twice)).toEqual(
      await fixture.byHand(
        posts(
          `${five} AND ${comment('c.approved = FALSE')} AND p.[authorId] < 7`,
          `ORDER BY (SELECT a.name FROM [author] a WHERE a.id = p.[authorId]), p.[authorId], p.views, p.id`,
        ),
      ),
    );
    expect(await twice.getCount()).toBe(4);
  });

  it('applies to a clone, and leaves the original as it was', async () => {
    const original = fixture.posts().where('post.views > 100');
    const before = original.getQueryAndParameters();
    const narrowed = await apply(original.clone(), 'filters[author][name]=Ulf').getCount();
    expect(original.getQueryAndParameters()).toEqual(before);
    expect(narrowed).toBeLessThan(await original.getCount());
  });

  it('can be a subquery of a builder that it is applied to itself', async () => {
    const inner = apply(fixture.posts().select('post.id'), 'filters[comments][stars]=5');
    const outer = fixture.database.source
      .getRepository(Post)
      .createQueryBuilder('outer')
      .where(`outer.id IN (${inner.getQuery()})`)
      .setParameters(inner.getParameters());
    expect(await idsOf(apply(outer, 'filters[comments][stars]=2&sort=id'))).toEqual(
      await fixture.byHand(posts(`${five} AND ${comment('c.stars = 2')}`, 'ORDER BY p.id')),
    );
  });

  it('applies within a transaction', async () => {
    await fixture.database.source.transaction(async (manager) => {
      await manager.update(Post, { id: 40 }, { title: 'Snow' });
      const builder = manager.createQueryBuilder(Post, 'post');
      const ids = await idsOf(apply(builder, 'filters[title]=Snow&sort=id'));
      await manager.update(Post, { id: 40 }, { title: 'Dawn' });
      expect(ids).toEqual([28, 29, 30, 40]);
    });
  });

  it('applies to a builder of the data source', async () => {
    const builder = fixture.database.source.createQueryBuilder().select('p').from(Post, 'p');
    expect(await idsOf(apply(builder, 'filters[author]=5&sort=id'))).toEqual([8, 9, 21, 29]);
  });

  it.each([undefined, 5])('filters what the handler groups, limit %p', async (limit) => {
    const builder = fixture
      .posts()
      .select('post.tenantId', 'tenant')
      .addSelect('COUNT(*)', 'many')
      .groupBy('post.tenantId')
      .orderBy('post.tenantId')
      .limit(limit);
    const rows = await apply(builder, 'filters[author]=5').getRawMany<Record<string, unknown>>();
    expect(rows.map((row) => Object.entries(row).map(([key, value]) => [key, Number(value)]))).toEqual([
      [
        ['tenant', 1],
        ['many', 4],
      ],
    ]);
  });

  it.each(['getRawMany', 'getOne', 'getExists'] as const)('%s reads the same rows', async (method) => {
    const builder = apply(fixture.posts(), 'filters[author]=5&sort=id:desc');
    const read: unknown = await builder[method]();
    const expected = { getRawMany: { length: 4 }, getOne: { id: 29 }, getExists: true }[method];
    if (expected === true) expect(read).toBe(true);
    else expect(read).toMatchObject(expected);
  });

  describe('a builder of another entity', () => {
    it.each([
      ['Author', Author],
      ['Comment', Comment],
    ])('%s is refused, and left as it was', (_, entity) => {
      const builder = fixture.database.source
        .getRepository<Author | Comment>(entity)
        .createQueryBuilder('other')
        .where('other.id > :id', { id: 2 });
      const before = builder.getQueryAndParameters();
      const query = fixture.filters.parse(Post, 'filters[title]=Snow&sort=author.name&pagination[page]=2');

      const applying = () => fixture.filters.apply(builder as unknown as SelectQueryBuilder<Post>, query);

      expect(applying).toThrow(expect.objectContaining({ name: 'FilterConfigurationError' }));
      expect(applying).toThrow(`The query is about Post, but the builder selects ${entity.name}`);
      expect(builder.getQueryAndParameters()).toEqual(before);
      expect(builder.expressionMap.take).toBeUndefined();
      expect(builder.expressionMap.joinAttributes).toEqual([]);
    });
  });
});
