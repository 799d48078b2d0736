import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { onEngines } from '../../support/engines.js';

const staff = (context: unknown) => context === 'staff';

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
  @Column({ type: 'json' }) specs!: object;
  @Column({ type: 'json' }) notes!: object;
}

@Entity('nf_room')
@Filterable({ fields: ['id'], relations: ['hotel'], populate: ['hotel'] })
class Room {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Hotel) hotel!: Relation<Hotel>;
}

const [id, specs, notes] = [1, { color: 'red', secret: 9 }, { color: 'blue' }];

/* No part of a document is left out of an answer, so that a document with a hidden path is hidden itself. */
onEngines(
  'populated documents with a hidden path',
  {
    entities: [Hotel, Room],
    seed: async (source) => {
      await source.getRepository(Hotel).insert({ id, specs, notes });
      await source.getRepository(Room).insert({ id, hotel: { id } });
    },
  },
  (world) => {
    it.each([
      ['staff', 'populate=hotel', { id, specs, notes }],
      ['guest', 'populate=hotel', { id, notes }],
      ['staff', 'populate[hotel][fields]=specs', { id, specs }],
      ['guest', 'populate[hotel][fields]=notes', { id, notes }],
    ])('are answered to %s: %s', async (context, request, expected) => {
      const query = world.filters.parse(Room, request, { context });
      const { data } = await world.filters.page(world.repository(Room), query);
      expect(data.map(({ hotel }) => ({ ...hotel }))).toEqual([expected]);
    });

    it('are refused by name as what does not exist', () => {
      const refused = (name: string) =>
        JSON.stringify(
          refusalOf(() => world.filters.parse(Room, `populate[hotel][fields]=${name}`, { context: 'guest' })),
        );
      expect(refused('specs')).toBe(refused('xxxxx').replaceAll('xxxxx', 'specs'));
    });
  },
);

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return (error as { issues?: unknown }).issues;
  }
  throw new Error('it was not refused');
}
