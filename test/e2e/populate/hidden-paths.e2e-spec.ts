import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

const staff = (context: unknown) => context === 'staff';

function entitiesWith(type: 'simple-json' | 'json') {
  @Entity('nf_hotel')
  @Filterable({
    fields: [
      'id',
      { name: 'specs', paths: { color: 'text', secret: { kind: 'integer', when: staff } } },
      { name: 'notes', paths: { color: 'text' } },
    ],
  })
  class Hotel {
    @PrimaryColumn() id!: number;
    @Column({ type }) specs!: object;
    @Column({ type }) notes!: object;
  }

  @Entity('nf_room')
  @Filterable({ fields: ['id'], relations: ['hotel'], populate: ['hotel'] })
  class Room {
    @PrimaryColumn() id!: number;
    @ManyToOne(() => Hotel) hotel!: Relation<Hotel>;
  }
  return { Hotel, Room };
}

/* No part of a document is left out of an answer, so that a document with a hidden path is hidden itself. */
describe.each(engines)('populated documents with a hidden path on %s', (engine) => {
  const { Hotel, Room } = entitiesWith(engine === 'sqlite' ? 'simple-json' : 'json');
  const [id, specs, notes] = [1, { color: 'red', secret: 9 }, { color: 'blue' }];
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Hotel, Room] });
    filters = FilterService.forDataSource(database.source);
    await database.source.getRepository(Hotel).insert({ id, specs, notes });
    await database.source.getRepository(Room).insert({ id, hotel: { id } });
  });
  afterAll(() => database.close());

  it.each([
    ['staff', 'populate=hotel', { id, specs, notes }],
    ['guest', 'populate=hotel', { id, notes }],
    ['staff', 'populate[hotel][fields]=specs', { id, specs }],
    ['guest', 'populate[hotel][fields]=notes', { id, notes }],
  ])('are answered to %s: %s', async (context, request, expected) => {
    const query = filters.parse(Room, request, { context });
    const { data } = await filters.page(database.source.getRepository(Room), query);
    expect(data.map(({ hotel }) => ({ ...hotel }))).toEqual([expected]);
  });

  it('are refused by name as what does not exist', () => {
    const refused = (name: string) => {
      try {
        filters.parse(Room, `populate[hotel][fields]=${name}`, { context: 'guest' });
      } catch (error) {
        if (error instanceof FilterException) return JSON.stringify(error.issues);
      }
      return 'nothing';
    };
    expect(refused('specs')).toBe(refused('xxxxx').replaceAll('xxxxx', 'specs'));
  });
});
