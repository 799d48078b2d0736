import {
  Column,
  type DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
  ViewColumn,
  ViewEntity,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/**
 * What entities say and the database does not hold: related rows that are not there, two of them where there should be
 * one, NULL where there should be none. A sort loses no row by it and doubles none.
 */

/** Nothing makes a pen name unique. */
@Entity('unheld_writer')
@Filterable()
class Writer {
  @PrimaryColumn() id!: number;
  @Column() penName!: string;
  @Column() rank!: number;
  @ManyToOne(() => Writer, { createForeignKeyConstraints: false }) teacher!: Relation<Writer> | null;
  /** Nor is there a constraint that leaves a writer one badge. */
  @OneToOne(() => Badge, (badge) => badge.writer) badge!: Relation<Badge>;
}

@Entity('unheld_badge')
@Filterable()
class Badge {
  @PrimaryColumn() id!: number;
  @Column() label!: string;
  @Column() writerId!: number;
  @OneToOne(() => Writer, (writer) => writer.badge, { createForeignKeyConstraints: false })
  @JoinColumn()
  writer!: Relation<Writer>;
}

@Entity('unheld_article')
@Filterable()
class Article {
  @PrimaryColumn() id!: number;
  @Column() by!: string;
  @ManyToOne(() => Writer, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'by', referencedColumnName: 'penName' })
  writer!: Relation<Writer>;
}

/** Its writer may not be there, and it may have no grade, which TypeORM cannot know. */
@ViewEntity({
  name: 'unheld_graded',
  expression: (source: DataSource) =>
    source
      .createQueryBuilder()
      .select('a.id', 'id')
      .addSelect('CASE WHEN a.id > 2 THEN a.id END', 'grade')
      .addSelect('a.id + 0', 'writerId')
      .from(Article, 'a'),
})
@Filterable()
class Graded {
  @ViewColumn() @PrimaryColumn() id!: number;
  @ViewColumn() @Column({ type: 'int' }) grade!: number;
  @ViewColumn() @Column({ type: 'int' }) writerId!: number;
  @ManyToOne(() => Writer, { nullable: false }) @JoinColumn({ name: 'writerId' }) writer!: Relation<Writer>;
}

/** A table that is somebody else's, who allows what the entity does not. */
@Entity('unheld_legacy', { synchronize: false })
@Filterable()
class Legacy {
  @PrimaryColumn() id!: number;
  @Column() size!: number;
  @Column() writerId!: number;
  @ManyToOne(() => Writer, { nullable: false }) writer!: Relation<Writer>;
}

/** A constraint that the entity declares and the server was told not to check. */
@Entity('unheld_draft')
@Filterable({ fields: ['id'], relations: [{ name: 'writer', required: false }] })
class Draft {
  @PrimaryColumn() id!: number;
  @Column() writerId!: number;
  @ManyToOne(() => Writer, { nullable: false }) writer!: Relation<Writer>;
}

/** A relation whose rows may be missing, decorated on the property. */
@Entity('unheld_sketch')
@Filterable()
class Sketch {
  @PrimaryColumn() id!: number;
  @Column() writerId!: number;
  @Filterable({ required: false }) @ManyToOne(() => Writer, { nullable: false }) writer!: Relation<Writer>;
}

/** Statements that switch the check of foreign keys off and on again, by engine. */
const unchecked: Readonly<Record<string, readonly [off: string, on: string]>> = {
  'better-sqlite3': ['PRAGMA foreign_keys = OFF', 'PRAGMA foreign_keys = ON'],
  postgres: ['SET session_replication_role = replica', 'SET session_replication_role = origin'],
  mariadb: ['SET FOREIGN_KEY_CHECKS = 0', 'SET FOREIGN_KEY_CHECKS = 1'],
};

async function insert(source: DataSource, entity: new () => object, rows: readonly string[]): Promise<void> {
  const { tablePath, columns } = source.getMetadata(entity);
  const table = tablePath.split('.').map((part) => source.driver.escape(part));
  const names = columns.map(({ databaseName }) => source.driver.escape(databaseName));
  const [off, on] = unchecked[source.options.type] ?? ['', ''];
  const runner = source.createQueryRunner();
  await runner.query(off);
  if (!source.getMetadata(entity).synchronize) {
    await runner.query(`CREATE TABLE ${table.join('.')} (${names.map((name) => `${name} int`).join(', ')})`);
  }
  for (const row of rows) await runner.query(`INSERT INTO ${table.join('.')} (${names.join(', ')}) VALUES (${row})`);
  await runner.query(on);
  await runner.release();
}

