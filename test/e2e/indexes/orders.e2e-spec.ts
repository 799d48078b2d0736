import { Filterable } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { onEngines } from '../../support/engines.js';

@Entity('ordered_room')
@Filterable({ fields: ['id'] })
class Room {
  @PrimaryColumn() id!: number;
}

@Entity('ordered_picture', { orderBy: { year: 'DESC', title: 'ASC' } })
@Filterable({ fields: ['id', 'year', 'title', 'painter', 'isShown'], relations: ['room'] })
class Picture {
  @PrimaryColumn() id!: number;
  @Column() year!: number;
  @Column({ length: 40 }) title!: string;
  @Column({ length: 40 }) painter!: string;
  @Column() isShown!: boolean;
  @Index('ordered_picture_room') @ManyToOne(() => Room) room!: Relation<Room>;
}

@Entity('ordered_frame', { orderBy: { id: 'DESC' } })
@Filterable({ fields: ['id', 'isGilded', 'width'] })
class Frame {
  @PrimaryColumn() id!: number;
  @Column() isGilded!: boolean;
  @Column() width!: number;
}

@Entity('ordered_hook')
@Filterable({ fields: ['id', 'isLong', 'weight'] })
class Hook {
  @PrimaryColumn() id!: number;
  @Column() isLong!: boolean;
  @Column() weight!: number;
}

onEngines('indexes of a declared order', { entities: [Room, Picture, Frame, Hook] }, (world) => {
  const keysOf = (ddl: readonly string[]) => (/\((.*)\)$/.exec(ddl.join(' ')) ?? [])[1]?.replaceAll(/["`,]/g, '');
  const missingOf = async (entity: new () => object) =>
    (await world.filters.indexes(entity)).missing.map(({ serves, ddl }) => [serves.join(', '), keysOf(ddl)]);

  it('are those of the order, and of the order behind columns that leave many rows', async () => {
    // A painter has few pictures, which are sorted where they are read. The room has an index, and the order has not.
    expect(await missingOf(Picture)).toEqual([
      ['order year, title, filter year', 'year DESC title'],
      ['filter title', 'title'],
      ['filter painter', 'painter'],
      ['order isShown, year, title, filter isShown', 'isShown year DESC title'],
      ['order room, year, title', 'roomId year DESC title'],
    ]);
  });

  it.each([
    ['by the primary key', Frame],
    ['without an order', Hook],
  ])('are none for a list %s', async (_, entity) => {
    const uses = (await missingOf(entity)).map(([serves]) => serves);
    expect(uses.join()).not.toContain('order');
    expect(uses).toHaveLength(2);
  });

  it('leave nothing missing once they are made', async () => {
    const { missing } = await world.filters.indexes(Picture);
    for (const { ddl } of missing) for (const statement of ddl) await world.source.query(statement);
    expect((await world.filters.indexes(Picture)).missing).toEqual([]);
  });
});
