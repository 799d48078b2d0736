import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, type SelectQueryBuilder } from 'typeorm';
import { Filterable, FilterService, type Page } from 'nestjs-filterable';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../../support/databases.js';

/* Builders whose clauses name one of their own selections. Engines differ in the clauses that may. */

@Entity('naming_parent')
@Filterable({ fields: ['id', 'n', 'kind'], facets: ['kind'], relations: ['children'] })
class Parent {
  @PrimaryColumn() id!: number;
  @Column() n!: number;
  @Column({ type: 'varchar', length: 10 }) kind!: string;
  @OneToMany(() => Child, (child) => child.parent) children!: Relation<Child>[];
}

@Entity('naming_child')
@Filterable({ fields: ['id'] })
class Child {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Parent, (parent) => parent.children) parent!: Relation<Parent>;
}

type Builder = SelectQueryBuilder<Parent>;

interface Case {
  readonly name: string;
  readonly prepare: (builder: Builder) => Builder;
  /** The engines where the builder itself can be sent. */
  readonly on: readonly EngineName[];
  readonly ids: readonly number[];
  /** True where rows are no groups, which have pages by cursor and each(). */
  readonly hasCursors?: boolean;
}

const everywhere: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];
const grouped = (builder: Builder) => builder.groupBy('p.id').addGroupBy('p.n').addGroupBy('p.kind');
const counted = (builder: Builder) => grouped(builder.leftJoin('p.children', 'c').addSelect('COUNT(c.id)', 'cnt'));

const cases: readonly Case[] = [
  {
    name: 'HAVING names a count of a join',
    prepare: (builder) => counted(builder).having('cnt > 1'),
    on: ['sqlite', 'mariadb'],
    ids: [2, 3, 4, 5],
  },
  {
    name: 'HAVING names it in brackets, in other letters, beside a parameter of the name',
    prepare: (builder) => counted(builder).having('(1 = 1) AND (CNT > :cnt)', { cnt: 3 }),
    on: ['sqlite', 'mariadb'],
    ids: [4, 5],
  },
  {
    name: 'HAVING names it, and the builder is ordered by it',
    prepare: (builder) => counted(builder).having('cnt > 1').orderBy('cnt', 'ASC'),
    on: ['sqlite', 'mariadb'],
    ids: [2, 3, 4, 5],
  },
  {
    name: 'HAVING repeats the expression, and names nothing',
    prepare: (builder) => counted(builder).having('COUNT(c.id) > 1'),
    on: everywhere,
    ids: [2, 3, 4, 5],
  },
  {
    name: 'HAVING without groups names an expression',
    prepare: (builder) => builder.addSelect('p.n * 2', 'twice').having('twice > 4'),
    on: ['mariadb'],
    ids: [3, 4, 5],
  },
  {
    name: 'GROUP BY names an expression',
    prepare: (builder) => grouped(builder.addSelect('p.id + 0', 'same')).addGroupBy('same'),
    on: everywhere,
    ids: [1, 2, 3, 4, 5],
  },
  {
    name: 'GROUP BY names an expression that divides an entity into several groups',
    prepare: (builder) => grouped(builder.leftJoin('p.children', 'c').addSelect('c.id % 3', 'part')).addGroupBy('part'),
    on: everywhere,
    ids: [1, 2, 3, 4, 5],
  },
  {
    name: 'GROUP BY names it in quotes, within the order of the engine',
    prepare: (builder) =>
      grouped(builder.addSelect('p.id + 0', 'same')).addGroupBy(builder.escape('same')).orderBy('same', 'ASC'),
    on: everywhere,
    ids: [1, 2, 3, 4, 5],
  },
  {
    name: 'WHERE names an expression',
    prepare: (builder) => builder.addSelect('p.n * 2', 'twice').where('twice > 4'),
    on: ['sqlite'],
    ids: [3, 4, 5],
    hasCursors: true,
  },
  {
    name: 'WHERE names an expression of a join to many, which nothing else refers to',
    prepare: (builder) =>
      builder.leftJoin('p.children', 'c').addSelect('c.id % 2', 'odd').where('odd = 1').andWhere('p.n > 1'),
    on: ['sqlite'],
    ids: [2, 3, 4, 5],
    hasCursors: true,
  },
  {
    name: 'WHERE has a column of the name of a selection',
    prepare: (builder) => builder.addSelect('p.n * 2', 'n').where('p.n > 2'),
    on: everywhere,
    ids: [3, 4, 5],
    hasCursors: true,
  },
];