/** The third row refers to a writer that is not there. */
const dangling = asking(Draft, [
  ['', [1, 2, 3]],
  ['sort=writer.rank:asc:nullsLast', [2, 1, 3]],
  ['sort=writer.rank:desc:nullsFirst', [3, 1, 2]],
  ['filters[writer][$exists]=true', [1, 2]],
  ['filters[writer][$null]=true', [3]],
  ['filters[writer]=99', []],
  ['filters[$not][writer]=1', [2, 3]],
]);

export const unheld: Mapping = {
  name: 'what the database does not hold',
  entities: [Writer, Badge, Article, Graded, Legacy, Draft, Sketch],
  async seed(source) {
    await save(source, Writer, [
      { id: 1, penName: 'Currer', rank: 3, teacher: { id: 2 } },
      { id: 2, penName: 'Currer', rank: 1, teacher: null },
      { id: 3, penName: 'Ellis', rank: 2, teacher: { id: 99 } },
    ]);
    await save(source, Badge, [
      { id: 1, label: 'silver', writer: { id: 1 } },
      { id: 2, label: 'gold', writer: { id: 1 } },
      { id: 3, label: 'iron', writer: { id: 2 } },
    ]);
    await save(source, Article, numbered('by', 'Ellis', 'Currer', 'nobody', 'Currer'));
    await insert(source, Legacy, ['1, NULL, 1', '2, 5, NULL', '3, 4, 99']);
    await insert(source, Draft, ['1, 1', '2, 2', '3, 99']);
    await insert(source, Sketch, ['1, 1', '2, 2', '3, 99']);
  },
  cases: [
    // The smallest when ascending, the largest when descending, as through a relation to many rows.
    ...asking(Article, [
      ['sort=writer.rank:asc:nullsLast', [2, 4, 1, 3]],
      ['sort=writer.rank:desc:nullsLast', [4, 2, 1, 3]],
      ['sort=writer.rank:asc:nullsFirst', [3, 2, 4, 1]],
      ['sort=writer.teacher.rank:asc:nullsLast', [2, 4, 1, 3]],
      ['sort=writer.badge.label:asc:nullsLast', [2, 4, 1, 3]],
      ['sort=writer.badge.label:desc:nullsLast', [4, 2, 3, 1]],
      ['filters[writer][rank]=1', [2, 4]],
      ['filters[writer][$exists]=true', [1, 2, 4]],
    ]),
    ...asking(Writer, [
      ['sort=badge.label:asc:nullsLast', [1, 2, 3]],
      ['sort=badge.label:desc:nullsLast', [1, 2, 3]],
      ['sort=badge.label:asc:nullsFirst', [3, 1, 2]],
      ['sort=teacher.rank:asc:nullsLast', [1, 2, 3]],
    ]),
    ...asking(Graded, [
      ['sort=grade:asc:nullsFirst', [1, 2, 3, 4]],
      ['sort=grade:desc:nullsFirst', [2, 1, 4, 3]],
      ['sort=grade:asc:nullsLast', [3, 4, 1, 2]],
      ['sort=writer.rank:asc:nullsLast', [2, 3, 1, 4]],
      ['sort=writer.rank:desc:nullsFirst', [4, 1, 3, 2]],
      ['filters[writer][$exists]=true', [1, 2, 3]],
      ['filters[writer]=4', []],
    ]),
    ...asking(Legacy, [
      ['sort=size:asc:nullsFirst', [1, 3, 2]],
      ['sort=size:desc:nullsLast', [2, 3, 1]],
      ['sort=writer.rank:asc:nullsLast', [1, 2, 3]],
      ['sort=writer.rank:desc:nullsFirst', [3, 2, 1]],
      ['filters[writer][$exists]=true', [1]],
      ['filters[writer]=99', []],
    ]),
    ...dangling,
    ...dangling.map((one) => ({ ...one, entity: Sketch })),
  ],
};
