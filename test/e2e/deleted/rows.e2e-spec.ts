import { FilterException, FilterService } from 'nestjs-filterable';
import type { FilterQueryOverrides, Page } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { Owner, Pet, Toy, deleted } from '../../support/mappings/deleted.js';

/*
 * Owners 1, 2 and (deleted) 3; pets 1 and 3, and (deleted) 2 of owner 1, 3 of the deleted owner; toys 1 and (deleted)
 * 2. Every answer of a list is asked for: rows by page, by cursor and by `each()`, totals, facets, `apply()`, counts.
 */

const facets = ['name', 'owner.name'] as const;
const own = { deleted: true } as const;
const related = { deleted: { related: true } } as const;

const cases: readonly (readonly [
  EntityTarget<ObjectLiteral>,
  FilterQueryOverrides<never>,
  string,
  readonly number[],
])[] = [
  [Pet, own, 'sort=id', [1, 3]],
  [Pet, own, 'sort=id&deleted=with', [1, 2, 3]],
  [Pet, own, 'sort=id&deleted=only', [2]],
  [Pet, related, 'sort=id&deleted=with', [1, 2, 3]],
  [Pet, related, 'sort=id&deleted=only', [2]],
  [Owner, own, 'sort=id:desc&deleted=with', [3, 2, 1]],
  [Owner, own, 'sort=id&deleted=only', [3]],
  // A filter of the client's stays one: an OR in it does not reach around the mode.
  [Pet, own, 'sort=id&deleted=only&filters[$or][0][id]=1&filters[$or][1][id]=2', [2]],
  [Pet, own, 'sort=id&deleted=with&filters[id][$in][0]=2&filters[id][$in][1]=3', [2, 3]],
  // Related rows stay out, unless the handler says `related`.
  [Owner, own, 'sort=id&deleted=with&filters[pets][name]=Rex', []],
  [Owner, related, 'sort=id&deleted=with&filters[pets][name]=Rex', [1]],
  [Owner, related, 'sort=id&filters[pets][name]=Rex', []],
  [Owner, own, 'sort=id&deleted=with&filters[pets][$count]=1', [1, 3]],
  [Owner, related, 'sort=id&deleted=with&filters[pets][$count]=2', [1]],
  [Owner, own, 'sort=id&deleted=with&filters[pets][toys][name]=bone', []],
  [Owner, related, 'sort=id&deleted=with&filters[pets][toys][name]=bone', [1]],
  [Pet, own, 'sort=id&deleted=with&filters[owner][name]=Cy', []],
  [Pet, related, 'sort=id&deleted=with&filters[owner][name]=Cy', [3]],
  [Owner, { ...own, strategy: 'keys' }, 'sort=id&deleted=with&filters[pets][name]=Rex', []],
  [Owner, { ...related, strategy: 'keys' }, 'sort=id&deleted=with&filters[pets][name]=Rex', [1]],
  [Owner, { ...related, strategy: 'keys' }, 'sort=id&filters[pets][name]=Rex', []],
  [Owner, { ...related, strategy: 'exists' }, 'sort=id&deleted=only&filters[pets][name]=Kit', [3]],
  [Pet, own, 'sort=id&deleted=with&filters[owner][$exists]=false', [3]],
  [Pet, related, 'sort=id&deleted=with&filters[owner][$exists]=false', []],
  // A sort through a relation sees what a filter sees.
  [Pet, own, 'sort=owner.name:desc:nullsLast,id&deleted=with', [1, 2, 3]],
  [Pet, related, 'sort=owner.name:desc:nullsLast,id&deleted=with', [3, 1, 2]],
  [Pet, own, 'sort=toys.$count:desc,id&deleted=with', [1, 2, 3]],
  [Pet, related, 'sort=toys.$count:desc,id&deleted=with', [1, 2, 3]],
  [Owner, own, 'sort=pets.$count:desc,id&deleted=with', [1, 3, 2]],
  [Toy, related, 'sort=id&deleted=with&filters[pets][name]=Rex', [2]],
];

