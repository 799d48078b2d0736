import { Filterable, FilterException, type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import { Column, type ColumnOptions, type DataSource, Entity, PrimaryColumn, ViewColumn, ViewEntity } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { rowsOf, scripted } from '../../support/scripted.js';
import { cases } from '../../support/table.js';

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'labels', kind: 'text' }] })
class Thing {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'simple-array' }) labels!: string[];
}

/** A list whose default order is by a column that no cursor can have. */
@Entity({ orderBy: { labels: 'ASC' } })
@Filterable({ fields: ['id', 'name', { name: 'labels', kind: 'text' }] })
class Listed {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'simple-array' }) labels!: string[];
}

/** A list with a column whose type nobody knows. */
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

const rows = [1, 2, 3].map((id) => ({ id, name: `n${id}` }));
const { source } = await scripted('sqlite', [Thing, Listed, Seen], (sql) => rowsOf(sql, rows));
const filters = FilterService.forDataSource(source);

const withStyles = (...styles: Style[]) => ({ pagination: { styles } });
const stylesOf = (text: string) => text.split('+') as Style[];

/** Returns the issues of a request as text: the place, and what is allowed there. */
function refusal(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    expect(error.issues).toMatchObject([{ code: 'invalid_pagination' }]);
    return error.issues.map(({ pointer, allowed }) => [pointer, ...(allowed ?? [])].join(' ')).join();
  }
}

describe('styles of pages', () => {
  it.each(
    cases(`
      page pagination[page]=2             -> read
      page pagination[pageSize]=2         -> read
      page pagination[after]=             -> /pagination/after page pageSize withCount
      page pagination[before]=            -> /pagination/before page pageSize withCount
      page pagination[start]=1            -> /pagination/start page pageSize withCount
      page+offset pagination[start]=1     -> read
      page+offset pagination[after]=x     -> /pagination/after page pageSize start limit withCount
      offset pagination[pageSize]=1       -> /pagination/pageSize start limit withCount
      offset pagination[page]=1           -> /pagination/page start limit withCount
      cursor pagination[after]=           -> read
      cursor pagination[page]=1           -> /pagination/page pageSize after before withCount
      cursor pagination[limit]=1          -> /pagination/limit pageSize after before withCount
    `),
  )('%s: %s', (asked, verdict) => {
    const [styles = '', request = ''] = asked.split(' ');
    const chosen = withStyles(...stylesOf(styles));
    expect(refusal(() => filters.parse(Thing, request, chosen))).toBe(verdict);
    const shared = FilterService.forDataSource(source, chosen);
    expect(refusal(() => shared.parse(Thing, request))).toBe(verdict);
    expect(refusal(() => shared.parse(Thing, request, withStyles('page', 'offset', 'cursor')))).toBe('read');
    expect(shared.describe(Thing)).toMatchObject({ paginated: true, pagination: { styles: stylesOf(styles) } });
  });

  it.each<readonly [string, string, object]>([
    ['page+cursor', '', { page: 1, pageSize: 2, pageCount: 2, total: 3 }],
    ['offset+page', '', { start: 0, limit: 2, total: 3 }],
    ['cursor+page', '', { pageSize: 2, next: expect.any(String) as string, previous: null }],
    ['cursor', 'pagination[pageSize]=1', { pageSize: 1, next: expect.any(String) as string, previous: null }],
    ['cursor+page', 'pagination[withCount]=true', { pageSize: 2, total: 3 }],
    ['offset+cursor', 'pagination[withCount]=false', { start: 0, limit: 2, hasNext: true }],
  ])('the first is the usual one: %s with %j', async (styles, request, meta) => {
    const overrides = { ...withStyles(...stylesOf(styles)), limits: { pageSize: 2 } };
    const parsed = filters.parse(Thing, request, overrides);
    const page = await filters.page(source.getRepository(Thing), parsed);
    expect(page.meta.pagination).toMatchObject(meta);
    expect(filters.parse(Thing, parsed.toString(), overrides).toString()).toBe(parsed.toString());
  });

  it.each<readonly [unknown, string]>([
    [[], '`pagination.styles` must be a list of page, offset, cursor'],
    ['page', '`pagination.styles` must be a list of page, offset, cursor'],
    [['pages'], '`pagination.styles` must be page, offset or cursor, not pages'],
    [['page', 'page'], '`pagination.styles` lists page twice'],
    [[undefined], '`pagination.styles` must be page, offset or cursor, not undefined'],
  ])('cannot be %j', (styles, message) => {
    const options = { pagination: { styles } } as FilterModuleOptions;
    expect(() => FilterService.forDataSource(source, options)).toThrow(message);
    expect(() => filters.parse(Thing, '', { pagination: { styles: styles as Style[] } })).toThrow(message);
  });

  it('a sort by a column of an unknown type is refused with a cursor, and read without', () => {
    for (const key of ['after', 'before']) {
      expect(refusal(() => filters.parse(Seen, `sort=id,name&pagination[${key}]=`))).toMatch(`/pagination/${key}`);
    }
    expect(refusal(() => filters.parse(Seen, 'sort=name:desc&pagination[page]=1'))).toBe('read');
    expect(filters.describe(Seen).pagination).toMatchObject({ sortWithoutCursor: ['name'] });
    expect(filters.describe(Seen, withStyles('page')).pagination).toMatchObject({ sortWithoutCursor: [] });
  });

  it.each([
    ['@Entity({ orderBy })', Listed, {}],
    ['defaults.sort', Thing, { defaults: { sort: ['labels' as 'name'] } }],
    ['defaults.sortAfter', Thing, { defaults: { sortAfter: ['labels' as 'name'] } }],
  ])('cursors are not among the styles where none can carry the order of %s', (_, entity: typeof Thing, overrides) => {
    const pagination = { styles: ['page', 'offset'], sortWithoutCursor: [] };
    expect(filters.describe(entity, overrides).pagination).toEqual(pagination);
    expect(refusal(() => filters.parse(entity, 'pagination[after]=', overrides))).toMatch('/pagination/after');
    const named = { ...overrides, ...withStyles('page', 'cursor') };
    expect(() => filters.parse(entity, '', named)).toThrow(/its order has labels, of type simple-array/);
    const only = FilterService.forDataSource(source, withStyles('cursor'));
    expect(() => only.parse(entity, '', overrides)).toThrow(/no cursor can have/);
    const some = FilterService.forDataSource(source, withStyles('cursor', 'offset'));
    expect(some.describe(entity, overrides).pagination.styles).toEqual(['offset']);
  });

  it('there are none where pagination is not read', () => {
    const pagination = { styles: [], sortWithoutCursor: [] };
    expect(filters.describe(Thing, { pagination: false })).toMatchObject({ paginated: false, pagination });
  });
});

