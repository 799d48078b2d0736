import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, save } from './mapping.js';

/** Keys of two columns, on both sides of every kind of relation. */

@Entity()
@Filterable()
class Room {
  @PrimaryColumn({ length: 10 }) house!: string;
  @PrimaryColumn() number!: number;
  @Column() seats!: number;
  @OneToMany(() => Booking, (booking) => booking.room) bookings!: Relation<Booking>[];
  @ManyToMany(() => Feature, (feature) => feature.rooms) @JoinTable() features!: Relation<Feature>[];
  @ManyToOne(() => Room, (room) => room.annexes, { nullable: true }) mainRoom!: Relation<Room> | null;
  @OneToMany(() => Room, (room) => room.mainRoom) annexes!: Relation<Room>[];
}

@Entity()
@Filterable()
class Booking {
  @PrimaryColumn() id!: number;
  @Column({ nullable: true, type: 'varchar', length: 10 }) house!: string | null;
  @Column({ nullable: true, type: 'int' }) roomNumber!: number | null;
  @ManyToOne(() => Room, (room) => room.bookings, { nullable: true })
  @JoinColumn([
    { name: 'house', referencedColumnName: 'house' },
    { name: 'roomNumber', referencedColumnName: 'number' },
  ])
  room!: Relation<Room> | null;
}

@Entity()
@Filterable()
class Feature {
  @PrimaryColumn({ length: 10 }) code!: string;
  @PrimaryColumn({ length: 2 }) language!: string;
  @Column() label!: string;
  @ManyToMany(() => Room, (room) => room.features) rooms!: Relation<Room>[];
}

export const composite: Mapping = {
  name: 'composite primary and foreign keys',
  entities: [Room, Booking, Feature],
  async seed(source) {
    const beamer = { code: 'beamer', language: 'en', label: 'Projector' };
    const beamerDe = { code: 'beamer', language: 'de', label: 'Beamer' };
    const piano = { code: 'piano', language: 'en', label: 'Piano' };
    await save(source, Feature, [beamer, beamerDe, piano]);
    const a1 = { house: 'A', number: 1, seats: 10, features: [beamer, piano], mainRoom: null };
    const a2 = { house: 'A', number: 2, seats: 30, features: [beamerDe], mainRoom: a1 };
    const b1 = { house: 'B', number: 1, seats: 20, features: [], mainRoom: a1 };
    await save(source, Room, [a1, a2, b1]);
    await save(source, Booking, [
      { id: 1, room: a1 },
      { id: 2, room: a2 },
      { id: 3, room: b1 },
      { id: 4, room: b1 },
      { id: 5, room: null },
      // Half a key refers to nothing.
      { id: 6, house: 'A', roomNumber: null },
    ]);
  },
  cases: [
    ...asking(Booking, [
      ['filters[room][seats]=20', [3, 4]],
      ['filters[room][house]=A', [1, 2]],
      ['filters[room][number]=1', [1, 3, 4]],
      ['filters[$not][room][number]=1', [2, 5, 6]],
      ['filters[room][$exists]=false', [5, 6]],
      ['filters[room][$null]=false', [1, 2, 3, 4]],
      ['filters[room][features][label]=Piano', [1]],
      ['filters[room][mainRoom][seats]=10', [2, 3, 4]],
      ['filters[house]=A', [1, 2, 6]],
      ['sort=room.seats:desc:nullsLast,id', [2, 3, 4, 1, 5, 6]],
      ['sort=room.house:asc:nullsFirst,room.number:desc:nullsFirst,id:desc', [6, 5, 2, 1, 4, 3]],
      ['sort=room.mainRoom.seats:asc:nullsLast,id:desc', [4, 3, 2, 6, 5, 1]],
    ]),
    ...asking(
      Room,
      [
        ['filters[house]=A&filters[number]=1', ['A1']],
        ['filters[bookings][id]=2', ['A2']],
        ['filters[bookings][$none][id]=2', ['A1', 'B1']],
        ['filters[bookings][$every][id][$gt]=2', ['B1']],
        ['filters[bookings][$count]=2', ['B1']],
        ['filters[bookings]=1', ['A1']],
        ['filters[features][code]=beamer', ['A1', 'A2']],
        ['filters[features][label]=Beamer', ['A2']],
        ['filters[features][code]=beamer&filters[features][language]=en', ['A1']],
        ['filters[features][$none][language]=en', ['A2', 'B1']],
        ['filters[features][$every][language]=en', ['A1', 'B1']],
        ['filters[features][$count][$gte]=1', ['A1', 'A2']],
        ['filters[annexes][seats][$gt]=20', ['A1']],
        ['filters[mainRoom][house]=A', ['A2', 'B1']],
        ['filters[mainRoom][$exists]=false', ['A1']],
        ['sort=bookings.$count:desc,house', ['B1', 'A1', 'A2']],
        ['sort=bookings.id:desc', ['B1', 'A2', 'A1']],
        ['sort=features.label:asc:nullsFirst', ['B1', 'A2', 'A1']],
        ['sort=mainRoom.seats:asc:nullsLast,seats', ['B1', 'A2', 'A1']],
        ['sort=annexes.$count:desc,seats:desc', ['A1', 'A2', 'B1']],
      ],
      (room) => `${room['house']}${room['number']}`,
    ),
    ...asking(
      Feature,
      [
        ['filters[rooms][house]=A', ['beamer-de', 'beamer-en', 'piano-en']],
        ['filters[rooms][number]=2', ['beamer-de']],
        ['filters[rooms][$none][number]=1', ['beamer-de']],
        ['filters[rooms][bookings][id]=1&sort=label:desc', ['beamer-en', 'piano-en']],
        ['sort=rooms.seats:desc,label', ['beamer-de', 'piano-en', 'beamer-en']],
      ],
      (feature) => `${feature['code']}-${feature['language']}`,
    ),
  ],
};
