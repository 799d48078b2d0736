import { FilterException, type FilterQueryOverrides, type FilterService, type Page } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { Owner, Pet, Toy, deleted } from '../../support/mappings/deleted.js';
import { cases } from '../../support/table.js';

/*
 * Owners 1, 2 and (deleted) 3; pets 1 and (deleted) 2 of owner 1, 3 of the deleted owner; toys 1 and (deleted) 2, which
 * pet 1 has, and pet 2 has toy 2. Every answer of a list is looked at: rows by page, by cursor and by `each()`, totals,
 * facets, `apply()`, counts.
 */

const targets: Readonly<Record<string, EntityTarget<ObjectLiteral>>> = { Owner, Pet, Toy };
const own = { deleted: true } as const;
const related = { deleted: { related: true } } as const;
const declared: Readonly<Record<string, FilterQueryOverrides<never>>> = {
  ...{ own, related },
  'related exists': { ...related, strategy: 'exists' },
};

/** Reads a case: `Pet own: sort=id`. */
function read(text: string) {
  const [, target = '', name = '', request = ''] = /^(\w+) ([\w ]+): (.*)$/.exec(text) ?? [];
  const [entity, overrides] = [targets[target], declared[name]];
  if (entity === undefined || overrides === undefined) throw new Error(`no case: ${text}`);
  return { entity, overrides, request };
}

const ids = (found: readonly ObjectLiteral[]) => found.map((row) => row['id'] as number);

