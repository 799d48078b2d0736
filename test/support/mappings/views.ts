import {
  Column,
  type DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  ViewColumn,
  ViewEntity,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Views: as the root, as what a relation leads to, and without any key. */

@Entity()
@Filterable()
class Team {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Match, (match) => match.team) matches!: Relation<Match>[];
}

@Entity()
@Filterable()
class Match {
  @PrimaryColumn() id!: number;
  @Column() points!: number;
  @Column() teamId!: number;
  @ManyToOne(() => Team, (team) => team.matches) team!: Relation<Team>;
  @ManyToOne(() => Standing, (standing) => standing.matches, { createForeignKeyConstraints: false })
  standing!: Relation<Standing>;
}

@ViewEntity({
  name: 'standing',
  expression: (source: DataSource) =>
    source
      .createQueryBuilder()
      .select('m.teamId', 'teamId')
      .addSelect('SUM(m.points)', 'total')
      .from(Match, 'm')
      .groupBy('m.teamId'),
})
@Filterable()
class Standing {
  @ViewColumn() @PrimaryColumn() teamId!: number;
  @ViewColumn() @Column({ type: 'int' }) total!: number;
  @ManyToOne(() => Team) team!: Relation<Team>;
  @OneToMany(() => Match, (match) => match.standing) matches!: Relation<Match>[];
}

@ViewEntity({
  name: 'heading',
  expression: (source: DataSource) => source.createQueryBuilder().select('t.name', 'name').from(Team, 't'),
})
@Filterable()
class Heading {
  @ViewColumn() @Column() name!: string;
}

/** A view without a key: its rows have no total order, so it has no pages. */
export const keylessCases = asking(
  Heading,
  [
    ['filters[name][$startsWith]=b', ['Blues']],
    ['sort=name:desc', ['Reds', 'Idle', 'Blues']],
  ],
  (heading) => heading['name'],
);

export const views: Mapping = {
  name: 'views',
  entities: [Team, Match, Standing, Heading],
  async seed(source) {
    await save(source, Team, numbered('name', 'Reds', 'Blues', 'Idle'));
    await save(source, Match, [
      { id: 1, points: 3, team: { id: 1 }, standing: { teamId: 1 } },
      { id: 2, points: 1, team: { id: 2 }, standing: { teamId: 2 } },
      { id: 3, points: 1, team: { id: 1 }, standing: { teamId: 1 } },
      // Nothing keeps a row from referring to a row that the view does not have.
      { id: 4, points: 0, team: { id: 2 }, standing: { teamId: 3 } },
    ]);
  },
  cases: [
    ...asking(
      Standing,
      [
        ['filters[total][$gt]=1', [1]],
        ['filters[team][name]=Blues', [2]],
        ['filters[matches][points]=3', [1]],
        ['filters[matches][$count]=1', [2]],
        ['sort=total', [2, 1]],
        ['sort=team.name', [2, 1]],
        ['sort=matches.points:desc', [1, 2]],
      ],
      (standing) => standing['teamId'],
    ),
    ...asking(Match, [
      ['filters[standing][total]=4', [1, 3]],
      ['filters[standing]=1', [1, 3]],
      ['filters[standing]=3', []],
      ['filters[standing][$exists]=true', [1, 2, 3]],
      ['filters[$not][standing][total]=4', [2, 4]],
      ['filters[standing][team][name]=Blues', [2]],
      ['sort=standing.total:asc:nullsLast,id:desc', [2, 3, 1, 4]],
    ]),
  ],
};
