import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, type SelectQueryBuilder } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['boats'] })
class Harbour {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Boat, (boat) => boat.harbour) boats!: Relation<Boat>[];
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['harbour'] })
class Boat {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Harbour, (harbour) => harbour.boats) harbour!: Relation<Harbour>;
}

type Builder = SelectQueryBuilder<Harbour>;

const builders: readonly (readonly [joins: string, join: (builder: Builder) => Builder, classes: readonly string[]])[] =
  [
    ['no join', (builder) => builder, ['Harbour']],
    [
      'a join that multiplies rows',
      (builder) => builder.leftJoinAndSelect('harbour.boats', 'boat'),
      ['Harbour', 'Boat'],
    ],
  ];

const slices = ['', '&pagination[page]=2', '&pagination[after]=', '&pagination[withCount]=false', '&fields=name'];

describe.each(engines)("a builder with TypeORM's option create-pojo on %s", (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Harbour, Boat] });
    filters = FilterService.forDataSource(database.source, { limits: { pageSize: 2 } });
    const { manager } = database.source;
    const harbours = [1, 2, 3, 4, 5].map((id) => ({ id, name: `harbour ${id}` }));
    await manager.insert(Harbour, harbours);
    await manager.insert(
      Boat,
      harbours.flatMap((harbour) => [0, 1].map((n) => ({ id: harbour.id * 2 + n, name: `boat ${n}`, harbour }))),
    );
  });
  afterAll(() => database.close());

  const classesOf = (rows: readonly Partial<Harbour>[]) =>
    rows.flatMap((row) => [row, ...(row.boats ?? [])].map(({ constructor: { name } }) => name));

  describe.each(builders)('and %s', (_, join, classes) => {
    const harbours = () => join(database.source.getRepository(Harbour).createQueryBuilder('harbour'));
    const plain = () => harbours().setOption('create-pojo');

    it.each(slices)('answers a page of plain objects, known or new: sort=id%s', async (slice) => {
      const query = filters.parse(Harbour, `sort=id${slice}`, { select: true });
      for (let time = 0; time < 3; time += 1) {
        const { data, meta } = await filters.page(plain(), query);
        const usual = await filters.page(harbours(), query);
        expect(new Set(classesOf(data))).toEqual(new Set(['Object']));
        expect(new Set(classesOf(usual.data))).toEqual(new Set(classes));
        expect(JSON.stringify({ data, meta })).toBe(JSON.stringify(usual));
      }
    });

    it('gives each() plain objects', async () => {
      const rows: Partial<Harbour>[] = [];
      for await (const row of filters.each(plain(), filters.parse(Harbour, 'sort=id'), { chunk: 2 })) rows.push(row);
      expect(rows).toHaveLength(5);
      expect(new Set(classesOf(rows))).toEqual(new Set(['Object']));
    });
  });
});
