import { FilterService, Filterable } from 'nestjs-filterable';
import { ChildEntity, Column, Entity, ManyToOne, PrimaryColumn, type Relation, TableInheritance } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

/** A table with rows of several classes, some of which hide some of their rows. */
@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
@Filterable({ fields: ['id'] })
class Vehicle {
  @PrimaryColumn() id!: number;
  @Column() open!: boolean;
  @Column() seats!: number;
}

@ChildEntity('cart')
@Filterable()
class Cart extends Vehicle {}

@ChildEntity('car')
@Filterable({ scope: () => ({ open: true }) })
class Car extends Vehicle {}

@ChildEntity('taxi')
@Filterable()
class Taxi extends Car {}

@ChildEntity(7)
@Filterable({ scope: () => ({ seats: 9 }) })
class Bus extends Car {}

@Entity()
@Filterable({ fields: ['id'], relations: ['vehicle', 'car'] })
class Stop {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Vehicle, { nullable: false }) vehicle!: Relation<Vehicle>;
  @ManyToOne(() => Car, { nullable: false }) car!: Relation<Car>;
}

const source = await describeEntities('postgres', [Vehicle, Cart, Car, Taxi, Bus, Stop]);
const filters = FilterService.forDataSource(source);

/** The WHERE of a request on a table `t`, without quotes, and with its values in place. */
function whereOf(entity: new () => object, request: string): string {
  const builder = source.createQueryBuilder(entity, 't').select('t.id');
  const [text, values] = filters.apply(builder, filters.parse(entity, request)).getQueryAndParameters();
  return text
    .replace(/^.*? WHERE /, '')
    .replace(/\$(\d+)/g, (_, index: string) => String(values[Number(index) - 1]))
    .replace(/"/g, '');
}

const bus = (alias: string) => `(${alias}.kind IS NULL OR ${alias}.kind NOT IN (7) OR ${alias}.seats = 9)`;
const car = (alias: string) => `(${alias}.kind IS NULL OR ${alias}.kind <> ALL(car,taxi,7) OR ${alias}.open = true)`;

describe('the scopes of a table of several classes', () => {
  // prettier-ignore
  it.each<[entity: new () => object, request: string, where: string, why: string]>([
    [Vehicle, '', `((${car('t')} AND ${bus('t')}))`, 'the list of all hides what the lists of its classes hide'],
    [Cart, '', 't.kind IN (cart)', 'a class without a scope has those of no other'],
    [Car, '', `( ((t.open = true AND ${bus('t')})) ) AND ( t.kind IN (taxi, 7, car) )`, 'its own holds for all of its rows, that of a subclass for those alone'],
    [Taxi, '', '( (t.open = true) ) AND ( t.kind IN (taxi) )', 'a class inherits one'],
    [Bus, '', '( ((t.seats = 9 AND t.open = true)) ) AND ( t.kind IN (7) )', 'and may add one'],
    [Stop, 'filters[vehicle][id]=1', `(t.vehicleId IN (SELECT nf_1.id FROM vehicle nf_1 WHERE (${car('nf_1')} AND ${bus('nf_1')}) AND nf_1.id = 1))`, 'related rows are hidden alike'],
    [Stop, 'filters[car][id]=1', `(t.carId IN (SELECT nf_1.id FROM vehicle nf_1 WHERE nf_1.kind IN (car, taxi, 7) AND (nf_1.open = true AND ${bus('nf_1')}) AND nf_1.id = 1))`, 'also those of a class'],
  ])('%p, %j: %s (%s)', (entity, request, where) => {
    expect(whereOf(entity, request)).toBe(where);
  });
});
