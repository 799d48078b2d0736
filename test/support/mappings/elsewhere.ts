import {
  Column,
  Entity,
  type EntityOptions,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Tables in another schema, or on MariaDB in another database: `{ schema }`, `{ database }`, or nothing on SQLite. */
export function elsewhere(place: Pick<EntityOptions, 'schema' | 'database'>): Mapping {
  @Entity({ name: 'depot', ...place })
  @Filterable()
  class Depot {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @OneToMany(() => Parcel, (parcel) => parcel.depot) parcels!: Relation<Parcel>[];
  }

  @Entity({ name: 'stamp', ...place })
  @Filterable()
  class Stamp {
    @PrimaryColumn() id!: number;
    @Column() cents!: number;
    @ManyToMany(() => Parcel, (parcel) => parcel.stamps, { createForeignKeyConstraints: false })
    parcels!: Relation<Parcel>[];
  }

  @Entity({ name: 'parcel' })
  @Filterable()
  class Parcel {
    @PrimaryColumn() id!: number;
    @ManyToOne(() => Depot, (depot) => depot.parcels, { nullable: true }) depot!: Relation<Depot> | null;
    // TypeORM cannot make a foreign key from another database to this one.
    @ManyToMany(() => Stamp, (stamp) => stamp.parcels, { createForeignKeyConstraints: false })
    @JoinTable({ name: 'parcel_stamp', ...place })
    stamps!: Relation<Stamp>[];
  }

  return {
    name: 'another schema or database',
    entities: [Depot, Stamp, Parcel],
    async seed(source) {
      const [north, south] = numbered('name', 'North', 'South');
      const [small, large] = [
        { id: 1, cents: 10 },
        { id: 2, cents: 90 },
      ];
      await save(source, Depot, [north, south]);
      await save(source, Stamp, [small, large]);
      await save(source, Parcel, [
        { id: 1, depot: south, stamps: [small, large] },
        { id: 2, depot: north, stamps: [small] },
        { id: 3, depot: null, stamps: [] },
      ]);
    },
    cases: [
      ...asking(Depot, [
        ['filters[name]=North', [1]],
        ['filters[parcels][stamps][cents]=90', [2]],
        ['filters[parcels][$count]=1&sort=name:desc', [2, 1]],
        ['sort=parcels.id', [2, 1]],
      ]),
      ...asking(Parcel, [
        ['filters[depot][name]=South', [1]],
        ['filters[depot]=1', [2]],
        ['sort=depot.name:asc:nullsLast', [2, 1, 3]],
        ['filters[stamps][cents]=10', [1, 2]],
        ['filters[stamps][$none][cents]=90', [2, 3]],
        ['sort=stamps.cents:desc:nullsLast', [1, 2, 3]],
        ['sort=stamps.$count,id', [3, 2, 1]],
      ]),
      ...asking(Stamp, [
        ['filters[parcels][depot][name]=North', [1]],
        ['sort=parcels.$count', [2, 1]],
      ]),
    ],
  };
}
