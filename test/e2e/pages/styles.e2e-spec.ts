import { Column, DataSource, Entity, PrimaryColumn, ViewColumn, ViewEntity } from 'typeorm';
import { Filterable, FilterException, type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import { type TestDatabase, openDatabase } from '../../support/databases.js';

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'labels', kind: 'text' }] })
class Thing {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'simple-array' }) labels!: string[];
}

/** A list whose default order is by a column that no cursor can carry. */
@Entity({ orderBy: { labels: 'ASC' } })
@Filterable({ fields: ['id', 'name', { name: 'labels', kind: 'text' }] })
class Listed {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'simple-array' }) labels!: string[];
}

@ViewEntity({
  expression: (source: DataSource) =>
    source.createQueryBuilder().select('t.id', 'id').addSelect('t.name', 'name').from(Thing, 't'),
})
@Filterable({ fields: ['id', { name: 'name', kind: 'text' }] })
class Seen {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @ViewColumn() name!: string;
}

type Style = 'page' | 'offset' | 'cursor';

describe('styles of pages', () => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase('sqlite', { entities: [Thing, Listed, Seen] });
    filters = FilterService.forDataSource(database.source);
    const rows = [1, 2, 3].map((id) => ({ id, name: `n${id}`, labels: ['a', `b${id}`] }));
    await database.source.getRepository(Thing).insert(rows);
    await database.source.getRepository(Listed).insert(rows);
  });

  afterAll(() => database.close());

  const issuesOf = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (error instanceof FilterException) return error.issues;
      throw error;
    }
    return [];
  };
  const withStyles = (...styles: Style[]) => ({ pagination: { styles } });

  it.each<[Style[], string, string | undefined, string[]]>([
    [['page'], 'pagination[page]=2', undefined, []],
    [['page'], 'pagination[pageSize]=2', undefined, []],
    [['page'], 'pagination[after]=', '/pagination/after', ['page', 'pageSize', 'withCount']],
    [['page'], 'pagination[before]=', '/pagination/before', ['page', 'pageSize', 'withCount']],
    [['page'], 'pagination[start]=1', '/pagination/start', ['page', 'pageSize', 'withCount']],
    [['page', 'offset'], 'pagination[start]=1', undefined, []],
    [
      ['page', 'offset'],
      'pagination[after]=x',
      '/pagination/after',
      ['page', 'pageSize', 'start', 'limit', 'withCount'],
    ],
    [['offset'], 'pagination[pageSize]=1', '/pagination/pageSize', ['start', 'limit', 'withCount']],
    [['offset'], 'pagination[page]=1', '/pagination/page', ['start', 'limit', 'withCount']],
    [['cursor'], 'pagination[after]=', undefined, []],
    [['cursor'], 'pagination[page]=1', '/pagination/page', ['pageSize', 'after', 'before', 'withCount']],
    [['cursor'], 'pagination[limit]=1', '/pagination/limit', ['pageSize', 'after', 'before', 'withCount']],
  ])('%j: %s', (styles, query, pointer, allowed) => {
    const issues = issuesOf(() => filters.parse(Thing, query, withStyles(...styles)));
    expect(issues).toMatchObject(pointer === undefined ? [] : [{ code: 'invalid_pagination', pointer, allowed }]);
    expect(issues).toHaveLength(pointer === undefined ? 0 : 1);
    const shared = FilterService.forDataSource(database.source, withStyles(...styles));
    expect(issuesOf(() => shared.parse(Thing, query))).toEqual(issues);
    expect(issuesOf(() => shared.parse(Thing, query, withStyles('page', 'offset', 'cursor')))).toEqual([]);
    expect(shared.describe(Thing)).toMatchObject({ paginated: true, pagination: { styles } });
  });

  it.each<[Style[], string, object]>([
    [['page', 'cursor'], '', { page: 1, pageSize: 2, pageCount: 2, total: 3 }],
    [['offset', 'page'], '', { start: 0, limit: 2, total: 3 }],
    [['cursor', 'page'], '', { pageSize: 2, next: expect.any(String) as string, previous: null }],
    [['cursor'], 'pagination[pageSize]=1', { pageSize: 1, next: expect.any(String) as string, previous: null }],
    [['cursor', 'page'], 'pagination[withCount]=true', { pageSize: 2, total: 3 }],
    [['offset', 'cursor'], 'pagination[withCount]=false', { start: 0, limit: 2, hasNext: true }],
  ])('the first is the usual one: %j with %j', async (styles, query, meta) => {
    const overrides = { ...withStyles(...styles), limits: { pageSize: 2 } };
    const parsed = filters.parse(Thing, query, overrides);
    const page = await filters.page(database.source.getRepository(Thing), parsed);
    expect(page.meta.pagination).toMatchObject(meta);
    expect(filters.parse(Thing, parsed.toString(), overrides).toString()).toBe(parsed.toString());
  });

  it.each<[unknown, string]>([
    [[], '`pagination.styles` must be a list of page, offset, cursor'],
    ['page', '`pagination.styles` must be a list of page, offset, cursor'],
    [['pages'], '`pagination.styles` must be page, offset or cursor, not pages'],
    [['page', 'page'], '`pagination.styles` lists page twice'],
    [[undefined], '`pagination.styles` must be page, offset or cursor, not undefined'],
  ])('%j are none', (styles, message) => {
    const options = { pagination: { styles } } as FilterModuleOptions;
    expect(() => FilterService.forDataSource(database.source, options)).toThrow(message);
    expect(() => filters.parse(Thing, '', { pagination: { styles: styles as Style[] } })).toThrow(message);
  });

  describe('where the order cannot be carried', () => {
    it.each([['an untyped column of a view', Seen, 'name']])(
      'a sort by it is refused with a cursor: %s',
      async (_, entity: new () => { id: number }, sort) => {
        for (const key of ['after', 'before']) {
          const issues = issuesOf(() => filters.parse(entity, `sort=id,${sort}&pagination[${key}]=`));
          expect(issues).toMatchObject([{ code: 'invalid_pagination', pointer: `/pagination/${key}` }]);
        }
        expect(filters.describe(entity).pagination).toMatchObject({ sortWithoutCursor: [sort] });
        expect(filters.describe(entity, withStyles('page')).pagination).toMatchObject({ sortWithoutCursor: [] });
        const query = filters.parse(entity, `sort=${sort}:desc&pagination[page]=1`);
        const { data } = await filters.page(database.source.getRepository(entity), query);
        expect(data.map(({ id }) => id)).toEqual([3, 2, 1]);
      },
    );

    it.each([
      ['@Entity({ orderBy })', Listed, {}],
      ['defaults.sort', Thing, { defaults: { sort: ['labels' as 'name'] } }],
    ])('cursors are not among the styles: %s', (_, entity: typeof Thing, overrides) => {
      expect(filters.describe(entity, overrides).pagination).toEqual({
        styles: ['page', 'offset'],
        sortWithoutCursor: [],
      });
      const issues = issuesOf(() => filters.parse(entity, 'pagination[after]=', overrides));
      expect(issues).toMatchObject([{ code: 'invalid_pagination', pointer: '/pagination/after' }]);
      const named = { ...overrides, ...withStyles('page', 'cursor') };
      expect(() => filters.parse(entity, '', named)).toThrow(/its order has labels, which is of type simple-array/);
      const only = FilterService.forDataSource(database.source, withStyles('cursor'));
      expect(() => only.parse(entity, '', overrides)).toThrow(/no cursor can carry/);
      const some = FilterService.forDataSource(database.source, withStyles('cursor', 'offset'));
      expect(some.describe(entity, overrides).pagination.styles).toEqual(['offset']);
    });
  });

  it('are none where pagination is not read', () => {
    expect(filters.describe(Thing, { pagination: false })).toMatchObject({
      paginated: false,
      pagination: { styles: [], sortWithoutCursor: [] },
    });
  });
});
