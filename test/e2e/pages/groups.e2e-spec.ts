import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, type SelectQueryBuilder } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';

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

const everywhere: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];
const grouped = (builder: Builder) => builder.groupBy('p.id').addGroupBy('p.n').addGroupBy('p.kind');
const counted = (builder: Builder) => grouped(builder.leftJoin('p.children', 'c').addSelect('COUNT(c.id)', 'cnt'));
const divided = (builder: Builder) => grouped(builder.leftJoin('p.children', 'c').addSelect('c.id % 3', 'part'));
const beside = (builder: Builder) => {
  builder.addFrom(Child, 'other').where('other.id < 3');
  return builder;
};

/** Builders whose rows are groups, or are joined by hand, where their engines can send them, and the entities found. */
const builders: readonly (readonly [string, on: readonly EngineName[], (builder: Builder) => Builder, number[]])[] = [
  ['HAVING names a count', ['sqlite', 'mariadb'], (p) => counted(p).having('(CNT > :cnt)', { cnt: 3 }), [4, 5]],
  ['HAVING repeats it', everywhere, (p) => counted(p).having('COUNT(c.id) > 1'), [2, 3, 4, 5]],
  ['HAVING without groups', ['mariadb'], (p) => p.addSelect('p.n * 2', 'twice').having('twice > 4'), [3, 4, 5]],
  ['GROUP BY divides entities', everywhere, (p) => divided(p).addGroupBy('part'), [1, 2, 3, 4, 5]],
  ['DISTINCT ON', ['postgres'], (p) => p.distinctOn(['p.kind']).where('p.id < 3'), [2, 1]],
  ['a second FROM', everywhere, beside, [1, 2, 3, 4, 5]],
  ['WHERE names an expression', ['sqlite'], (p) => p.addSelect('p.n * 2', 'twice').where('twice > 4'), [3, 4, 5]],
  ['WHERE has a column of such a name', everywhere, (p) => p.addSelect('p.n * 2', 'n').where('p.n > 2'), [3, 4, 5]],
];

onEngines(
  'a builder whose rows are no plain entities',
  {
    entities: [Parent, Child],
    seed: async ({ manager }) => {
      const parents = [1, 2, 3, 4, 5].map((n) => ({ id: n, n, kind: n % 2 === 0 ? 'even' : 'odd' }));
      await manager.insert(Parent, parents);
      // The parent `n` has `n` children, with numbers in a row.
      const children = parents.flatMap((parent) => Array.from({ length: parent.n }, () => parent));
      await manager.insert(
        Child,
        children.map((parent, index) => ({ id: index + 1, parent })),
      );
    },
  },
  (world) => {
    it.each(builders.filter(([, on]) => on.includes(world.engine)))(
      'has pages, totals and facets: %s',
      async (_name, _on, prepare, ids) => {
        const { filters } = world;
        const builder = () => prepare(world.source.createQueryBuilder(Parent, 'p'));
        const page = (request: string) => filters.page(builder(), filters.parse(Parent, request));
        const found: number[] = [];
        for (let number = 1; number <= Math.ceil(ids.length / 2); number += 1) {
          const { data, meta } = await page(`sort=id&pagination[page]=${number}&pagination[pageSize]=2`);
          expect(meta.pagination).toMatchObject({ total: ids.length });
          found.push(...data.map(({ id }) => id));
        }
        expect(found).toEqual(ids);
        const large = ids.filter((id) => id > 2);
        expect((await page('filters[n][$gt]=2&sort=n:desc')).meta.pagination).toMatchObject({ total: large.length });
        const facets = await filters.facets(builder(), filters.parse(Parent, 'facets=kind'));
        const even = ids.filter((id) => id % 2 === 0).length;
        expect(facets['kind']).toMatchObject({
          values: expect.arrayContaining([{ value: 'even', count: even }]) as unknown,
        });
      },
    );
  },
);