describe.each(engines)('deleted rows on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [...deleted.entities] });
    await deleted.seed(database.source);
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  const rows = (entity: EntityTarget<ObjectLiteral>) => database.source.getRepository(entity).createQueryBuilder('e');
  const ids = (found: readonly ObjectLiteral[]) => found.map((row) => row['id'] as number);

  describe.each(cases)('of %p with %j, by %s', (entity, overrides, text, expected) => {
    const parse = (query = text) => filters.parse(entity, query, overrides);

    it('are on the page, in the total, in the count', async () => {
      for (const times of [1, 2, 3]) {
        const { data, meta } = await filters.page(rows(entity), parse());
        expect([times, ids(data)]).toEqual([times, expected]);
        expect(meta.pagination).toMatchObject({ total: expected.length });
      }
      expect(await filters.count(rows(entity), parse())).toBe(expected.length);
    });

    it('come by cursor, one after another', async () => {
      const found: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page<ObjectLiteral> = await filters.page(
          rows(entity),
          parse(`${text}&pagination[after]=${cursor}&pagination[pageSize]=1`),
        );
        found.push(...ids(page.data));
        cursor = 'next' in page.meta.pagination ? page.meta.pagination.next : null;
      }
      expect(found).toEqual(expected);
    });

    it('are iterated over, and found by a builder of the host', async () => {
      const all: ObjectLiteral[] = [];
      for await (const row of filters.each(rows(entity), parse(), { chunk: 1 })) all.push(row);
      expect(ids(all)).toEqual(expected);
      const builder = rows(entity);
      expect(filters.apply(builder, parse())).toBe(builder);
      expect(ids(await builder.getMany())).toEqual(expected);
      expect(await filters.apply(rows(entity), parse(), { only: 'filters' }).getCount()).toBe(expected.length);
      expect(builder.expressionMap.withDeleted).toBe(false);
    });

    it('are found where joins give a row several times', async () => {
      const joined = rows(entity).innerJoin(`(SELECT 1 AS one UNION ALL SELECT 2)`, 'twice', '1 = 1');
      const { data, meta } = await filters.page(joined, parse());
      expect([ids(data), meta.pagination]).toMatchObject([expected, { total: expected.length }]);
    });
  });

  it('have cursors of their own, which no other mode reads', async () => {
    const modes = ['', '&deleted=with', '&deleted=only'];
    const read = (mode: string, cursor: string) => {
      const query = filters.parse(Pet, `sort=id&pagination[after]=${cursor}&pagination[pageSize]=1${mode}`, own);
      return filters.page(rows(Pet), query);
    };
    for (const mode of modes) {
      const { pagination } = (await read(mode, '')).meta;
      const cursor = ('next' in pagination ? pagination.next : null) ?? '';
      if (cursor === '') continue;
      for (const other of modes) {
        const after = read(other, cursor);
        if (other === mode) expect((await after).data).toHaveLength(1);
        else await expect(after).rejects.toMatchObject({ issues: [{ code: 'invalid_cursor' }] });
      }
    }
    expect.assertions(6);
  });

  it('are counted by facets, behind relations by `related` alone', async () => {
    const ask = async (overrides: object, mode: string) =>
      filters.facets(rows(Pet), filters.parse(Pet, `facets=name,owner.name${mode}`, { facets, ...overrides }));
    const values = (found: object) => JSON.parse(JSON.stringify(found)) as unknown;
    const named = (...pairs: readonly (readonly [string, number])[]) => ({
      values: pairs.map(([value, count]) => ({ value, count })),
      hasMore: false,
    });
    expect(values(await ask(own, ''))).toMatchObject({ 'owner.name': { values: [{ value: 'Ann', count: 1 }] } });
    expect(values(await ask(own, '&deleted=with'))).toMatchObject({
      'owner.name': { values: [{ value: 'Ann', count: 2 }] },
    });
    expect(values(await ask(own, '&deleted=only'))).toMatchObject({ name: { values: [{ value: 'Rex', count: 1 }] } });
    expect(values(await ask(related, '&deleted=with'))).toMatchObject({
      'owner.name': { values: named(['Ann', 2], ['Cy', 1]).values },
    });
  });

  it('leave what a builder joins as it is, before and after apply()', async () => {
    const query = filters.parse(Owner, 'deleted=with&sort=id', own);
    const before = filters.apply(rows(Owner).leftJoinAndSelect('e.pets', 'p'), query);
    const after = filters.apply(rows(Owner), query).leftJoinAndSelect('e.pets', 'p');
    for (const builder of [before, after]) {
      const pets = (await builder.getMany()).map((owner) => ids(owner.pets));
      expect(pets).toEqual([[1], [], [3]]);
    }
    const { data } = await filters.page(rows(Owner).leftJoinAndSelect('e.pets', 'p'), query);
    expect(data.map((owner) => ids(owner.pets))).toEqual([[1], [], [3]]);
  });

  it('leave a builder with withDeleted() as it was, and the builder of a page', async () => {
    const [asked, plain] = [filters.parse(Pet, 'deleted=with&sort=id', own), filters.parse(Pet, 'sort=id', own)];
    const lifted = () => rows(Pet).withDeleted().leftJoinAndSelect('e.owner', 'o');
    for (const query of [plain, asked]) {
      const { data } = await filters.page(lifted(), query);
      expect(data.map((pet) => [pet['id'], pet.owner.name])).toEqual([
        [1, 'Ann'],
        [2, 'Ann'],
        [3, 'Cy'],
      ]);
    }
    const builder = rows(Pet);
    expect(ids((await filters.page(builder, asked)).data)).toEqual([1, 2, 3]);
    expect(ids((await filters.page(builder, plain)).data)).toEqual([1, 3]);
    expect(ids(await builder.orderBy('e.id').getMany())).toEqual([1, 3]);
    expect(ids((await filters.page(rows(Pet).withDeleted(), filters.parse(Pet, 'deleted=only', own))).data)).toEqual([
      2,
    ]);
  });

  it('take turns with requests that see none: no statement of one answers the other', async () => {
    const modes = ['', '&deleted=with', '&deleted=only', '&deleted=with', '', '&deleted=only'];
    const expected: Record<string, number[]> = { '': [1, 3], '&deleted=with': [1, 2, 3], '&deleted=only': [2] };
    for (const mode of [...modes, ...modes]) {
      for (const overrides of [own, related]) {
        const { data } = await filters.page(rows(Pet), filters.parse(Pet, `sort=id${mode}`, overrides));
        expect(ids(data)).toEqual(expected[mode]);
      }
    }
  });

  it('hold beside the conditions of the program, and of a repository', async () => {
    const query = filters.and(filters.parse(Pet, 'deleted=with', own), { name: 'Rex' });
    expect(ids((await filters.page(rows(Pet), query)).data)).toEqual([2]);
    const repository = database.source.getRepository(Pet);
    expect(ids((await filters.page(repository, query)).data)).toEqual([2]);
  });

  it('are refused by filter(), whose builder has withDeleted()', () => {
    const ask = () => filters.filter(Pet, { deleted: 'with' }, own);
    expect(ask).toThrow(FilterException);
    expect(ask).toThrow('deleted is not read here; call withDeleted() of the builder');
    expect(() => filters.filter(Pet, { deleted: 'with' })).toThrow('deleted');
    expect(() => filters.filter(Pet, { deleted: 'with' }, { ...own, trusted: true })).toThrow('deleted');
  });
});
