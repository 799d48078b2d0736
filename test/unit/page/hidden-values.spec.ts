import { Filterable, FilterException, FilterService, type ParseOverrides } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { rowsOf, scripted } from '../../support/scripted.js';

const secret = 'sixteen characters or more';
const ifHead = (context: unknown) => (context as { readonly isHead?: boolean } | undefined)?.isHead === true;

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

/** The primary key, and how many members there are, are for heads alone. */
@Entity()
@Filterable({ fields: ['name', { name: 'number', when: ifHead }], relations: [{ name: 'members', when: ifHead }] })
class Club {
  @PrimaryColumn() number!: number;
  @Column() name!: string;
  @OneToMany(() => Member, ({ club }) => club) members!: Relation<Member>[];
}

@Entity()
@Filterable({ fields: ['id'] })
class Member {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Club, ({ members }) => members) club!: Relation<Club>;
}

type Overrides = ParseOverrides<{ name: string }>;

const rows = [1, 2].map((n) => ({
  id: n,
  name: `n${n}`,
  salary: 777_000 + n,
  passport: `P-0815-${n}`,
  number: 888_000 + n,
  nf_3: n,
}));
const { source } = await scripted('postgres', [Employee, Voter, Club, Member], (sql) => rowsOf(sql, rows));
const open = FilterService.forDataSource(source);
const encrypted = FilterService.forDataSource(source, { pagination: { secret } });

const pageOf = (entity: new () => { name: string }, service: FilterService, overrides: Overrides, slice: object) => {
  const input = { pagination: { pageSize: '1', ...slice } };
  return service.page(source.getRepository(entity), service.parse(entity, input, overrides));
};

async function nextOf(entity: new () => { name: string }, service: FilterService, overrides: Overrides) {
  const { pagination } = (await pageOf(entity, service, overrides, { after: '' })).meta;
  return pagination.next ?? '';
}

/** Everything that can be read from a cursor without the secret. */
const seenIn = (cursor: string) =>
  (['base64url', 'base64', 'hex', 'utf8'] as const).map((form) => Buffer.from(cursor, form).toString('latin1')).join();

const lists: readonly (readonly [string, new () => { name: string }, value: string, object])[] = [
  ['a column of @Entity({ orderBy })', Employee, '777', {}],
  ['a column of defaults.sort', Employee, '777', { defaults: { sort: ['salary'] } }],
  ['a hidden key', Voter, 'P-0815', {}],
  ['a key that is there for some', Club, '888', {}],
  ['the number of rows of a relation that is there for some', Club, '888', { defaults: { sort: ['members.$count'] } }],
];

describe.each(lists)('a list in the order of %s', (_, entity, value, overrides: Overrides) => {
  it('has cursors with a secret, which show nothing, and of which no two of a row are alike', async () => {
    const [one, other] = [await nextOf(entity, encrypted, overrides), await nextOf(entity, encrypted, overrides)];
    expect(one).toMatch(/^[\w-]+$/);
    expect(seenIn(one)).not.toContain(value);
    expect(other).not.toBe(one);
    const { data } = await pageOf(entity, encrypted, overrides, { after: one });
    expect(data).toHaveLength(1);
    expect(encrypted.describe(entity, overrides).pagination.styles).toEqual(['page', 'offset', 'cursor']);
  });

  it('has no cursors without one, in words that name no hidden key', async () => {
    const error: unknown = await (async () => pageOf(entity, open, overrides, { after: '' }))().catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FilterException);
    const { issues } = error as FilterException;
    expect(issues).toMatchObject([{ code: 'invalid_pagination', pointer: '/pagination/after' }]);
    expect(issues[0]?.allowed).toEqual(['page', 'pageSize', 'start', 'limit', 'withCount']);
    expect(JSON.stringify(issues)).not.toMatch(/salary|passport|number|members/);
    expect(open.describe(entity, overrides).pagination.styles).toEqual(['page', 'offset']);
    expect((await pageOf(entity, open, overrides, { page: '1' })).data).toHaveLength(1);
  });

  it('is refused at boot without one where the handler names the style cursor', () => {
    const named = { ...overrides, pagination: { styles: ['page', 'cursor'] as const } };
    expect(() => open.parse(entity, '', named)).toThrow(/clients may not filter by.*set pagination\.secret/);
    expect(() => encrypted.parse(entity, '', named)).not.toThrow();
    expect(() => open.parse(entity, '', { ...named, pagination: { ...named.pagination, secret } })).not.toThrow();
  });
});

it('cursors are for those who may see the key, without a secret, and for nobody else', async () => {
  const after = await nextOf(Club, open, { context: { isHead: true } });
  expect((await pageOf(Club, open, { context: { isHead: true } }, { after })).data).toHaveLength(1);
  expect(open.describe(Club, { context: { isHead: true } }).pagination.styles).toContain('cursor');
  expect(() => open.parse(Club, { pagination: { after } }, { context: { isHead: false } })).toThrow(FilterException);
});