async function all(rows: AsyncIterable<ObjectLiteral>): Promise<ObjectLiteral[]> {
  const read: ObjectLiteral[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

onEngines(
  'deleted rows',
  { entities: [...deleted.entities] as (new () => object)[], seed: (source) => deleted.seed(source) },
  (world) => {
    const rows = (entity: EntityTarget<ObjectLiteral>) => world.repository(entity).createQueryBuilder('e');
    let filters: FilterService;
    beforeAll(() => {
      ({ filters } = world);
    });

    it.each(
      cases(`
      Pet own: sort=id                                                              -> 1 3
      Pet own: sort=id&deleted=with                                                 -> 1 2 3
      Pet own: sort=id&deleted=only                                                 -> 2
      Pet related: sort=id&deleted=with                                             -> 1 2 3
      Pet related: sort=id&deleted=only                                             -> 2
      Owner own: sort=id:desc&deleted=with                                          -> 3 2 1
      Owner own: sort=id&deleted=only                                               -> 3
      # A filter of the client's stays one: an OR in it does not reach around the mode.
      Pet own: sort=id&deleted=only&filters[$or][0][id]=1&filters[$or][1][id]=2     -> 2
      Pet own: sort=id&deleted=with&filters[id][$in][0]=2&filters[id][$in][1]=3     -> 2 3
      # Related rows stay out, unless the handler declares them.
      Owner own: sort=id&deleted=with&filters[pets][name]=Rex                       ->
      Owner related: sort=id&deleted=with&filters[pets][name]=Rex                   -> 1
      Owner related: sort=id&filters[pets][name]=Rex                                ->
      Owner own: sort=id&deleted=with&filters[pets][$count]=1                       -> 1 3
      Owner related: sort=id&deleted=with&filters[pets][$count]=2                   -> 1
      Owner own: sort=id&deleted=with&filters[pets][toys][name]=bone                ->
      Owner related: sort=id&deleted=with&filters[pets][toys][name]=bone            -> 1
      Pet own: sort=id&deleted=with&filters[owner][name]=Cy                         ->
      Pet related: sort=id&deleted=with&filters[owner][name]=Cy                     -> 3
      Owner related exists: sort=id&deleted=only&filters[pets][name]=Kit            -> 3
      Pet own: sort=id&deleted=with&filters[owner][$exists]=false                   -> 3
      Pet related: sort=id&deleted=with&filters[owner][$exists]=false               ->
      Toy related: sort=id&deleted=with&filters[pets][name]=Rex                     -> 2
      # A sort through a relation sees what a filter sees.
      Pet own: sort=owner.name:desc:nullsLast,id&deleted=with                       -> 1 2 3
      Pet related: sort=owner.name:desc:nullsLast,id&deleted=with                   -> 3 1 2
      Pet own: sort=toys.$count:desc,id&deleted=with                                -> 1 2 3
      Pet related: sort=toys.$count:desc,id&deleted=with                            -> 1 2 3
      Owner own: sort=pets.$count:desc,id&deleted=with                              -> 1 3 2
    `),
    )('%s -> %s', async (text, verdict) => {
      const { entity, overrides, request } = read(text);
      const expected = verdict.split(' ').filter(Boolean).map(Number);
      const parse = (more = '') => filters.parse(entity, `${request}${more}`, overrides);
      for (const times of [1, 2, 3]) {
        const { data, meta } = await filters.page(rows(entity), parse());
        expect([times, ids(data), meta.pagination]).toMatchObject([times, expected, { total: expected.length }]);
      }
      expect(await filters.count(rows(entity), parse())).toBe(expected.length);
      const byCursor: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = parse(`&pagination[after]=${cursor}&pagination[pageSize]=1`);
        const page: Page<ObjectLiteral> = await filters.page(rows(entity), query);
        byCursor.push(...ids(page.data));
        cursor = page.meta.pagination.next ?? null;
      }
      expect(byCursor).toEqual(expected);
      expect(ids(await all(filters.each(rows(entity), parse(), { chunk: 1 })))).toEqual(expected);
      const builder = rows(entity);
      expect(filters.apply(builder, parse())).toBe(builder);
      expect(ids(await builder.getMany())).toEqual(expected);
      expect(await filters.apply(rows(entity), parse(), { only: 'filters' }).getCount()).toBe(expected.length);
      expect(builder.expressionMap.withDeleted).toBe(false);
      // Joins may give a row several times.
      const joined = rows(entity).innerJoin(`(SELECT 1 AS one UNION ALL SELECT 2)`, 'twice', '1 = 1');
      const { data, meta } = await filters.page(joined, parse());
      expect([ids(data), meta.pagination]).toMatchObject([expected, { total: expected.length }]);
    });

    // Parents with their related rows, which are those of a list with `related` alone, whatever the list itself shows.
    it.each(
      cases(`
      Owner own: populate=pets                                                -> 1:1 2:
      Owner own: populate=pets&deleted=with                                   -> 1:1 2: 3:3
      Owner own: populate=pets&deleted=only                                   -> 3:3
      Owner related: populate=pets                                            -> 1:1 2:
      Owner related: populate=pets&deleted=with                               -> 1:1,2 2: 3:3
      Owner related: populate[pets][filters][name]=Rex&deleted=with           -> 1:2 2: 3:
      Owner own: populate[pets][filters][name]=Rex&deleted=with               -> 1: 2: 3:
      Pet own: populate=owner&deleted=with                                    -> 1:1 2:1 3:
      Pet related: populate=owner&deleted=with                                -> 1:1 2:1 3:3
      Pet related: populate=owner                                             -> 1:1 3:
      Pet own: populate=toys&filters[id]=1&deleted=with                       -> 1:1
      Pet related: populate=toys&filters[id]=1&deleted=with                   -> 1:1,2
    `),
    )('%s -> %s', async (text, expected) => {
      const { entity, overrides, request } = read(text);
      const [, name = ''] = /populate[=[](\w+)/.exec(request) ?? [];
      const keysOf = (found: readonly ObjectLiteral[]) =>
        found.map((row) => `${String(row['id'])}:${ids([row[name] ?? []].flat() as ObjectLiteral[]).join()}`).join(' ');
      for (const strategy of ['adaptive', 'in'] as const) {
        const service = world.filtersWith({ strategy });
        const query = service.parse(entity, `sort=id&${request}`, { ...overrides, populate: [name] as never });
        expect(keysOf((await service.page(rows(entity), query)).data)).toBe(expected);
        expect(keysOf(await all(service.each(rows(entity), query, { chunk: 2 })))).toBe(expected);
        const read = await service.apply(rows(entity), query, { populate: 'later' }).getMany();
        await service.populate(rows(entity), read, query);
        expect(keysOf(read)).toBe(expected);
      }
    });

    it('have cursors of their own, which no other mode reads', async () => {
      const modes = ['', '&deleted=with', '&deleted=only'];
      const pageOf = (mode: string, cursor: string) =>
        filters.page(
          rows(Pet),
          filters.parse(Pet, `sort=id&pagination[after]=${cursor}&pagination[pageSize]=1${mode}`, own),
        );
      for (const mode of modes) {
        const { pagination } = (await pageOf(mode, '')).meta;
        const cursor = pagination.next ?? '';
        if (cursor === '') continue;
        for (const other of modes) {
          const after = pageOf(other, cursor);
          if (other === mode) expect((await after).data).toHaveLength(1);
          else await expect(after).rejects.toMatchObject({ issues: [{ code: 'invalid_cursor' }] });
        }
      }
      expect.assertions(6);
    });

    it.each([
      [own, '', { 'owner.name': { values: [{ value: 'Ann', count: 1 }] } }],
      [own, '&deleted=with', { 'owner.name': { values: [{ value: 'Ann', count: 2 }] } }],
      [own, '&deleted=only', { name: { values: [{ value: 'Rex', count: 1 }] } }],
      [related, '&deleted=with', { 'owner.name': { values: [{ value: 'Ann' }, { value: 'Cy', count: 1 }] } }],
    ])('are counted by facets, behind relations by `related` alone: %j%s', async (overrides, mode, expected) => {
      const query = filters.parse(Pet, `facets=name,owner.name${mode}`, {
        facets: ['name', 'owner.name'],
        ...overrides,
      });
      expect(await filters.facets(rows(Pet), query)).toMatchObject(expected);
    });

    it('leave what a builder joins as it is, before and after apply()', async () => {
      const query = filters.parse(Owner, 'deleted=with&sort=id', own);
      const before = filters.apply(rows(Owner).leftJoinAndSelect('e.pets', 'p'), query);
      const after = filters.apply(rows(Owner), query).leftJoinAndSelect('e.pets', 'p');
      const { data } = await filters.page(rows(Owner).leftJoinAndSelect('e.pets', 'p'), query);
      for (const found of [await before.getMany(), await after.getMany(), data]) {
        expect(found.map((owner) => ids(owner.pets))).toEqual([[1], [], [3]]);
      }
    });

    it('leave a builder with withDeleted() as it was, and the builder of a page', async () => {
      const [asked, plain] = [filters.parse(Pet, 'deleted=with&sort=id', own), filters.parse(Pet, 'sort=id', own)];
      for (const query of [plain, asked]) {
        const { data } = await filters.page(rows(Pet).withDeleted().leftJoinAndSelect('e.owner', 'o'), query);
        expect(data.map((pet) => `${pet['id']} ${pet.owner.name}`)).toEqual(['1 Ann', '2 Ann', '3 Cy']);
      }
      const builder = rows(Pet);
      expect(ids((await filters.page(builder, asked)).data)).toEqual([1, 2, 3]);
      expect(ids((await filters.page(builder, plain)).data)).toEqual([1, 3]);
      expect(ids(await builder.orderBy('e.id').getMany())).toEqual([1, 3]);
      const only = filters.parse(Pet, 'deleted=only', own);
      expect(ids((await filters.page(rows(Pet).withDeleted(), only)).data)).toEqual([2]);
    });

    it('take turns with requests that see none: no statement of one answers the other', async () => {
      const expected = { '': [1, 3], '&deleted=with': [1, 2, 3], '&deleted=only': [2] };
      const turns = Object.entries(expected);
      for (const [mode, found] of [...turns, ...turns.reverse(), ...turns]) {
        for (const overrides of [own, related]) {
          const { data } = await filters.page(rows(Pet), filters.parse(Pet, `sort=id${mode}`, overrides));
          expect(ids(data)).toEqual(found);
        }
      }
    });

    it('stay beside the conditions of the program, and of a repository', async () => {
      const query = filters.and(filters.parse(Pet, 'deleted=with', own), { name: 'Rex' });
      expect(ids((await filters.page(world.repository(Pet).createQueryBuilder('e'), query)).data)).toEqual([2]);
      expect(ids((await filters.page(world.repository(Pet), query)).data)).toEqual([2]);
    });

    it('are refused by filter(), whose builder has withDeleted()', () => {
      const ask = () => filters.filter(Pet, { deleted: 'with' }, own);
      expect(ask).toThrow(FilterException);
      expect(ask).toThrow('deleted is not read here; call withDeleted() of the builder');
      expect(() => filters.filter(Pet, { deleted: 'with' })).toThrow('deleted');
      expect(() => filters.filter(Pet, { deleted: 'with' }, { ...own, trusted: true })).toThrow('deleted');
    });
  },
);
