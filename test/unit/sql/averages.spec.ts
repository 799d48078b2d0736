import { FilterService, Filterable } from 'nestjs-filterable';
import {
  ChildEntity,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
} from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/** An average divides by a number of values, which is the number of rows where no value can be NULL. */

@Entity()
@Filterable({
  relations: [
    { name: 'visits', aggregates: true },
    { name: 'stays', aggregates: true },
    { name: 'imports', aggregates: true },
  ],
})
class Place {
  @PrimaryColumn() id!: number;
  @OneToMany(() => Visit, (visit) => visit.place) visits!: Relation<Visit>[];
  @OneToMany(() => Stay, (stay) => stay.place) stays!: Relation<Stay>[];
  @OneToMany(() => Import, (row) => row.place) imports!: Relation<Import>[];
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
@Filterable({ fields: ['stars', 'tip', 'price', 'double', 'wide'] })
class Visit {
  @PrimaryColumn() id!: number;
  @Column('int') stars!: number;
  @Column('int', { nullable: true }) tip!: number | null;
  @Column('decimal', { precision: 10, scale: 2 }) price!: string;
  @Column({ type: 'int', asExpression: 'stars * 2', generatedType: 'STORED' }) double!: number;
  @Column('bigint') wide!: string;
  @ManyToOne(() => Place) place!: Relation<Place>;
}

@ChildEntity()
@Filterable({ fields: ['stars', 'nights'] })
class Stay extends Visit {
  @Column('int') nights!: number;
}

@Entity({ synchronize: false })
@Filterable({ fields: ['stars'] })
class Import {
  @PrimaryColumn() id!: number;
  @Column('int') stars!: number;
  @ManyToOne(() => Place) place!: Relation<Place>;
}

const rows: readonly (readonly [member: string, postgres: string, mariadb: string, why: string])[] = [
  ['visits.stars', '*', '*', 'a column that is never NULL'],
  ['visits.price', '*', '*', 'decimals'],
  ['visits.wide', '*', '*', '64 bits'],
  ['visits.tip', 'tip', 'tip', 'a column with NULLs'],
  ['visits.double', '*', 'double', 'a generated column, which MariaDB lets be NULL'],
  ['stays.stars', '*', '*', 'an inherited column'],
  ['stays.nights', 'nights', 'nights', "a child's column is NULL in the rows of others"],
  ['imports.stars', 'stars', 'stars', 'a table that TypeORM does not create'],
];

const engines: readonly EngineName[] = ['postgres', 'mariadb'];

describe.each(engines)('the number that an average divides by, on %s', (engine) => {
  it.each(rows)('of %s: %s on PostgreSQL, %s on MariaDB; %s', async (member, postgres, mariadb) => {
    const source = await describeEntities(engine, [Place, Visit, Stay, Import]);
    const [relation = '', column = ''] = member.split('.');
    const filters = { [relation]: { $avg: { [column]: { $gte: 4 } } } };
    const sql = FilterService.forDataSource(source).filter(Place, { filters }).getQuery();
    const [, counted] = / \/ COUNT\((?:\*|\S+\.["`](\w+)["`])\)/.exec(sql) ?? [undefined, 'nothing'];
    expect(counted ?? '*').toBe(engine === 'postgres' ? postgres : mariadb);
  });
});

it('is not written on SQLite, whose average is a float', async () => {
  const source = await describeEntities('sqlite', [Place, Visit, Stay, Import]);
  const sql = FilterService.forDataSource(source)
    .filter(Place, { filters: { visits: { $avg: { stars: { $gte: 4 } } } } })
    .getQuery();
  expect(sql).toContain('AVG(');
});