describe.each(engines)('selections that the clauses of a builder name on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Parent, Child] });
    const { manager } = database.source;
    const parents = [1, 2, 3, 4, 5].map((n) => ({ id: n, n, kind: n % 2 === 0 ? 'even' : 'odd' }));
    await manager.insert(Parent, parents);
    // The parent `n` has `n` children, with numbers in a row.
    const children = parents.flatMap((parent) => Array.from({ length: parent.n }, () => parent));
    await manager.insert(
      Child,
      children.map((parent, index) => ({ id: index + 1, parent })),
    );
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  const parents = () => database.source.createQueryBuilder(Parent, 'p');

  describe.each(cases.filter(({ on }) => on.includes(engine)))('$name', ({ prepare, ids, hasCursors }) => {
    const page = (text: string): Promise<Page<Parent>> => filters.page(prepare(parents()), filters.parse(Parent, text));

    it('is a builder that can be sent', async () => {
      const rows = await prepare(parents()).getMany();
      expect(rows.map(({ id }) => id).sort()).toEqual(ids);
    });

    it.each([1, 2, 10])('has pages, %d rows each', async (size) => {
      const found: number[] = [];
      for (let number = 1; number <= Math.ceil(ids.length / size); number += 1) {
        const { data, meta } = await page(`sort=id&pagination[page]=${number}&pagination[pageSize]=${size}`);
        expect(meta.pagination).toMatchObject({ total: ids.length });
        found.push(...data.map(({ id }) => id));
      }
      expect(found).toEqual(ids);
    });

    it('has filters, sorts and a total', async () => {
      const filtered = await page('filters[n][$gt]=2&sort=n:desc&pagination[pageSize]=2');
      const expected = ids.filter((id) => id > 2);
      expect(filtered.meta.pagination).toMatchObject({ total: expected.length });
      expect(filtered.data).toHaveLength(Math.min(2, expected.length));
      expect(await filters.count(prepare(parents()), filters.parse(Parent, ''))).toBe(ids.length);
    });

    it('has facets', async () => {
      const facets = await filters.facets(prepare(parents()), filters.parse(Parent, 'facets=kind'));
      const even = ids.filter((id) => id % 2 === 0).length;
      const values = [
        { value: 'even', count: even },
        { value: 'odd', count: ids.length - even },
      ];
      expect(facets['kind']).toMatchObject({ values: expect.arrayContaining(values) as unknown });
    });

    it('has pages by cursor and each(), unless its rows are groups', async () => {
      if (hasCursors !== true) return;
      for (const size of [1, 2, 10]) {
        const found: number[] = [];
        for (let after: string | null = ''; after !== null && found.length < 20;) {
          const slice: string = `pagination[pageSize]=${size}&pagination[after]=${encodeURIComponent(after)}`;
          const { data, meta } = await page(`sort=n&${slice}&pagination[withCount]=true`);
          found.push(...data.map(({ id }) => id));
          after = 'next' in meta.pagination ? meta.pagination.next : null;
        }
        const exported: number[] = [];
        const query = filters.parse(Parent, 'sort=n', { pagination: false });
        for await (const { id } of filters.each(prepare(parents()), query, { chunk: size })) exported.push(id);
        expect([size, found, exported]).toEqual([size, ids, ids]);
      }
    });
  });
});
