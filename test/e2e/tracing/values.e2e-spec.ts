import { type FilterQueryOverrides, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { type Told, endedIn, operationIn, sequence, toldDuring } from './told.js';

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['posts'] })
class Author {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Post, (post) => post.author) posts!: Relation<Post>[];
}

@Entity('posts')
@Filterable({
  fields: ['id', 'title', 'views', 'createdAt'],
  relations: ['author', 'comments'],
  scope: () => ({ $or: [{ tenantId: 970207 }, { secretNote: 'kanarienvogel' }, { id: { $gte: 1 } }] }),
})
class Post {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() views!: number;
  @Column({ type: Date }) createdAt!: Date;
  @Column() secretNote!: string;
  @Column() tenantId!: number;
  @ManyToOne(() => Author, (author) => author.posts, { nullable: true }) author!: Relation<Author> | null;
  @OneToMany(() => Comment, (comment) => comment.post) comments!: Relation<Comment>[];
}

@Entity('comments')
@Filterable({ fields: ['id', 'body', 'stars'] })
class Comment {
  @PrimaryColumn() id!: number;
  @Column() body!: string;
  @Column() stars!: number;
  @ManyToOne(() => Post, (post) => post.comments) post!: Relation<Post>;
}

/** Values that no event may have: each is a word, a number or a day that stands nowhere else. */
const canaries = ['kanarienvogel', '970207', '2097-02-07'];

const list: FilterQueryOverrides<Post> = {
  search: ['title'],
  facets: ['title', 'author.name'],
  populate: ['author', 'comments'],
};

const understood = [
  'filters[title]=kanarienvogel',
  'filters[title][$contains]=kanarienvogel&filters[views][$gt]=970207',
  'filters[$or][0][title]=kanarienvogel&filters[$or][1][views][$in]=970207&filters[$or][1][views][$in]=1',
  'filters[createdAt][$between]=2097-02-07&filters[createdAt][$between]=2097-02-07',
  'filters[author][name][$startsWith]=kanarienvogel&filters[comments][$count][$lt]=970207',
  'filters[comments][$none][body]=kanarienvogel',
  'filters[comments][$count][$where][body][$not][$eq]=kanarienvogel&filters[comments][$count][$gte]=0',
  'search=kanarienvogel',
  'facets[title][search]=kanarienvogel&facets[author.name][limit]=7',
  'populate[comments][filters][body]=kanarienvogel&populate[comments][filters][stars][$gt]=970207',
];

const refused: readonly (readonly [request: string, ...codes: string[]])[] = [
  ['filters[kanarienvogel]=1', 'unknown_field'],
  ['filters[title][$kanarienvogel]=1', 'unknown_operator'],
  ['filters[views]=kanarienvogel', 'invalid_value'],
  ['filters[createdAt]=2097-02-07kanarienvogel&sort=kanarienvogel', 'invalid_value', 'not_sortable'],
  ['sort=kanarienvogel', 'not_sortable'],
  ['pagination[page]=kanarienvogel', 'invalid_pagination'],
  ['pagination[pageSize]=970207', 'limit_exceeded'],
  ['filters[title]=%kanarienvogel', 'malformed_encoding'],
  ['search=kanarienvogel&search=970207', 'duplicate_key'],
];

const database: WorldOptions = {
  entities: [Author, Post, Comment],
  seed: async (source) => {
    await source.getRepository(Author).insert({ id: 1, name: 'Ada' });
    const createdAt = new Date('2024-01-01T00:00:00Z');
    const common = { views: 1, createdAt, secretNote: 'kanarienvogel', tenantId: 970207, author: { id: 1 } };
    await source.getRepository(Post).insert([1, 2, 3].map((id) => ({ id, title: `kanarienvogel ${id}`, ...common })));
    const remarks = [1, 2, 3].map((id) => ({ id, body: 'kanarienvogel', stars: 970207, post: { id } }));
    await source.getRepository(Comment).insert(remarks);
  },
};

