import { Brackets, NotBrackets, type SelectQueryBuilder } from 'typeorm';
import { Author, Comment, Post } from '../../support/blog/entities.js';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { rowsOf } from '../../support/table.js';
import { blogAndCompany, idsByHand } from './tables.js';

/** What a handler has done with a builder before: its conditions, parameters, selections, joins and order stay. */
const builders: Readonly<Record<string, (posts: SelectQueryBuilder<Post>) => SelectQueryBuilder<Post>>> = {
  'where with OR in its text': (posts) => posts.where(`root.title = 'Snow' OR root.views > :views`, { views: 100 }),
  'where and orWhere': (posts) => posts.where({ title: 'Snow' }).orWhere('root.views > :views', { views: 100 }),
  'where, andWhere and orWhere': (posts) =>
    posts.where('root.views > 5').andWhere('root.views < 50').orWhere('root.views = 300'),
  'orWhere alone': (posts) => posts.orWhere('root.views = 42').orWhere('root.views = 250'),
  'Brackets and NotBrackets': (posts) =>
    posts
      .where(new Brackets((inner) => inner.where('root.views = 42').orWhere('root.views = 7')))
      .andWhere(new NotBrackets((inner) => inner.where('root.tenantId = :tenant', { tenant: 2 }))),
  'parameters, aliases and selections that look like ours': (posts) =>
    posts.connection
      .getRepository(Post)
      .createQueryBuilder('nf_1')
      .leftJoin('nf_1.author', 'nf_2')
      .addSelect('nf_1.views + 1', 'nf_3')
      .where('nf_1.views > :nf_p1 AND nf_2.id < :nf_p2', { nf_p1: 9, nf_p2: 6 }),
  'a list parameter': (posts) => posts.where('root.views IN (:...views)', { views: [42, 250] }),
  'an inner join of the filtered relation, with a condition on it': (posts) =>
    posts.innerJoin('root.author', 'author', 'author.id > :id', { id: 2 }),
  'an inner join of to-many, which multiplies rows': (posts) =>
    posts.innerJoin('root.comments', 'comment').where('comment.stars >= 4'),
  'conditions of find options': (posts) => posts.setFindOptions({ where: [{ tenantId: 2 }, { title: 'Snow' }] }),
  'an entity joined without a relation': (posts) =>
    posts.innerJoin(Author, 'person', 'person.id = root.authorId').andWhere(`person.name = 'Ulf'`),
  'deleted rows, which the handler asks for': (posts) => posts.withDeleted(),
  distinct: (posts) => posts.distinct(true),
  'our order follows the handler’s': (posts) => posts.orderBy('root.tenantId', 'DESC'),
  'and with joins and a slice': (posts) =>
    posts
      .leftJoinAndSelect('root.author', 'author')
      .leftJoinAndSelect('root.comments', 'comment')
      .orderBy('root.tenantId', 'DESC'),
  'the handler’s order by a relation it joins': (posts) =>
    posts.leftJoinAndSelect('root.updatedBy', 'editor').orderBy('editor.id', 'DESC'),
  'a key by which the handler orders already': (posts) =>
    posts.orderBy('root.views', 'DESC').addOrderBy('root.id', 'DESC'),
  'few columns, a column that is not among them, a relation and a slice': (posts) =>
    posts.leftJoin('root.comments', 'comment').select(['root.id', 'root.title', 'comment.id', 'comment.stars']),
  'few columns, not even the key': (posts) =>
    posts.select(['root.title', 'root.id']).leftJoinAndSelect('root.tags', 'tag').take(5).skip(5),
  'the client’s slice in place of the handler’s take': (posts) => posts.take(2).skip(1),
  'the client’s slice in place of the handler’s limit': (posts) => posts.limit(2).offset(1),
  'the client’s slice in place of the handler’s limit, with a join': (posts) =>
    posts.leftJoinAndSelect('root.comments', 'comment').limit(2),
};

/** Requests that are applied to a builder, and the SQL by hand of what both come to. */
const casesIn = (text: string) => rowsOf(text, 'name', 'request', 'sql');

