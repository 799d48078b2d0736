import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable, FilterException, type FilterQueryOverrides, FilterService, type Page } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { cursorsOf } from './walk.js';

const secret = 'sixteen characters or more';

/** The default order is by a hidden field. */
@Entity({ orderBy: { salary: 'DESC' } })
@Filterable({ fields: ['id', 'name'] })
class Employee {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ select: false }) salary!: number;
}

/** The primary key is hidden. */
@Entity()
@Filterable({ fields: ['name'] })
class Voter {
  @PrimaryColumn({ type: 'varchar', length: 20 }) passport!: string;
  @Column() name!: string;
}

interface Context {
  readonly isHead: boolean;
}

/** The primary key is visible in some contexts. */
@Entity()
@Filterable({
  fields: ['name', { name: 'number', when: (context) => (context as Context | undefined)?.isHead === true }],
})
class Account {
  @PrimaryColumn() number!: number;
  @Column() name!: string;
}

/** How many members there are is for heads alone. */
@Entity()
@Filterable({
  fields: ['id', 'name'],
  relations: [{ name: 'members', when: (context) => (context as Context | undefined)?.isHead === true }],
})
class Club {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => ClubMember, ({ club }) => club) members!: Relation<ClubMember>[];
}

@Entity()
@Filterable({ fields: ['id'] })
class ClubMember {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Club, ({ members }) => members) club!: Relation<Club>;
}

const entities = [Employee, Voter, Account, Club, ClubMember];

/** Returns everything that can be read from a cursor without the secret. */
function seenIn(cursor: string): string {
  return ['base64url', 'base64', 'hex', 'utf8'].reduce(
    (seen, encoding) => seen + Buffer.from(cursor, encoding as BufferEncoding).toString('latin1'),
    cursor,
  );
}

