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
  VirtualColumn,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, save } from './mapping.js';
import type { EngineName } from '../databases.js';

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

/** Keys of several kinds at once: a text, a moment, a day and a truth. */

@Entity()
@Filterable()
class Reading {
  @PrimaryColumn({ length: 10 }) sensor!: string;
  @PrimaryColumn({ type: Date, precision: 3 }) at!: Date;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'boolean' }) manual!: boolean;
  @Column({ type: 'float' }) celsius!: number;
  @OneToMany(() => Remark, (remark) => remark.reading) remarks!: Relation<Remark>[];
}

@Entity()
@Filterable()
class Remark {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Reading, (reading) => reading.remarks) reading!: Relation<Reading>;
}

export const datedKeys: Mapping = {
  name: 'keys of texts, moments, days and truths',
  entities: [Reading, Remark],
  async seed(source) {
    const reading = (sensor: string, time: string, manual: boolean, celsius: number) => ({
      ...{ sensor, at: new Date(`2024-03-01T${time}Z`), day: '2024-03-01', manual, celsius },
    });
    const early = reading('north', '06:00:00.125', false, 0.5);
    const corrected = reading('north', '06:00:00.125', true, -0.5);
    const late = reading('north', '18:00:00', false, 3.25);
    const south = reading('south', '06:00:00.125', false, 7);
    await save(source, Reading, [early, corrected, late, south]);
    await save(source, Remark, [
      { id: 1, reading: corrected },
      { id: 2, reading: corrected },
      { id: 3, reading: south },
    ]);
  },
  cases: [
    ...asking(
      Reading,
      [
        ['filters[sensor]=north', [0.5, -0.5, 3.25]],
        ['filters[at]=2024-03-01T06:00:00.125Z', [0.5, -0.5, 7]],
        ['filters[at][$gt]=2024-03-01T06:00:00.125Z', [3.25]],
        ['filters[manual]=true', [-0.5]],
        ['filters[day]=2024-03-01&filters[at]=2024-03-01&filters[celsius][$lt]=1', [0.5, -0.5]],
        ['filters[remarks][id]=2', [-0.5]],
        ['filters[remarks][$count]=0', [0.5, 3.25]],
        ['sort=celsius:desc', [7, 3.25, 0.5, -0.5]],
        ['sort=at:desc,manual:desc,sensor:desc', [3.25, -0.5, 7, 0.5]],
        ['sort=manual,at,sensor:desc', [7, 0.5, 3.25, -0.5]],
        ['sort=remarks.$count:desc,celsius', [-0.5, 7, 0.5, 3.25]],
        ['sort=remarks.id:asc:nullsLast,celsius', [-0.5, 7, 0.5, 3.25]],
      ],
      (reading) => reading['celsius'],
    ),
    ...asking(Remark, [
      ['filters[reading][sensor]=south', [3]],
      ['filters[reading][manual]=true', [1, 2]],
      ['filters[$not][reading][celsius][$lt]=0', [3]],
      ['sort=reading.celsius:desc,id', [3, 1, 2]],
      ['sort=reading.at,reading.sensor:desc,id:desc', [3, 2, 1]],
    ]),
  ],
};

/**
 * Keys that are UUIDs, columns that no table has, entities with an order of their own, foreign keys without a
 * constraint.
 */

const [first, second, third] = [
  '0a000000-0000-4000-8000-000000000001',
  '0a000000-0000-4000-8000-000000000002',
  '0a000000-0000-4000-8000-000000000003',
];

@Entity({ orderBy: { rank: 'DESC' } })
@Filterable()
export class Player {
  @PrimaryColumn('uuid') id!: string;
  @Column() rank!: number;
  @ManyToOne(() => Player, { nullable: true }) coach!: Relation<Player> | null;
  @ManyToMany(() => Club, (club) => club.players) clubs!: Relation<Club>[];
  @OneToMany(() => Score, (score) => score.player) scores!: Relation<Score>[];
}

@Entity()
@Filterable()
export class Club {
  @PrimaryColumn() id!: number;
  @ManyToMany(() => Player, (player) => player.clubs) @JoinTable() players!: Relation<Player>[];
  @VirtualColumn({ query: () => `SELECT 'virtual'` }) slogan!: string;
}

@Entity()
@Filterable()
class Score {
  @PrimaryColumn() id!: number;
  @Column() points!: number;
  @ManyToOne(() => Player, (player) => player.scores, { createForeignKeyConstraints: false, nullable: false })
  player!: Relation<Player>;
}

export const keys: Mapping = {
  name: 'uuid keys, virtual columns, orders of entities, unconstrained foreign keys',
  entities: [Player, Club, Score],
  async seed(source) {
    const best = { id: third, rank: 30, coach: null };
    await save(source, Player, [best, { id: first, rank: 10, coach: best }, { id: second, rank: 20, coach: best }]);
    await save(source, Club, [
      { id: 1, players: [{ id: first }, { id: second }] },
      { id: 2, players: [{ id: third }] },
      { id: 3, players: [] },
    ]);
    await save(source, Score, [
      { id: 1, points: 5, player: { id: third } },
      { id: 2, points: 7, player: { id: first } },
      // Refers to nobody.
      { id: 3, points: 9, player: { id: '0a000000-0000-4000-8000-000000000009' } },
    ]);
  },
  cases: [
    ...asking(Player, [
      [`filters[id]=${second.toUpperCase()}`, [second]],
      [`filters[coach]=${third}&sort=rank`, [first, second]],
      [`filters[coach][id][$in][0]=${third}&sort=id:desc`, [second, first]],
      ['filters[clubs][id]=1&sort=rank', [first, second]],
      [`filters[scores][points][$gt]=6`, [first]],
      ['sort=id', [first, second, third]],
      ['sort=coach.rank:asc:nullsFirst,rank:desc', [third, second, first]],
      ['sort=scores.points:desc:nullsLast', [first, third, second]],
    ]),
    ...asking(Club, [
      [`filters[players]=${third}`, [2]],
      [`filters[players][$none][rank][$lt]=20`, [2, 3]],
      [`filters[players][coach][rank]=30`, [1]],
      ['sort=players.rank:asc:nullsLast', [1, 2, 3]],
      ['sort=players.$count:desc', [1, 2, 3]],
    ]),
    ...asking(Score, [
      ['filters[player][rank]=10', [2]],
      ['filters[player][$exists]=false', [3]],
      ['filters[player]=0a000000-0000-4000-8000-000000000009', []],
      ['sort=player.rank:asc:nullsLast', [2, 1, 3]],
    ]),
  ],
};

/** A column that the database computes, and that MariaDB lets be NULL whatever its entity says. */
export function generated(engine: EngineName): Mapping {
  @Entity('generated_crate')
  @Filterable()
  class Crate {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) weight!: number | null;
    @Column({
      type: 'int',
      asExpression: 'weight * 2',
      generatedType: 'STORED',
      insert: false,
      update: false,
      nullable: engine !== 'mariadb',
    })
    both!: number | null;
  }

  return {
    name: 'a generated column',
    entities: [Crate],
    async seed(source) {
      const weights = [3, null, 1, null, 2];
      await save(
        source,
        Crate,
        weights.map((weight, index) => ({ id: index + 1, weight })),
      );
    },
    cases: asking(Crate, [
      ['sort=both:asc:nullsLast', [3, 5, 1, 2, 4]],
      ['sort=both:asc:nullsFirst', [2, 4, 3, 5, 1]],
      ['sort=both:desc:nullsLast', [1, 5, 3, 4, 2]],
      ['sort=both:desc:nullsFirst', [4, 2, 1, 5, 3]],
    ]),
  };
}
