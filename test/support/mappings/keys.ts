import {
  Column,
  Entity,
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
export class Score {
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
