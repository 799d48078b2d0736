import {
  ChildEntity,
  Column,
  type DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
  ViewColumn,
  ViewEntity,
} from 'typeorm';
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

/** Several classes in one table, told apart by a discriminator; and columns from a class that has no table at all. */

abstract class Numbered {
  @PrimaryColumn() id!: number;
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'medium', length: 20 } })
@Filterable()
export class Medium extends Numbered {
  @Column() title!: string;
  @OneToMany(() => Review, (review) => review.medium) reviews!: Relation<Review>[];
}

@ChildEntity()
@Filterable()
export class Film extends Medium {
  @Column({ type: 'int', nullable: true }) minutes!: number;
  @OneToMany(() => Review, (review) => review.film) filmReviews!: Relation<Review>[];
}

/** A child of a child: a Film, too. */
@ChildEntity('docu')
@Filterable()
class Documentary extends Film {
  @Column({ type: 'varchar', nullable: true }) subject!: string;
}

class Cover {
  @Column({ type: 'varchar', nullable: true }) colour!: string | null;
}

@ChildEntity()
@Filterable()
class Book extends Medium {
  @Column({ type: 'int', nullable: true }) pages!: number;
  @Column(() => Cover) cover!: Cover;
  @ManyToMany(() => Shelf, (shelf) => shelf.books) shelves!: Relation<Shelf>[];
}

@Entity()
@Filterable()
class Shelf extends Numbered {
  @ManyToMany(() => Book, (book) => book.shelves) @JoinTable() books!: Relation<Book>[];
}

@Entity()
@Filterable()
class Review extends Numbered {
  @Column() stars!: number;
  @ManyToOne(() => Medium, (medium) => medium.reviews) medium!: Relation<Medium>;
  /** Nothing in the database keeps it from referring to a book, which then is no film. */
  @ManyToOne(() => Film, (film) => film.filmReviews, { nullable: true }) film!: Relation<Film> | null;
}

export const inheritance: Mapping = {
  name: 'single-table inheritance and inherited columns',
  entities: [Medium, Film, Documentary, Book, Shelf, Review],
  async seed(source) {
    const medium = (id: number, title: string) => ({ id, title });
    const [alien, bears] = [
      { ...medium(1, 'Alien'), minutes: 117 },
      { ...medium(2, 'Bears'), minutes: 52 },
    ];
    const [dune, emma] = [
      { ...medium(3, 'Dune'), pages: 412, cover: { colour: 'red' } },
      { ...medium(4, 'Emma'), pages: 474, cover: { colour: null } },
    ];
    await save(source, Film, [alien]);
    await save(source, Documentary, [{ ...bears, subject: 'nature' }]);
    await save(source, Book, [dune, emma]);
    await save(source, Medium, [medium(5, 'Zine')]);
    await save(source, Shelf, [
      { id: 1, books: [dune, emma] },
      { id: 2, books: [emma] },
      { id: 3, books: [] },
    ]);
    // What a foreign key cannot refuse: the junction, and a review, refer to what is no book, and no film.
    await source.createQueryBuilder().relation(Shelf, 'books').of(3).add(1);
    await save(source, Review, [
      { id: 1, stars: 5, medium: alien, film: alien },
      { id: 2, stars: 2, medium: bears, film: bears },
      { id: 3, stars: 4, medium: dune, film: { id: 3 } },
      { id: 4, stars: 3, medium: { id: 5 }, film: null },
    ]);
  },
  cases: [
    ...asking(Medium, [
      ['filters[title][$gt]=C', [3, 4, 5]],
      ['filters[reviews][stars][$gte]=4', [1, 3]],
      ['sort=title:desc', [5, 4, 3, 2, 1]],
      ['sort=reviews.stars:desc:nullsLast', [1, 3, 5, 2, 4]],
    ]),
    ...asking(Film, [
      ['filters[minutes][$lt]=200', [1, 2]],
      ['filters[title]=Dune', []],
      ['filters[filmReviews][$count]=1', [1, 2]],
      ['filters[reviews][stars]=5', [1]],
      ['sort=minutes', [2, 1]],
      ['sort=filmReviews.stars:desc', [1, 2]],
    ]),
    ...asking(Documentary, [
      ['filters[subject]=nature', [2]],
      ['filters[minutes][$null]=false', [2]],
      ['sort=reviews.$count', [2]],
    ]),
    ...asking(Book, [
      ['filters[pages][$gt]=400&sort=title:desc', [4, 3]],
      ['filters[cover][colour]=red', [3]],
      ['sort=cover.colour:asc:nullsFirst', [4, 3]],
      ['filters[shelves][id]=1', [3, 4]],
      ['filters[shelves][$count]=2', [4]],
      ['sort=shelves.$count:desc', [4, 3]],
    ]),
    ...asking(Shelf, [
      ['filters[books][title]=Emma', [1, 2]],
      ['filters[books][cover][colour]=red', [1]],
      ['filters[books][$exists]=true', [1, 2]],
      ['filters[books][$count]=0', [3]],
      ['filters[books][$none][title]=Alien', [1, 2, 3]],
      ['filters[books][$every][title]=Emma', [2, 3]],
      ['sort=books.$count:desc', [1, 2, 3]],
      ['sort=books.title:asc:nullsLast', [1, 2, 3]],
    ]),
    ...asking(Review, [
      ['filters[medium][title]=Dune', [3]],
      ['filters[medium]=5', [4]],
      ['filters[film][title]=Alien', [1]],
      ['filters[film][title]=Dune', []],
      ['filters[film]=3', []],
      ['filters[film][$exists]=true', [1, 2]],
      ['filters[film][$null]=true', [3, 4]],
      ['filters[$not][film][minutes][$gt]=60', [2, 3, 4]],
      ['sort=medium.title:desc', [4, 3, 2, 1]],
      ['sort=film.title:asc:nullsLast,id', [1, 2, 3, 4]],
      ['sort=film.minutes:desc:nullsFirst,id:desc', [4, 3, 1, 2]],
    ]),
  ],
};

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