onEngines('no value is told', database, (world) => {
  beforeAll(() => world.filters.ready());

  function expectNone(told: readonly Told[]): void {
    const text = told.map((each) => each.text).join();
    expect(told.length).toBeGreaterThan(1);
    for (const canary of canaries) expect(text).not.toContain(canary);
    // Nor in what the operations have in the end.
    for (const canary of canaries) expect(JSON.stringify(told)).not.toContain(canary);
  }

  it.each(understood)('of %s', async (request) => {
    // The second time, the statements are kept.
    for (const time of [1, 2]) {
      const told = await toldDuring(async () => {
        const query = world.filters.and(world.filters.parse(Post, request, list), { secretNote: 'kanarienvogel' });
        const builder = world.repository(Post).createQueryBuilder('post');
        builder.where('post.secretNote = :own', { own: 'kanarienvogel' });
        await world.filters.page(builder, query);
        await world.filters.count(builder, query);
        await world.filters.facets(builder, query);
        if (query.has('facets')) return;
        for await (const row of world.filters.each(builder, query)) expect(row).toBeDefined();
      });
      expectNone(told);
      expect([time, operationIn(told, 'parse').error]).toEqual([time, undefined]);
      const page = operationIn(told, 'page');
      expect(page.error).toBeUndefined();
      expect(page.statements.every(({ text }) => text !== undefined)).toBe(true);
      expect(page.scopes).toEqual({
        Post: {
          $or: [{ id: { $gte: '?' } }, { secretNote: { $eq: '?' } }, { tenantId: { $eq: '?' } }],
        },
      });
      expect(page.added).toEqual([{ secretNote: { $eq: '?' } }]);
    }
  });

  it.each(refused)('of the refused %s', async (request, ...codes) => {
    const told = await toldDuring(() => {
      expect(() => world.filters.parse(Post, request, list)).toThrow();
    });
    expectNone(told);
    expect(sequence(told)).toBe('start parse, error parse, end parse');
    const parse = operationIn(told, 'parse');
    expect(parse).toMatchObject({ entity: 'Post', issues: codes, error: { name: 'FilterException' }, statements: [] });
    expect(parse.request).toBeUndefined();
  });

  it('of cursors, whole and damaged', async () => {
    const repository = world.repository(Post);
    const read = (request: string) => world.filters.page(repository, world.filters.parse(Post, request, list));
    const first = await read('sort=title&pagination[after]=&pagination[pageSize]=1');
    const { next } = first.meta.pagination as { next: string };
    const whole = await toldDuring(() => read(`sort=title&pagination[after]=${next}&pagination[pageSize]=1`));
    expect(JSON.stringify(whole)).not.toContain(next);
    expect(operationIn(whole, 'page').request).toEqual({
      sort: ['title:asc'],
      pagination: { after: '?', pageSize: '?' },
    });
    const damaged = await toldDuring(() =>
      read('sort=title&pagination[after]=kanarienvogel').then(
        () => expect('this').toBe('not reached'),
        () => undefined,
      ),
    );
    expectNone(damaged);
    expect(operationIn(damaged, 'page')).toMatchObject({ issues: ['invalid_cursor'], statements: [] });
    expect(sequence(damaged)).toContain('error page, asyncStart page, asyncEnd page');
  });

  it('of an export that is refused before it begins, or that its application throws into', async () => {
    const repository = world.repository(Post);
    const paged = world.filters.parse(Post, 'pagination[page]=2', list);
    const told = await toldDuring(() => {
      expect(() => world.filters.each(repository, paged)).toThrow();
    });
    expect(sequence(told)).toBe('start export, error export, end export');
    expect(operationIn(told, 'export').issues).toHaveLength(1);
    const query = world.filters.parse(Post, 'sort=id');
    const thrown = await toldDuring(async () => {
      const rows = world.filters.each(repository, query, { chunk: 2 });
      await rows.next();
      await expect(rows.throw(new Error('kanarienvogel'))).rejects.toThrow('kanarienvogel');
    });
    expectNone(thrown);
    expect(sequence(thrown)).toBe('start export, end export, error export, asyncStart export, asyncEnd export');
  });

  it('of an export, which ends where its application stops', async () => {
    const query = world.filters.parse(Post, 'sort=id');
    const repository = world.repository(Post);
    const told = await toldDuring(async () => {
      const rows = world.filters.each(repository, query, { chunk: 2 });
      await new Promise(setImmediate);
      for await (const row of rows) if (row.id > 1) break;
    });
    expect(sequence(told)).toBe('start export, end export, asyncStart export, asyncEnd export');
    expect(operationIn(told, 'export')).toMatchObject({ rows: 2, reading: { way: 'usual' } });
    const unread = await toldDuring(async () => {
      const rows = world.filters.each(repository, query);
      await rows.return();
    });
    expect(unread).toEqual([]);
    const abandoned = await toldDuring(async () => {
      await world.filters.each(repository, query, { chunk: 2 }).next();
    });
    expect(sequence(abandoned)).toBe('start export, end export');
    expect(endedIn(abandoned)).toEqual([]);
  });
});
