import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';

@Entity('nf_crew')
@Filterable({ fields: ['id'], populate: [{ name: 'sailors', limit: 2, sort: 'id:desc' }] })
class Crew {
  @PrimaryColumn() id!: number;
  @OneToMany(() => Sailor, ({ crew }) => crew) sailors!: Relation<Sailor>[];
}

/** The SQL of a virtual column may read what `sailor.*` does not list: a system column. */
@Entity('nf_sailor')
@Filterable({ fields: ['id', 'name', { name: 'place', kind: 'text' }] })
class Sailor {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @VirtualColumn({ query: (alias) => `SELECT CAST(${alias}.ctid AS text)`, type: 'varchar' }) place!: string;
  @ManyToOne(() => Crew, ({ sailors }) => sailors) crew!: Relation<Crew>;
}

describeOn('postgres')('related rows with SQL of the application’s own on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Crew, Sailor] });
    await database.source.getRepository(Crew).insert([{ id: 1 }, { id: 2 }]);
    const sailors = [1, 2, 3, 4].map((id) => ({ id, name: `sailor ${id}`, crew: { id: id === 4 ? 2 : 1 } }));
    await database.source.getRepository(Sailor).insert(sailors);
  });
  afterAll(() => database.close());

  it('are read from their table, which has every column', async () => {
    const filters = FilterService.forDataSource(database.source);
    const query = filters.parse(Crew, 'sort=id&populate[sailors][fields]=name,place');
    const { data } = await filters.page(database.source.getRepository(Crew), query);
    const places = data.map(({ sailors }) => sailors.map(({ name, place }) => [name, place]));
    expect(places).toEqual([
      [
        ['sailor 3', '(0,3)'],
        ['sailor 2', '(0,2)'],
      ],
      [['sailor 4', '(0,4)']],
    ]);
  });
});