describe.each(engines)('hidden values on %s', (engine) => {
  let database: TestDatabase;
  let open: FilterService;
  let encrypted: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities });
    const { source } = database;
    open = FilterService.forDataSource(source);
    encrypted = FilterService.forDataSource(source, { pagination: { secret } });
    const five = [1, 2, 3, 4, 5];
    await source.getRepository(Employee).insert(five.map((id) => ({ id, name: `n${id}`, salary: 777_000 + id })));
    await source.getRepository(Voter).insert(five.map((id) => ({ passport: `P-0815-${id}`, name: `n${id}` })));
    await source.getRepository(Club).insert(five.map((id) => ({ id, name: `n${id}` })));
    await source.getRepository(ClubMember).insert(five.map((id) => ({ id, club: { id: id < 4 ? 2 : 3 } })));
    await source.getRepository(Account).insert(five.map((id) => ({ number: 888_000 + id, name: `n${id}` })));
  });

  afterAll(() => database.close());

  type Person = { name: string };
  const pageOf = async (
    entity: new () => Person,
    pagination: Record<string, string>,
    service = encrypted,
    overrides: FilterQueryOverrides<Person> & { context?: Context } = {},
    sort?: string,
  ): Promise<Page<Person>> => {
    const input = { ...(sort && { sort }), pagination: { pageSize: '2', ...pagination } };
    return service.page(database.source.getRepository(entity), service.parse(entity, input, overrides));
  };

  const refusalOf = async (work: () => Promise<unknown>) => {
    const error: unknown = await work().then(
      () => 'it was read',
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FilterException);
    return (error as FilterException).issues;
  };

  describe.each([
    ['a column of @Entity({ orderBy })', Employee, '777', ['n5', 'n4', 'n3', 'n2', 'n1'], {}],
    ['a column of defaults.sort', Employee, '777', ['n1', 'n2', 'n3', 'n4', 'n5'], { defaults: { sort: ['salary'] } }],
    ['a hidden key', Voter, 'P-0815', ['n1', 'n2', 'n3', 'n4', 'n5'], {}],
    ['a key that is there for some', Account, '888', ['n1', 'n2', 'n3', 'n4', 'n5'], {}],
  ] as const)('%s', (_, entity: new () => Person, value, names, overrides: object) => {
    it('is not readable in a cursor, which works all the same', async () => {
      const found: string[] = [];
      const printed: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page: Page<Person> = await pageOf(entity, { after }, encrypted, overrides);
        found.push(...page.data.map(({ name }) => name));
        const { next, previous } = cursorsOf(page.meta);
        printed.push(...[next, previous].filter((cursor) => cursor !== null));
        after = next;
      }
      expect(found).toEqual(names);
      expect(printed.length).toBeGreaterThan(2);
      for (const cursor of printed) {
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(seenIn(cursor)).not.toContain(value);
      }
      // Two cursors of the same row are not recognizable as such.
      const again = cursorsOf((await pageOf(entity, { after: '' }, encrypted, overrides)).meta).next;
      expect(again).not.toBe(printed[0]);
    });

    it('has no cursors without a secret', async () => {
      const issues = await refusalOf(() => pageOf(entity, { after: '' }, open, overrides));
      expect(issues).toMatchObject([{ code: 'invalid_pagination', pointer: '/pagination/after' }]);
      expect(issues[0]?.allowed).toEqual(['page', 'pageSize', 'start', 'limit', 'withCount']);
      expect(JSON.stringify(issues)).not.toMatch(/salary|passport|number/);
      expect(open.describe(entity, overrides).pagination.styles).toEqual(['page', 'offset']);
      expect(encrypted.describe(entity, overrides).pagination.styles).toEqual(['page', 'offset', 'cursor']);
      expect((await pageOf(entity, { page: '2' }, open, overrides)).data).toHaveLength(2);
    });

    it('is refused at boot where the handler names the style cursor', () => {
      const named = { ...overrides, pagination: { styles: ['page', 'cursor'] as const } };
      expect(() => open.parse(entity, '', named)).toThrow(/clients may not ask about.*set pagination\.secret/);
      expect(() => encrypted.parse(entity, '', named)).not.toThrow();
      expect(() => open.parse(entity, '', { ...named, pagination: { ...named.pagination, secret } })).not.toThrow();
    });
  });

  it('is allowed for those who may see the key, and for nobody else', async () => {
    const head = { context: { isHead: true } };
    expect(open.describe(Account, head).pagination.styles).toContain('cursor');
    const { next } = cursorsOf((await pageOf(Account, { after: '' }, open, head)).meta);
    expect((await pageOf(Account, { after: next ?? '' }, open, head)).data.map(({ name }) => name)).toEqual([
      'n3',
      'n4',
    ]);
    const issues = await refusalOf(() => pageOf(Account, { after: next ?? '' }, open, { context: { isHead: false } }));
    expect(issues).toMatchObject([{ code: 'invalid_pagination' }]);
  });

  describe('the number of rows of a hidden relation, as the default order', () => {
    const defaults = { sort: ['members.$count:desc'] } as unknown as FilterQueryOverrides<Person>['defaults'];

    it('has no cursors without a secret', async () => {
      const issues = await refusalOf(() => pageOf(Club, { after: '' }, open, { defaults }));
      expect(issues).toMatchObject([{ code: 'invalid_pagination', pointer: '/pagination/after' }]);
      expect((await pageOf(Club, { page: '1' }, open, { defaults })).data.map(({ name }) => name)).toEqual([
        'n2',
        'n3',
      ]);
    });

    it('has cursors with one, and for those who may see it', async () => {
      for (const [service, context] of [[encrypted], [open, { isHead: true }]] as const) {
        const overrides = { defaults, ...(context && { context }) };
        const { next } = cursorsOf((await pageOf(Club, { after: '' }, service, overrides)).meta);
        const { data } = await pageOf(Club, { after: next ?? '' }, service, overrides);
        expect(data.map(({ name }) => name)).toEqual(['n5', 'n4']);
      }
    });

    it('is refused at boot where the handler names the style cursor', () => {
      const named = { defaults, pagination: { styles: ['cursor'] as const } };
      expect(() => open.parse(Club, '', named as never)).toThrow(
        /its order has members\.\$count, which clients may not/,
      );
    });
  });

  describe('an encrypted cursor', () => {
    const next = async (overrides = {}, sort?: string) =>
      cursorsOf((await pageOf(Employee, { after: '' }, encrypted, overrides, sort)).meta).next ?? '';
    const refused = [{ code: 'invalid_cursor', pointer: '/pagination/after' }];

    it('is refused with any letter changed, taken away or added', async () => {
      const cursor = await next();
      const others = [...cursor].flatMap((letter, index) => [
        cursor.slice(0, index) + (letter === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
        cursor.slice(0, index) + cursor.slice(index + 1),
        `${cursor.slice(0, index)}.${cursor.slice(index)}`,
      ]);
      for (const other of [...others, `${cursor}=`, `${cursor}A`, `${cursor}.`, cursor.slice(0, 40)]) {
        expect(await refusalOf(() => pageOf(Employee, { after: other }))).toMatchObject(refused);
      }
    });

    it.each([
      ['another sort', {}, 'name'],
      ['another direction', { defaults: { sort: ['salary'] } }, undefined],
      ['another handler', { defaults: { sort: ['salary:desc'], filters: { salary: { $gt: 1 } } } }, undefined],
      ['a handler with other fields', { fields: ['name'] as const }, undefined],
    ])('is refused under %s', async (_, overrides: object, sort) => {
      const cursor = await next();
      expect(await refusalOf(() => pageOf(Employee, { after: cursor }, encrypted, overrides, sort))).toMatchObject(
        refused,
      );
      const own = await next(overrides, sort);
      expect((await pageOf(Employee, { after: own }, encrypted, overrides, sort)).data).toHaveLength(2);
      expect(await refusalOf(() => pageOf(Employee, { after: own }))).toMatchObject(refused);
    });

    it('is refused under another entity, another secret, and none', async () => {
      const cursor = await next();
      const other = FilterService.forDataSource(database.source, { pagination: { secret: `${secret}!` } });
      expect(await refusalOf(() => pageOf(Voter, { after: cursor }))).toMatchObject(refused);
      expect(await refusalOf(() => pageOf(Employee, { after: cursor }, other))).toMatchObject(refused);
      const named = { defaults: { sort: ['name' as const] } };
      expect(await refusalOf(() => pageOf(Employee, { after: cursor }, open, named))).toMatchObject(refused);
    });

    it('is read by the same handler of another process, with other limits', async () => {
      const overrides = { defaults: { sort: ['salary' as 'name'] } };
      const cursor = await next(overrides);
      const other = FilterService.forDataSource(database.source, { pagination: { secret } });
      const same = { defaults: { sort: ['salary' as 'name'] }, limits: { maxPageSize: 7, pageSize: 2 } };
      expect((await pageOf(Employee, { after: cursor }, other, same)).data.map(({ name }) => name)).toEqual([
        'n3',
        'n4',
      ]);
    });
  });
});