describe('texts that MariaDB orders only by their beginning', () => {
  /** Reads a list sorted by a column by cursor, and returns the refusal. */
  async function byCursor(engine: 'mariadb' | 'postgres', column: ColumnOptions) {
    @Entity()
    @Filterable({ fields: ['id', { name: 'value', sortable: true }] })
    class Text {
      @PrimaryColumn() id!: number;
      @Column(column) value!: string;
    }
    const described = await describeEntities(engine, [Text]);
    const service = FilterService.forDataSource(described);
    const { sortWithoutCursor } = service.describe(Text).pagination;
    const query = service.parse(Text, 'sort=value', { pagination: false });
    const each = () => service.each(described.createQueryBuilder(Text, 't'), query);
    const exported = sortWithoutCursor.length > 0 ? expect(each) : expect(each).not;
    exported.toThrow('each(): rows in the order of value cannot be read one chunk after another');
    return [refusal(() => service.parse(Text, 'sort=value&pagination[after]=')), ...sortWithoutCursor].join(' ');
  }

  it.each<[ColumnOptions, string]>([
    [{ type: 'text' }, '/pagination/after value'],
    [{ type: 'longtext' }, '/pagination/after value'],
    [{ type: 'varchar', length: 256 }, '/pagination/after value'],
    [{ type: 'varchar', length: 255 }, 'read'],
    [{ type: 'varchar' }, 'read'],
    [{ type: 'tinytext' }, 'read'],
    [{ type: 'char', length: 36 }, 'read'],
  ])('have no cursors, by the declaration alone: %j, %s', async (column, refused) => {
    expect(await byCursor('mariadb', column)).toBe(refused);
  });

  it('have cursors on PostgreSQL', async () => {
    expect(await byCursor('postgres', { type: 'text' })).toBe('read');
  });
});