/** The handler's own conditions hold beside the client's, whatever they are joined by, and keep their parameters. */
const conditions = casesIn(`
  where with OR in its text | filters[comments][stars]=5 | (p.title = 'Snow' OR p.views > 100) AND comment((c.stars = 5))
  where and orWhere | filters[comments][stars]=5 | (p.title = 'Snow' OR p.views > 100) AND comment((c.stars = 5))
  where, andWhere and orWhere | filters[$or][0][tags]=1&filters[$or][1][tags]=2 | ((p.views > 5 AND p.views < 50) OR p.views = 300) AND tag((t.id IN (1, 2)))
  orWhere alone | filters[status]=published | p.views IN (42, 250) AND p.status = 'published'
  Brackets and NotBrackets | filters[$or][0][status]=published&filters[$or][1][title]=Garden | p.views IN (42, 7) AND p.[tenantId] <> 2 AND (p.status = 'published' OR p.title = 'Garden')
  parameters, aliases and selections that look like ours | filters[comments][stars]=5&filters[comments][approved]=true&sort=author.name:desc:nullsLast,views:nullsFirst,id | p.views > 9 AND p.[authorId] < 6 AND comment((c.stars = 5 AND c.approved = TRUE)) ORDER BY $author.name DESC, p.views, p.id
  a list parameter | filters[views][$in][0]=42&filters[views][$in][1]=300 | p.views = 42
  an inner join of the filtered relation, with a condition on it | filters[author][country]=NO&filters[$not][author]=9 | p.[authorId] = 5
  an inner join of to-many, which multiplies rows | filters[comments][approved]=false&sort=author.name:nullsFirst,id | comment((c.stars >= 4)) AND comment((c.approved = FALSE)) ORDER BY CASE WHEN p.[authorId] IS NULL THEN 0 ELSE 1 END, $author.name, p.id
  conditions of find options | filters[status]=published | (p.[tenantId] = 2 OR p.title = 'Snow') AND p.status = 'published'
  an entity joined without a relation | filters[comments][$exists]=true&sort=author.id,id | p.[authorId] = 5 AND comment((1 = 1)) ORDER BY p.id
  deleted rows, which the handler asks for | filters[comments][$count][$gte]=2&sort=id | SELECT p.id FROM [post] p WHERE 2 <= (SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id) ORDER BY p.id
  distinct | sort=author.name,views:nullsLast,id | ORDER BY $author.name, CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views, p.id
`);

/** The handler's own order comes first; what it selects and joins is not in the way of ours. */
const orders = casesIn(`
  our order follows the handler’s | sort=author.name,id | ORDER BY p.[tenantId] DESC, $author.name, p.id
  and with joins and a slice | sort=author.name,views:desc:nullsLast&pagination[page]=2&pagination[pageSize]=7 | ORDER BY p.[tenantId] DESC, $author.name, CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views DESC, p.id DESC LIMIT 7 OFFSET 7
  the handler’s order by a relation it joins | filters[updatedBy][$exists]=true&sort=author.name:nullsFirst,id&pagination[start]=2&pagination[limit]=9 | p.[updatedById] IS NOT NULL ORDER BY p.[updatedById] DESC, CASE WHEN p.[authorId] IS NULL THEN 0 ELSE 1 END, $author.name, p.id LIMIT 9 OFFSET 2
  a key by which the handler orders already | filters[views][$null]=false&sort=views:asc,id:asc | p.views IS NOT NULL ORDER BY p.views DESC, p.id DESC
  few columns, a column that is not among them, a relation and a slice | filters[comments][approved]=true&sort=rating:desc:nullsLast,views&pagination[start]=3&pagination[limit]=6 | comment((c.approved = TRUE)) ORDER BY CASE WHEN p.rating IS NULL THEN 1 ELSE 0 END, p.rating DESC, p.views, p.id LIMIT 6 OFFSET 3
  few columns, not even the key | sort=author.name,updatedBy.name,visits | ORDER BY $author.name, $editor.name, p.visits, p.id LIMIT 5 OFFSET 5
  the client’s slice in place of the handler’s take | pagination[page]=2&pagination[pageSize]=5 | ORDER BY p.id LIMIT 5 OFFSET 5
  the client’s slice in place of the handler’s limit | pagination[page]=2&pagination[pageSize]=5 | ORDER BY p.id LIMIT 5 OFFSET 5
  the client’s slice in place of the handler’s limit, with a join | pagination[page]=1&pagination[pageSize]=4 | ORDER BY p.id LIMIT 4
`);

const overrides = { relations: ['author', 'comments', 'tags', 'updatedBy'] } as const;

const idsIn = async (builder: SelectQueryBuilder<Post>) => idsOf(await builder.getMany());

