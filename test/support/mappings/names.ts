import {
  Column,
  Entity,
  type EntityOptions,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Nothing is called in the database what it is called in code. */

@Entity({ name: 'ports of call' })
@Filterable()
class Harbour {
  @PrimaryColumn({ name: 'port_no' }) id!: number;
  @Column({ name: 'port-name' }) name!: string;
  @OneToMany(() => Ship, (ship) => ship.home) ships!: Relation<Ship>[];
}

/** Ships refer to flags by their codes, which are unique, and not by their keys. */
@Entity({ name: 'FLAGS' })
@Filterable()
class Flag {
  @PrimaryColumn({ name: 'flag_no' }) id!: number;
  @Column({ name: 'iso', unique: true, length: 2 }) code!: string;
  @Column({ name: 'title' }) name!: string;
  @OneToMany(() => Ship, (ship) => ship.flag) ships!: Relation<Ship>[];
}

@Entity({ name: 'sailor$' })
@Filterable()
class Sailor {
  @PrimaryColumn({ name: 'sailor_no' }) id!: number;
  @Column({ name: 'nick', unique: true, length: 20 }) name!: string;
  @ManyToMany(() => Ship, (ship) => ship.crew) ships!: Relation<Ship>[];
  @ManyToMany(() => Ship, (ship) => ship.guests) visits!: Relation<Ship>[];
}

@Entity({ name: 't_ships' })
@Filterable()
class Ship {
  @PrimaryColumn({ name: 'ship_no' }) id!: number;
  @Column({ name: 'ship_name', unique: true, length: 20 }) name!: string;
  @Column({ name: 'tons (gross)' }) tons!: number;
  @ManyToOne(() => Harbour, (harbour) => harbour.ships, { nullable: true })
  @JoinColumn({ name: 'home port' })
  home!: Relation<Harbour> | null;
  @ManyToOne(() => Flag, (flag) => flag.ships, { nullable: true })
  @JoinColumn({ name: 'flag_code', referencedColumnName: 'code' })
  flag!: Relation<Flag> | null;
  @ManyToMany(() => Sailor, (sailor) => sailor.ships)
  @JoinTable({ name: 'ship-crew', joinColumn: { name: 'the_ship' }, inverseJoinColumn: { name: 'the_sailor' } })
  crew!: Relation<Sailor>[];
  @ManyToMany(() => Sailor, (sailor) => sailor.visits)
  @JoinTable({
    name: 'guests',
    joinColumn: { name: 'ship', referencedColumnName: 'name' },
    inverseJoinColumn: { name: 'guest', referencedColumnName: 'name' },
  })
  guests!: Relation<Sailor>[];
}

export const renamed: Mapping = {
  name: 'renamed tables, columns, join columns and join tables',
  entities: [Harbour, Flag, Sailor, Ship],
  async seed(source) {
    const [oslo, bergen] = numbered('name', 'Oslo', 'Bergen');
    const [no, dk] = [
      { id: 1, code: 'NO', name: 'Norway' },
      { id: 2, code: 'DK', name: 'Denmark' },
    ];
    const [ann, bo, cy] = numbered('name', 'Ann', 'Bo', 'Cy');
    await save(source, Harbour, [oslo, bergen]);
    await save(source, Flag, [no, dk]);
    await save(source, Sailor, [ann, bo, cy]);
    await save(source, Ship, [
      { id: 1, name: 'Fram', tons: 400, home: oslo, flag: no, crew: [ann, bo], guests: [cy] },
      { id: 2, name: 'Gjøa', tons: 47, home: bergen, flag: no, crew: [bo], guests: [] },
      { id: 3, name: 'Maud', tons: 380, home: oslo, flag: dk, crew: [], guests: [ann, bo] },
      { id: 4, name: 'Rust', tons: 1, home: null, flag: null, crew: [], guests: [] },
    ]);
  },
  cases: [
    ...asking(Ship, [
      ['filters[name]=Fram', [1]],
      ['filters[tons][$gte]=47&sort=tons', [2, 3, 1]],
      ['sort=name:desc', [4, 3, 2, 1]],
      ['filters[home][name]=Oslo', [1, 3]],
      ['filters[home]=2', [2]],
      ['filters[$not][home]=2', [1, 3, 4]],
      ['filters[home][$null]=true', [4]],
      ['sort=home.name:asc:nullsLast,name', [2, 1, 3, 4]],
      ['filters[flag][code]=NO', [1, 2]],
      ['filters[flag][code][$startsWith]=d', [3]],
      ['filters[$not][flag][code]=NO', [3, 4]],
      ['filters[flag]=2', [3]],
      ['filters[flag][$in][0]=1&filters[flag][$in][1]=2', [1, 2, 3]],
      ['filters[flag][name]=Norway', [1, 2]],
      ['filters[flag][$exists]=true', [1, 2, 3]],
      ['sort=flag.name:asc:nullsFirst,id:desc', [4, 3, 2, 1]],
      ['sort=flag.code:desc:nullsLast', [2, 1, 3, 4]],
      ['filters[crew][name]=Bo', [1, 2]],
      ['filters[crew]=1', [1]],
      ['filters[crew][$none][name]=Bo', [3, 4]],
      ['filters[crew][$every][name]=Bo', [2, 3, 4]],
      ['filters[crew][$count]=2', [1]],
      ['sort=crew.$count:desc,id', [1, 2, 3, 4]],
      ['sort=crew.name:asc:nullsLast', [1, 2, 3, 4]],
      ['filters[guests][name]=Ann', [3]],
      ['filters[guests][$none][name]=Ann', [1, 2, 4]],
      ['filters[guests][$count][$gte]=1&sort=guests.name:desc', [1, 3]],
    ]),
    ...asking(Flag, [
      ['filters[ships][name]=Gjøa', [1]],
      ['filters[ships][$every][tons][$gt]=100', [2]],
      ['filters[ships][$count]=2', [1]],
      ['sort=ships.$count', [2, 1]],
      ['sort=ships.tons:desc', [1, 2]],
    ]),
    ...asking(Harbour, [
      ['filters[ships][flag][code]=DK', [1]],
      ['filters[ships][crew][name]=Ann', [1]],
      ['sort=ships.name:desc', [1, 2]],
    ]),
    ...asking(Sailor, [
      ['filters[ships][tons][$lt]=100', [2]],
      ['filters[ships][$count]=0', [3]],
      ['filters[visits][name]=Maud&sort=name:desc', [2, 1]],
      ['filters[visits][$none][flag][code]=NO', [1, 2]],
      ['sort=visits.$count:desc,name:desc', [3, 2, 1]],
      ['sort=ships.name:asc:nullsFirst,id:desc', [3, 2, 1]],
    ]),
  ],
};

/** Classes, columns and relations that are called like words of SQL; one-to-one relations from both sides. */

@Entity({ name: 'user' })
@Filterable()
class User {
  @PrimaryColumn() id!: number;
  @Column() key!: string;
  @OneToOne(() => Table, (table) => table.user) table!: Relation<Table>;
  @OneToMany(() => Order, (order) => order.user) orders!: Relation<Order>[];
  @ManyToMany(() => Group, (group) => group.all) groups!: Relation<Group>[];
}

/** Its primary key is a relation. */
@Entity({ name: 'table' })
@Filterable()
class Table {
  @PrimaryColumn() userId!: number;
  @OneToOne(() => User, (user) => user.table) @JoinColumn() user!: Relation<User>;
  @Column() column!: string;
}

@Entity({ name: 'group' })
@Filterable()
class Group {
  @PrimaryColumn() id!: number;
  @Column() where!: string;
  @ManyToMany(() => User, (user) => user.groups) @JoinTable({ name: 'union' }) all!: Relation<User>[];
}

@Entity({ name: 'order' })
@Filterable()
class Order {
  @PrimaryColumn() id!: number;
  @Column() select!: string;
  @Column() from!: number;
  @ManyToOne(() => User, (user) => user.orders, { nullable: true })
  @JoinColumn({ name: 'by' })
  user!: Relation<User> | null;
}

export const reserved: Mapping = {
  name: 'reserved words, and one-to-one relations',
  entities: [User, Table, Group, Order],
  async seed(source) {
    const [ann, bo, cy] = numbered('key', 'ann', 'bo', 'cy');
    await save(source, User, [ann, bo, cy]);
    await save(source, Table, [
      { userId: 1, column: 'z' },
      { userId: 2, column: 'a' },
    ]);
    await save(source, Group, [
      { id: 1, where: 'here', all: [ann, bo] },
      { id: 2, where: 'there', all: [bo] },
    ]);
    await save(source, Order, [
      { id: 1, select: 'b', from: 2, user: ann },
      { id: 2, select: 'a', from: 1, user: bo },
      { id: 3, select: 'c', from: 3, user: null },
    ]);
  },
  cases: [
    ...asking(Order, [
      ['filters[select]=a', [2]],
      ['filters[from][$in][0]=1&filters[from][$in][1]=3', [2, 3]],
      ['filters[user][key]=ann', [1]],
      ['filters[user][groups][where]=there', [2]],
      ['filters[user][table][column]=z', [1]],
      ['sort=select', [2, 1, 3]],
      ['sort=from:desc', [3, 1, 2]],
      ['sort=user.key:desc:nullsLast', [2, 1, 3]],
      ['sort=user.table.column:asc:nullsLast', [2, 1, 3]],
    ]),
    ...asking(User, [
      ['filters[key]=bo', [2]],
      ['filters[table][column]=a', [2]],
      ['filters[table][$exists]=false', [3]],
      ['filters[table]=1', [1]],
      ['filters[$not][table][column]=a', [1, 3]],
      ['filters[orders][select]=b', [1]],
      ['filters[groups][$count]=2', [2]],
      ['sort=key:desc', [3, 2, 1]],
      ['sort=table.column:asc:nullsLast', [2, 1, 3]],
      ['sort=orders.from:desc:nullsLast', [1, 2, 3]],
      ['sort=groups.where:desc:nullsLast', [2, 1, 3]],
    ]),
    ...asking(Group, [
      ['filters[where]=here', [1]],
      ['filters[all][key]=ann', [1]],
      ['sort=where:desc', [2, 1]],
      ['sort=all.$count', [2, 1]],
    ]),
    ...asking(
      Table,
      [
        ['filters[user][key]=ann', [1]],
        ['filters[userId]=2', [2]],
        ['filters[user]=2', [2]],
        ['filters[user][orders][select]=a', [2]],
        ['sort=user.key:desc', [2, 1]],
        ['sort=column', [2, 1]],
        ['sort=userId:desc', [2, 1]],
      ],
      (table) => table['userId'],
    ),
  ],
};

/** Names that are long, and paths of them that are longer than the 63 bytes an engine keeps of an alias. */

@Entity({ name: 'long_site' })
@Filterable()
class SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull {
  @PrimaryColumn() id!: number;
  @Column({ name: 'n' }) nameThatIsAlsoQuiteLongForTheNameOfOneColumnOfATable!: string;
}

@Entity({ name: 'long_building' })
@Filterable()
class BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull)
  theSiteOnWhichThisBuildingStandsAndHasStoodForAsLongAs!: Relation<SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull>;
  @OneToMany(
    () => FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain,
    (floor) => floor.theBuildingThatThisFloorIsOneOfTheManyFloorsOf,
  )
  theFloorsThatThisBuildingHasFromTheCellarUpToTheVeryRoof!: Relation<FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain>[];
}

