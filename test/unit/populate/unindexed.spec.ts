import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { FilterEngine } from '../../../lib/engine/index.js';
import { unindexedOf } from '../../../lib/service/index.js';
import { describedSource } from '../../../lib/testing/described-source.js';

@Entity()
@Filterable({
  populate: ['bare', 'keyed', 'ordered', 'tags', { name: 'sorted', sort: 'rank:desc' }, { name: 'half', sort: 'rank' }],
})
class Owner {
  @PrimaryColumn()
  id!: number;

  @OneToMany(() => Owned, ({ bareOwner }) => bareOwner)
  bare!: Relation<Owned>[];

  @OneToMany(() => Owned, ({ keyedOwner }) => keyedOwner)
  keyed!: Relation<Owned>[];

  @OneToMany(() => Owned, ({ sortedOwner }) => sortedOwner)
  ordered!: Relation<Owned>[];

  @OneToMany(() => Owned, ({ sortedOwner }) => sortedOwner)
  sorted!: Relation<Owned>[];

  @OneToMany(() => Owned, ({ keyedOwner }) => keyedOwner)
  half!: Relation<Owned>[];

  @ManyToMany(() => Owned)
  @JoinTable()
  tags!: Relation<Owned>[];
}

@Entity()
@Filterable()
@Index(['sortedOwner', 'rank', 'id'])
class Owned {
  @PrimaryColumn()
  id!: number;

  @Column()
  rank!: number;

  @ManyToOne(() => Owner, { createForeignKeyConstraints: false })
  bareOwner!: Relation<Owner>;

  @Index()
  @ManyToOne(() => Owner, { createForeignKeyConstraints: false })
  keyedOwner!: Relation<Owner>;

  @ManyToOne(() => Owner, { createForeignKeyConstraints: false })
  sortedOwner!: Relation<Owner>;
}

it.each(['postgres', 'mariadb', 'better-sqlite3'] as const)('names what no index finds on %s', async (type) => {
  const source = await describedSource([Owner], type);
  const engine = FilterEngine.of(source, {}, () => undefined);
  const [owner] = engine.buildAll().filter(({ name }) => name === 'Owner');
  if (owner === undefined) throw new Error('there is no such entity');
  const unindexed = await unindexedOf(engine, owner);
  const escape = (name: string) => source.driver.escape(name);
  expect(unindexed.map(({ relation, columns }) => [relation.propertyPath, columns])).toEqual([
    ['bare', [escape('bareOwnerId')]],
    ['half', [escape('keyedOwnerId'), escape('rank')]],
  ]);
});
