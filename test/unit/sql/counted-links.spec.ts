import { FilterService, Filterable } from 'nestjs-filterable';
import {
  ChildEntity,
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
  ViewEntity,
} from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/** Numbers of related rows through a junction, one for each reason to join the related table or not. */

@Entity()
@Filterable({ fields: ['id', 'name', 'code'], relations: ['fleets'] as never[] })
class Ship {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ unique: true }) sign!: string;
  @Column() code!: string;
  @ManyToMany(() => Fleet, (fleet) => fleet.ships) fleets!: Relation<Fleet>[];
}

@Entity({ engine: 'MyISAM' })
@Filterable()
class Buoy {
  @PrimaryColumn() id!: number;
}

@ViewEntity({ expression: 'SELECT 1 AS id' })
@Filterable()
class Harbour {
  @PrimaryColumn() id!: number;
}

@Entity({ synchronize: false })
@Filterable()
class Quay {
  @PrimaryColumn() id!: number;
  @Column({ unique: true }) name!: string;
}

@Entity()
@Filterable()
class Wreck {
  @PrimaryColumn() id!: number;
  @DeleteDateColumn() raised!: Date | null;
}

@Entity()
@Filterable({ scope: () => ({ id: 1 }) })
class Sub {
  @PrimaryColumn() id!: number;
}

@Entity()
@TableInheritance({ column: { name: 'type', type: 'varchar' } })
@Filterable()
class Boat {
  @PrimaryColumn() id!: number;
}

@ChildEntity()
@Filterable()
class Tug extends Boat {}

const unconstrained = { createForeignKeyConstraints: false };
const names = ['ships', 'bySign', 'byCode', 'free', 'unmade', 'buoys', 'harbours', 'quays', 'quaysByName', 'wrecks'];

@Entity()
@Filterable({ fields: ['id'], relations: [...names, 'subs', 'boats', 'tugs', 'friends'] as never[] })
class Fleet {
  @PrimaryColumn() id!: number;
  @ManyToMany(() => Ship, (ship) => ship.fleets) @JoinTable() ships!: Relation<Ship>[];
  @ManyToMany(() => Ship) @JoinTable({ inverseJoinColumn: { referencedColumnName: 'sign' } }) bySign!: Relation<Ship>[];
  @ManyToMany(() => Ship) @JoinTable({ inverseJoinColumn: { referencedColumnName: 'code' } }) byCode!: Relation<Ship>[];
  @ManyToMany(() => Ship, unconstrained) @JoinTable() free!: Relation<Ship>[];
  @ManyToMany(() => Ship) @JoinTable({ synchronize: false }) unmade!: Relation<Ship>[];
  @ManyToMany(() => Buoy) @JoinTable() buoys!: Relation<Buoy>[];
  @ManyToMany(() => Harbour) @JoinTable() harbours!: Relation<Harbour>[];
  @ManyToMany(() => Quay) @JoinTable() quays!: Relation<Quay>[];
  @ManyToMany(() => Quay)
  @JoinTable({ inverseJoinColumn: { referencedColumnName: 'name' } })
  quaysByName!: Relation<Quay>[];
  @ManyToMany(() => Wreck) @JoinTable() wrecks!: Relation<Wreck>[];
  @ManyToMany(() => Sub) @JoinTable() subs!: Relation<Sub>[];
  @ManyToMany(() => Boat) @JoinTable() boats!: Relation<Boat>[];
  @ManyToMany(() => Tug) @JoinTable() tugs!: Relation<Tug>[];
  @ManyToMany(() => Fleet) @JoinTable() friends!: Relation<Fleet>[];
}

const entities = [Ship, Buoy, Harbour, Quay, Wreck, Sub, Boat, Tug, Fleet];

type Tables = 'junction' | 'joined';

const rows: readonly (readonly [relation: string, mariadb: Tables, others: Tables, why: string])[] = [
  ['ships', 'junction', 'junction', 'constraints to a key'],
  ['bySign', 'junction', 'junction', 'a constraint to a unique column'],
  ['byCode', 'joined', 'joined', 'what is not unique can be several rows'],
  ['free', 'joined', 'joined', 'no constraint'],
  ['unmade', 'joined', 'joined', 'a junction that TypeORM does not make'],
  ['buoys', 'joined', 'junction', 'MyISAM forgets foreign keys'],
  ['harbours', 'joined', 'joined', 'a view has no keys'],
  ['quays', 'junction', 'junction', 'the constraint is of the table that TypeORM makes'],
  ['quaysByName', 'joined', 'joined', 'what is unique in a table that it does not make is not known'],
  ['wrecks', 'joined', 'joined', 'a delete date hides rows'],
  ['subs', 'joined', 'joined', 'a scope hides rows'],
  ['boats', 'junction', 'junction', 'a table of several classes, of which each row is one'],
  ['tugs', 'joined', 'joined', 'rows of other classes'],
  ['friends', 'junction', 'junction', 'an entity and itself'],
];

const engines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];

describe.each(engines)('a number of rows through a junction, on %s', (engine) => {
  let filters: FilterService;
  beforeAll(async () => {
    filters = FilterService.forDataSource(await describeEntities(engine, entities));
  });

  const sqlOf = (entity: new () => object, request: object): string =>
    filters.filter(entity, request, { context: {}, trusted: true }).getQuery().replace(/["`]/g, '');

  const tables = rows.map(([relation, ...row]) => [relation, row[2], row[engine === 'mariadb' ? 0 : 1]] as const);
  const shown = (sql: string): Tables => (sql.includes('INNER JOIN') ? 'joined' : 'junction');

  it.each(tables)('%s, as a condition: %s', (relation, _why, expected) => {
    const counted = { [relation]: { $count: { $gte: 1 } } };
    expect(shown(sqlOf(Fleet, { filters: counted }))).toBe(expected);
    expect(shown(sqlOf(Fleet, { filters: { $not: counted } }))).toBe(expected);
    expect(shown(sqlOf(Fleet, { filters: { [relation]: { $count: { $gte: 1, $lt: 5 } } } }))).toBe(expected);
  });

  it.each(tables)('%s, as a sort key: %s', (relation, _why, expected) => {
    expect(shown(sqlOf(Fleet, { sort: [`${relation}.$count`] }))).toBe(expected);
  });

  it('where something is asked of the rows, they are joined', () => {
    expect(shown(sqlOf(Fleet, { filters: { ships: { $count: { $gte: 1, $where: { name: 'a' } } } } }))).toBe('joined');
  });

  const ofJunction = 'fleet_ships_ship nf_1 WHERE nf_1.fleetId = Fleet.id';
  const inverse = 'fleet_ships_ship nf_1 WHERE nf_1.shipId = Ship.id';

  it('is counted in the junction table, from either side', () => {
    const count = { $count: { $gte: 2 } };
    expect(sqlOf(Fleet, { filters: { ships: count } })).toContain(`WHERE ((SELECT COUNT(*) FROM ${ofJunction}) >= `);
    expect(sqlOf(Ship, { filters: { fleets: count } })).toContain(`WHERE ((SELECT COUNT(*) FROM ${inverse}) >= `);
  });

  it('is a sort key of the junction table, from either side', () => {
    expect(sqlOf(Fleet, { sort: ['ships.$count'] })).toContain(`(SELECT COUNT(*) FROM ${ofJunction}) AS`);
    expect(sqlOf(Ship, { sort: ['fleets.$count'] })).toContain(`(SELECT COUNT(*) FROM ${inverse}) AS`);
  });
});
