import { Column, Entity, ManyToMany, ManyToOne, OneToMany, PrimaryColumn, type Relation, JoinTable } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/**
 * Columns and relations inside embedded objects, two deep, under prefixes of every sort, on both sides of relations.
 */

class Position {
  @Column({ type: 'int' }) latitude!: number;
  @Column({ type: 'int', name: 'lon' }) longitude!: number;
}

class Address {
  @Column() city!: string;
  @Column(() => Position, { prefix: 'pos' }) position!: Position;
  @ManyToOne(() => Region, { nullable: true }) region!: Relation<Region> | null;
  @ManyToMany(() => Bus) @JoinTable() buses!: Relation<Bus>[];
}

class PersonName {
  @Column() first!: string;
  @Column() last!: string;
}

class BadgeKey {
  @PrimaryColumn() series!: number;
  @PrimaryColumn() serial!: number;
}

@Entity()
@Filterable()
class Region {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Shop, (shop) => shop.address.region) shops!: Relation<Shop>[];
}

@Entity()
@Filterable()
class Bus {
  @PrimaryColumn() id!: number;
  @Column() line!: string;
}

@Entity()
@Filterable()
class Shop {
  @PrimaryColumn() id!: number;
  @Column(() => Address, { prefix: false }) address!: Address;
  @OneToMany(() => Clerk, (clerk) => clerk.shop) clerks!: Relation<Clerk>[];
}

@Entity()
@Filterable()
class Clerk {
  @PrimaryColumn() id!: number;
  @Column(() => PersonName) name!: PersonName;
  @ManyToOne(() => Shop, (shop) => shop.clerks, { nullable: true }) shop!: Relation<Shop> | null;
  @OneToMany(() => Badge, (badge) => badge.clerk) badges!: Relation<Badge>[];
}

@Entity()
@Filterable()
class Badge {
  @Column(() => BadgeKey) key!: BadgeKey;
  @Column() colour!: string;
  @ManyToOne(() => Clerk, (clerk) => clerk.badges) clerk!: Relation<Clerk>;
}

export const embedded: Mapping = {
  name: 'embedded columns and relations',
  entities: [Region, Bus, Shop, Clerk, Badge],
  async seed(source) {
    const [east, west] = numbered('name', 'East', 'West');
    const [bus5, bus9] = [
      { id: 5, line: '5' },
      { id: 9, line: '9' },
    ];
    await save(source, Region, [east, west]);
    await save(source, Bus, [bus5, bus9]);
    const at = (city: string, latitude: number, longitude: number, region: object | null, buses: object[]) => ({
      address: { city, position: { latitude, longitude }, region, buses },
    });
    const [one, two, three] = [
      { id: 1, ...at('Oslo', 60, 11, east, [bus5, bus9]) },
      { id: 2, ...at('Bergen', 60, 5, west, [bus9]) },
      { id: 3, ...at('Alta', 70, 23, null, []) },
    ];
    await save(source, Shop, [one, two, three]);
    const [ann, bo, cy] = [
      { id: 1, name: { first: 'Ann', last: 'Vik' }, shop: two },
      { id: 2, name: { first: 'Bo', last: 'Lie' }, shop: one },
      { id: 3, name: { first: 'Cy', last: 'Dahl' }, shop: null },
    ];
    await save(source, Clerk, [ann, bo, cy]);
    await save(source, Badge, [
      { key: { series: 1, serial: 2 }, colour: 'red', clerk: bo },
      { key: { series: 1, serial: 1 }, colour: 'blue', clerk: ann },
      { key: { series: 2, serial: 1 }, colour: 'red', clerk: ann },
    ]);
  },
  cases: [
    ...asking(Region, [
      ['filters[shops][address][city]=Oslo', [1]],
      ['filters[shops][$every][address][position][longitude][$lt]=10', [2]],
      ['filters[shops][clerks][name][last]=Vik', [2]],
      ['sort=shops.address.city', [2, 1]],
      ['sort=shops.address.position.longitude:desc', [1, 2]],
    ]),
    ...asking(Shop, [
      ['filters[address][city]=Oslo', [1]],
      ['filters[address][position][latitude]=60', [1, 2]],
      ['filters[address][position][latitude]=60&filters[address][position][longitude][$lt]=10', [2]],
      ['filters[$or][0][address][city]=Alta&filters[$or][1][address][position][longitude]=5', [2, 3]],
      ['filters[address][region][name]=West', [2]],
      ['filters[address][region]=1', [1]],
      ['filters[address][region][$exists]=false', [3]],
      ['filters[$not][address][region][name]=West', [1, 3]],
      ['filters[address][buses][line]=5', [1]],
      ['filters[address][buses][$none][line]=5', [2, 3]],
      ['filters[address][buses][$count]=1', [2]],
      ['filters[clerks][name][last]=Vik', [2]],
      ['sort=address.city', [3, 2, 1]],
      ['sort=address.position.longitude:desc', [3, 1, 2]],
      ['sort[address][position][latitude]=desc&sort[address][city]=asc', [3, 2, 1]],
      ['sort=address.region.name:desc:nullsFirst', [3, 2, 1]],
      ['sort=address.buses.$count', [3, 2, 1]],
      ['sort=address.buses.line:asc:nullsLast,id', [1, 2, 3]],
      ['sort=clerks.name.first:asc:nullsLast', [2, 1, 3]],
    ]),
    ...asking(Clerk, [
      ['filters[name][last][$startsWith]=L', [2]],
      ['filters[shop][address][city]=Bergen', [1]],
      ['filters[shop][address][position][longitude][$gt]=5', [2]],
      ['filters[shop][address][region][name]=East', [2]],
      ['filters[badges][key][series]=2', [1]],
      ['sort=name.last', [3, 2, 1]],
      ['sort=shop.address.city:asc:nullsLast', [1, 2, 3]],
      ['sort=shop.address.position.longitude:desc:nullsLast', [2, 1, 3]],
      ['sort=shop.address.region.name:asc:nullsFirst', [3, 2, 1]],
    ]),
    ...asking(
      Badge,
      [
        ['filters[key][series]=1', ['1/1', '1/2']],
        ['filters[clerk][name][first]=Ann', ['1/1', '2/1']],
        ['filters[clerk][shop][address][city]=Oslo', ['1/2']],
        ['sort=key.serial:desc,key.series:desc', ['1/2', '2/1', '1/1']],
        ['sort=clerk.name.last,key.series', ['1/2', '1/1', '2/1']],
        ['sort=colour', ['1/1', '1/2', '2/1']],
      ],
      (badge) => `${badge['key'].series}/${badge['key'].serial}`,
    ),
  ],
};