@Entity({ name: 'long_floor' })
@Filterable()
class FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain {
  @PrimaryColumn() id!: number;
  @ManyToOne(
    () => BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt,
    (building) => building.theFloorsThatThisBuildingHasFromTheCellarUpToTheVeryRoof,
  )
  theBuildingThatThisFloorIsOneOfTheManyFloorsOf!: Relation<BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt>;
}

const Site = SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull;
const Building = BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt;
const Floor = FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain;

const toBuilding = 'theBuildingThatThisFloorIsOneOfTheManyFloorsOf';
const toSite = 'theSiteOnWhichThisBuildingStandsAndHasStoodForAsLongAs';
const toFloors = 'theFloorsThatThisBuildingHasFromTheCellarUpToTheVeryRoof';
const name = 'nameThatIsAlsoQuiteLongForTheNameOfOneColumnOfATable';

export const longNames: Mapping = {
  name: 'very long names',
  entities: [Site, Building, Floor],
  async seed(source) {
    await save(source, Site, [
      { id: 1, [name]: 'b' },
      { id: 2, [name]: 'a' },
    ]);
    await save(source, Building, [
      { id: 1, [toSite]: { id: 1 } },
      { id: 2, [toSite]: { id: 2 } },
    ]);
    await save(source, Floor, [
      { id: 1, [toBuilding]: { id: 1 } },
      { id: 2, [toBuilding]: { id: 2 } },
      { id: 3, [toBuilding]: { id: 1 } },
    ]);
  },
  cases: [
    ...asking(Floor, [
      [`filters[${toBuilding}][${toSite}][${name}]=a`, [2]],
      [`filters[${toBuilding}][${toFloors}][id]=3`, [1, 3]],
      [`sort=${toBuilding}.id:desc,id`, [2, 1, 3]],
      [`sort=${toBuilding}.${toSite}.${name},id:desc`, [2, 3, 1]],
      [`sort=${toBuilding}.id,${toBuilding}.${toSite}.${name},${toBuilding}.${toSite}.id,id`, [1, 3, 2]],
    ]),
    ...asking(Building, [
      [`filters[${toFloors}][$count]=2`, [1]],
      [`sort=${toFloors}.id:desc`, [1, 2]],
      [`sort=${toSite}.${name}`, [2, 1]],
    ]),
  ],
};

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
