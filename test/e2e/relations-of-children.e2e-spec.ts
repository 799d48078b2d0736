import { Logger } from '@nestjs/common';
import { FilterService, Filterable, type Page } from 'nestjs-filterable';
import {
  ChildEntity,
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
  TableInheritance,
} from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../support/databases.js';

/**
 * Relations in an embedded object of classes that share a table. TypeORM gives their columns to the class that has the
 * table, and none to those that extend it.
 */
class Origin {
  @ManyToOne(() => Country, (country) => country.vehicles, { nullable: false }) country!: Relation<Country>;
  @OneToOne(() => Permit, { nullable: true }) @JoinColumn() permit!: Relation<Permit> | null;
  @ManyToMany(() => Port, (port) => port.trucks) @JoinTable() ports!: Relation<Port>[];
}

/** In one of the classes alone. */
class Load {
  @ManyToOne(() => Country, (country) => country.trucks, { nullable: true })
  @JoinColumn({ name: 'bound_for' })
  target!: Relation<Country> | null;
}

@Entity()
@Filterable({ fields: ['id', 'name', 'tenantId'], relations: ['vehicles', 'trucks'] })
class Country {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenantId!: number;
  @OneToMany(() => Vehicle, (vehicle) => vehicle.origin.country) vehicles!: Relation<Vehicle>[];
  @OneToMany(() => Truck, (truck) => truck.load.target) trucks!: Relation<Truck>[];
}

@Entity()
@Filterable()
class Permit {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['trucks'] })
class Port {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => Truck, (truck) => truck.origin.ports) trucks!: Relation<Truck>[];
}

@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
@Filterable()
class Vehicle {
  @PrimaryColumn() id!: number;
  @Column(() => Origin) origin!: Origin;
}

/** The scope goes through a relation in the embedded object. */
@ChildEntity()
@Filterable({ scope: ({ tenant }: { tenant: number }) => ({ origin: { country: { tenantId: tenant } } }) })
class Car extends Vehicle {}

@ChildEntity()
@Filterable()
class Truck extends Vehicle {
  @Column(() => Load) load!: Load;
}

/** A child of a child. */
@ChildEntity()
@Filterable()
class Lorry extends Truck {}

const countries = [
  { id: 1, name: 'Norway', tenantId: 1 },
  { id: 2, name: 'Peru', tenantId: 2 },
  { id: 3, name: 'Chad', tenantId: 1 },
];
const permits = [
  { id: 1, name: 'blue' },
  { id: 2, name: 'red' },
];
const ports = [
  { id: 1, name: 'Oslo' },
  { id: 2, name: 'Lima' },
];

const from = (country: number, permit: number | null, ...on: number[]) => ({
  country: { id: country },
  permit: permit && { id: permit },
  ports: on.map((port) => ({ id: port })),
});

const vehicles: readonly (readonly [entity: new () => Vehicle, row: object])[] = [
  [Vehicle, { id: 1, origin: from(1, 1, 1) }],
  [Car, { id: 2, origin: from(1, null, 1, 2) }],
  [Car, { id: 3, origin: from(2, 2) }],
  [Truck, { id: 4, origin: from(1, null, 2), load: { target: { id: 2 } } }],
  [Truck, { id: 5, origin: from(2, null), load: { target: null } }],
  [Lorry, { id: 6, origin: from(3, null, 1), load: { target: { id: 1 } } }],
];

const cases: readonly (readonly [entity: new () => { id: number }, query: string, ids: readonly number[]])[] = [
  [Vehicle, 'filters[origin][country][name]=Norway', [1, 2, 4]],
  [Car, '', [2]],
  [Car, 'filters[origin][country][name]=Norway', [2]],
  [Car, 'filters[origin][country][name]=Peru', []],
  [Car, 'filters[origin][ports][name]=Lima', [2]],
  [Truck, 'filters[origin][country][name]=Norway', [4]],
  [Truck, 'filters[origin][country]=2', [5]],
  [Truck, 'filters[$not][origin][country]=2', [4, 6]],
  [Truck, 'filters[origin][country][$exists]=true', [4, 5, 6]],
  [Truck, 'filters[origin][permit][$null]=true', [4, 5, 6]],
  [Truck, 'filters[origin][permit][name]=blue', []],
  [Truck, 'filters[load][target][name]=Peru', [4]],
  [Truck, 'filters[load][target][$null]=true', [5]],
  [Truck, 'filters[origin][ports][$count]=1', [4, 6]],
  [Truck, 'filters[origin][ports][name]=Oslo', [6]],
  [Truck, 'filters[origin][ports][$none][name]=Oslo', [4, 5]],
  [Truck, 'sort=origin.country.name', [6, 4, 5]],
  [Truck, 'sort=load.target.name:desc:nullsLast', [4, 6, 5]],
  [Truck, 'sort=origin.ports.$count:desc,id', [4, 6, 5]],
  [Lorry, 'filters[load][target][name]=Norway', [6]],
  [Lorry, 'filters[load][target][name]=Peru', []],
  [Lorry, 'filters[origin][country][vehicles][id]=6', [6]],
  [Country, 'filters[trucks][id]=4', [2]],
  [Country, 'filters[trucks][$count]=0', [3]],
  [Country, 'filters[vehicles][$count]=1', [2, 3]],
  [Country, 'filters[vehicles][id]=3', []],
  [Port, 'filters[trucks][id]=4', [2]],
  [Port, 'filters[trucks][$count]=1', [1, 2]],
];

const named = cases.map(([entity, query, ids]) => [entity.name, query, ids, entity] as const);

describe.each(engines)('relations in embedded objects of classes that share a table, on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase(engine, { entities: [Country, Permit, Port, Vehicle, Car, Truck, Lorry] });
    const { manager } = database.source;
    await manager.save(Country, countries);
    await manager.save(Permit, permits);
    await manager.save(Port, ports);
    await seed();
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  it.each(named)('%s: %s', async (_, query, ids, entity) => {
    const parsed = filters.parse(entity, query, undefined, { tenant: 1 });
    const repository = database.source.getRepository(entity);
    const { data }: Page<{ id: number }> = await filters.page(repository, parsed);
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(await filters.count(repository, parsed)).toBe(ids.length);
  });

  /** As rows of the class that has the table: of the others, TypeORM cannot save these relations either. */
  async function seed(): Promise<void> {
    const { manager } = database.source;
    for (const [entity, row] of vehicles) {
      await manager.save(Vehicle, row);
      const kind = database.source.getMetadata(entity).discriminatorValue;
      await manager
        .createQueryBuilder()
        .update(Vehicle)
        .set({ kind } as object)
        .whereInIds([(row as Vehicle).id])
        .execute();
    }
  }
});