onEngines('a builder of the handler', blogAndCompany, (world) => {
  const parse = (query: string) => world.filters.parse(Post, query, overrides);
  const apply = (builder: SelectQueryBuilder<Post>, query: string) => world.filters.apply(builder, parse(query));

  const builderOf = (name: string) => {
    const made = builders[name]?.(world.builder(Post));
    if (made === undefined) throw new Error(`no builder: ${name}`);
    return made;
  };

  it.each(conditions)('with conditions: %s', async (name, request, sql) => {
    const builder = () => builderOf(name);
    const sorted = (ids: readonly number[]) => (sql.includes('ORDER BY') ? ids : ascending(ids));
    const expected = sorted(await idsByHand(world, sql));
    const applied = apply(builder(), request);

    expect(sorted(await idsIn(applied))).toEqual(expected);
    expect(expected).not.toEqual([]);
    expect(await applied.getCount()).toBe(expected.length);
    expect(await apply(builder(), request).getManyAndCount()).toMatchObject({ 1: expected.length });
    expect(await world.filters.count(builder(), parse(request))).toBe(expected.length);
  });

  it.each(orders)('with an order and a slice: %s', async (name, request, sql) => {
    const builder = () => builderOf(name);
    const expected = await idsByHand(world, sql);
    const [rows, total] = await apply(builder(), request).getManyAndCount();
    expect(idsOf(rows)).toEqual(expected);
    expect(expected).not.toEqual([]);
    expect(total).toBe(await apply(builder(), request).getCount());
  });

  it('gives the handler no more of a row than it has selected', async () => {
    const builder = world.builder(Post).select(['root.id', 'root.title']).where('root.id = 4');
    const [row] = await apply(builder, 'sort=rating,author.name,comments.$count').getMany();
    expect(row).toEqual(Object.assign(new Post(), { id: 4, title: 'Summer' }));
  });

  it('loads no relation that it only sorts by', async () => {
    const [row] = await apply(
      world.builder(Post).where('root.id = 4'),
      'sort=author.name&pagination[page]=1',
    ).getMany();
    expect(row?.author).toBeUndefined();
    expect(row?.comments).toBeUndefined();
  });

  it('applies twice: both conditions hold, and the orders follow each other', async () => {
    const once = apply(world.builder(Post), 'filters[comments][stars]=5&sort=author.name:nullsFirst');
    const twice = apply(once, 'filters[comments][approved]=false&filters[author][id][$lt]=7&sort=author.id,views,id');
    expect(await idsIn(twice)).toEqual(
      await idsByHand(
        world,
        'comment((c.stars = 5)) AND comment((c.approved = FALSE)) AND p.[authorId] < 7 ORDER BY $author.name, p.[authorId], p.views, p.id',
      ),
    );
    expect(await twice.getCount()).toBe(4);
  });

  it('applies to a clone, and leaves the original as it was', async () => {
    const original = world.builder(Post).where('root.views > 100');
    const before = original.getQueryAndParameters();
    const narrowed = await apply(original.clone(), 'filters[author][name]=Ulf').getCount();
    expect(original.getQueryAndParameters()).toEqual(before);
    expect(narrowed).toBeLessThan(await original.getCount());
  });

  it('can be a subquery of a builder that it is applied to itself', async () => {
    const inner = apply(world.builder(Post).select('root.id'), 'filters[comments][stars]=5');
    const outer = world.source
      .getRepository(Post)
      .createQueryBuilder('outer')
      .where(`outer.id IN (${inner.getQuery()})`)
      .setParameters(inner.getParameters());
    expect(await idsIn(apply(outer, 'filters[comments][stars]=2&sort=id'))).toEqual(
      await idsByHand(world, 'comment((c.stars = 5)) AND comment((c.stars = 2)) ORDER BY p.id'),
    );
  });

  it('applies within a transaction', async () => {
    await world.source.transaction(async (manager) => {
      await manager.update(Post, { id: 40 }, { title: 'Snow' });
      const builder = manager.createQueryBuilder(Post, 'post');
      const ids = await idsIn(apply(builder, 'filters[title]=Snow&sort=id'));
      await manager.update(Post, { id: 40 }, { title: 'Dawn' });
      expect(ids).toEqual([28, 29, 30, 40]);
    });
  });

  it('applies to a builder of the data source', async () => {
    const builder = world.source.createQueryBuilder().select('p').from(Post, 'p');
    expect(await idsIn(apply(builder, 'filters[author]=5&sort=id'))).toEqual([8, 9, 21, 29]);
  });

  it.each([undefined, 5])('filters what the handler groups, limit %p', async (limit) => {
    const builder = world
      .builder(Post)
      .select('root.tenantId', 'tenant')
      .addSelect('COUNT(*)', 'many')
      .groupBy('root.tenantId')
      .orderBy('root.tenantId')
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
    const builder = apply(world.builder(Post), 'filters[author]=5&sort=id:desc');
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
      const builder = world.source
        .getRepository<Author | Comment>(entity)
        .createQueryBuilder('other')
        .where('other.id > :id', { id: 2 });
      const before = builder.getQueryAndParameters();
      const query = world.filters.parse(Post, 'filters[title]=Snow&sort=author.name&pagination[page]=2');

      const applying = () => world.filters.apply(builder as unknown as SelectQueryBuilder<Post>, query);

      expect(applying).toThrow(expect.objectContaining({ name: 'FilterConfigurationError' }));
      expect(applying).toThrow(`The query is for Post, but the builder selects ${entity.name}`);
      expect(builder.getQueryAndParameters()).toEqual(before);
      expect(builder.expressionMap.take).toBeUndefined();
      expect(builder.expressionMap.joinAttributes).toEqual([]);
    });
  });
});
