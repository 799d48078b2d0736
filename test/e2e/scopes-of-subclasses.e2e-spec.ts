import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FilterConfigurationError, Filterable, type FilterService, type Page } from 'nestjs-filterable';
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
} from 'typeorm';
import { onEngines } from '../support/engines.js';
import { cases } from '../support/table.js';

interface Reader {
  readonly tenant: number;
  readonly age: number;
}

const context: Reader = { tenant: 1, age: 12 };

/** A base without a table: its scope is for whoever extends it. */
@Filterable({ fields: ['id'], scope: ({ tenant }: Reader) => ({ tenantId: tenant }) })
abstract class Owned {
  @PrimaryColumn() id!: number;
  @Column() tenantId!: number;
  @Column() open!: boolean;
}

@Entity()
@Filterable()
class Bare extends Owned {}

@Entity()
@Filterable({ fields: ['id', 'open'] })
class Listed extends Owned {}

@Entity()
class Undecorated extends Owned {}

@Entity()
class Refined extends Owned {
  @Filterable({ operators: ['$eq'] })
  @Column()
  word!: string;
}

@Entity()
@Filterable({ scope: () => ({ open: true }) })
class Narrow extends Owned {}

/** An entity that extends one with a table of its own. */
@Entity()
@Filterable({ fields: ['id'], scope: () => ({ note: 'shown' }) })
class Narrower extends Narrow {
  @Column() note!: string;
}

const owned = [
  { id: 1, tenantId: 1, open: true, word: 'a', note: 'shown' },
  { id: 2, tenantId: 2, open: true, word: 'b', note: 'shown' },
  { id: 3, tenantId: 1, open: false, word: 'c', note: 'shown' },
  { id: 4, tenantId: 1, open: true, word: 'd', note: 'kept' },
];

/** Classes that share a table; the one that has it shows every row of its own. */
@Entity()
@TableInheritance({ column: { type: 'varchar', name: 'class', length: 20, nullable: true } })
@Filterable({ fields: ['id', 'title'], relations: ['shelf', 'labels'] })
class Item {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @ManyToOne(() => Shelf, (shelf) => shelf.items, { nullable: true }) shelf!: Relation<Shelf> | null;
  @ManyToMany(() => Label, (label) => label.items) @JoinTable() labels!: Relation<Label>[];
}

/** By a column that only this class has. */
@ChildEntity()
@Filterable({ scope: ({ age }: Reader) => ({ rating: { $lte: age } }) })
class Film extends Item {
  @Column({ type: 'int', nullable: true }) rating!: number;
}

/** A film, too. */
@ChildEntity('docu')
@Filterable({ fields: ['id', 'title'] })
class Documentary extends Film {}

@ChildEntity()
@Filterable({ scope: () => ({ minutes: { $gt: 1 } }) })
class Short extends Film {
  @Column({ type: 'int', nullable: true }) minutes!: number;
}

/** No entity, but between entities; TypeORM reads no columns of such a class. */
@Filterable({ scope: () => ({ secret: false }) })
abstract class Printed extends Item {
  abstract secret: boolean | null;
}

@ChildEntity()
@Filterable()
class Book extends Printed {
  @Column({ type: Boolean, nullable: true }) secret!: boolean | null;
}

@ChildEntity()
class Paper extends Printed {
  @Column({ type: Boolean, nullable: true }) secret!: boolean | null;
}

@ChildEntity()
@Filterable({ scope: () => ({ shelf: { name: { $ne: 'attic' } } }) })
class Toy extends Item {}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['items'] })
class Shelf {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Item, (item) => item.shelf) items!: Relation<Item>[];
}

/** A foreign key that is always set: nothing but a scope can hide what it refers to. */
@Entity()
@Filterable({ fields: ['id'], relations: ['item'] })
class Loan {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Item, { nullable: false }) item!: Relation<Item>;
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['items'] })
class Label {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => Item, (item) => item.labels) items!: Relation<Item>[];
}

/** Discriminators that are no texts: a number, and the member of an enum. */
@Entity()
@TableInheritance({ column: { type: 'int', name: 'wheels' } })
@Filterable({ fields: ['id'] })
class Vehicle {
  @PrimaryColumn() id!: number;
  @Column() hidden!: boolean;
}

@ChildEntity(2)
@Filterable({ scope: () => ({ hidden: false }) })
class Bicycle extends Vehicle {}

@ChildEntity(4)
class Car extends Vehicle {}

@Entity()
@TableInheritance({ column: { type: 'simple-enum', enum: ['coin', 'note', 'gift'], name: 'form' } })
@Filterable({ fields: ['id'] })
class Money {
  @PrimaryColumn() id!: number;
  @Column() hidden!: boolean;
}

@ChildEntity('coin')
@Filterable({ scope: () => ({ hidden: false }) })
class Coin extends Money {}

@ChildEntity('gift')
class GiftCoin extends Coin {}

@ChildEntity('note')
class Note extends Money {}

const twins = (first: number) => [
  { id: first, hidden: false },
  { id: first + 1, hidden: true },
];

const shelves = ['hall', 'cellar', 'attic', 'empty'].map((name, index) => ({ id: index + 1, name }));
const labels = ['red', 'blue', 'green'].map((name, index) => ({ id: index + 1, name }));

const item = (id: number, shelf: number | null, ...on: number[]) => ({
  id,
  title: `t${String(id).padStart(2, '0')}`,
  shelf: shelf && { id: shelf },
  labels: on.map((label) => ({ id: label })),
});

/** Of these the reader may see 1, 2, 4, 6, 9, 12 and 13. */
const items: readonly (readonly [entity: new () => Item, row: object])[] = [
  [Item, item(1, 1)],
  [Film, { ...item(2, 1, 1), rating: 6 }],
  [Film, { ...item(3, 1, 1, 2), rating: 18 }],
  [Documentary, { ...item(4, null), rating: 6 }],
  [Documentary, { ...item(5, 2), rating: 18 }],
  [Short, { ...item(6, null), rating: 6, minutes: 5 }],
  [Short, { ...item(7, 2), rating: 6, minutes: 1 }],
  [Short, { ...item(8, null), rating: 18, minutes: 5 }],
  [Book, { ...item(9, 3), secret: false }],
  [Book, { ...item(10, 3, 2), secret: true }],
  [Paper, { ...item(11, null), secret: true }],
  [Toy, item(12, 1)],
  [Item, item(13, 3, 3)],
  [Book, { ...item(14, null), secret: null }],
  [Toy, item(15, 3)],
];
const lent = [1, 2, 3, 7, 9, 10, 12, 13, 15];

const questions = cases(`
  # Bases that have no table, or one of their own.
  Bare:                                                            -> 1 3 4
  Bare: filters[tenantId]=2                                        -> 
  Listed:                                                          -> 1 3 4
  Listed: filters[$not][id]=1                                      -> 3 4
  Undecorated:                                                     -> 1 3 4
  Refined:                                                         -> 1 3 4
  Refined: filters[word]=b                                         -> 
  Narrow:                                                          -> 1 4
  Narrower:                                                        -> 1
  # The lists of classes that share a table.
  Item:                                                            -> 1 2 4 6 9 12 13
  Film:                                                            -> 2 4 6
  Documentary:                                                     -> 4
  Short:                                                           -> 6
  Book:                                                            -> 9
  Paper:                                                           -> 
  Toy:                                                             -> 12
  Item: filters[title]=t03                                         -> 
  Item: filters[$not][title]=t02                                   -> 1 4 6 9 12 13
  Item: filters[$or][0][title]=t07&filters[$or][1][title]=t08&filters[$or][2][title]=t06 -> 6
  Item: filters[shelf]=1                                           -> 1 2 12
  Item: filters[labels][name]=red                                  -> 2
  Film: filters[title][$gt]=t03                                    -> 4 6
  Vehicle:                                                         -> 1 3 4
  Bicycle:                                                         -> 1
  Car:                                                             -> 3 4
  Money:                                                           -> 5 7 9 10
  GiftCoin:                                                        -> 7
  # A relation to the class that has the table.
  Shelf: filters[items][title]=t03                                 -> 
  Shelf: filters[items][$exists]=true                              -> 1 3
  Shelf: filters[items][$null]=true                                -> 2 4
  Shelf: filters[items][$none][title]=t03                          -> 1 2 3 4
  Shelf: filters[items][$every][title][$in][]=t01&filters[items][$every][title][$in][]=t02 -> 2 4
  Shelf: filters[items][$every][title][$notIn][]=t03               -> 1 2 3 4
  Shelf: filters[items][$count]=3                                  -> 1
  Shelf: filters[items][$count]=0                                  -> 2 4
  Shelf: filters[items][$count][$gte]=1&filters[items][$count][$where][title]=t10 -> 
  Shelf: sort=items.$count:desc,id                                 -> 1 3 2 4
  Shelf: sort=items.title:desc:nullsLast,id                        -> 3 1 2 4
  Loan: filters[item]=3                                            -> 
  Loan: filters[item]=2                                            -> 2
  Loan: filters[item][id][$in][]=3&filters[item][id][$in][]=9      -> 9
  Loan: filters[$not][item]=1                                      -> 2 3 7 9 10 12 13 15
  Loan: filters[item][$exists]=true                                -> 1 2 9 12 13
  Loan: filters[item][$null]=true                                  -> 3 7 10 15
  Loan: filters[item][title][$gte]=t03                             -> 9 12 13
  Loan: filters[item][shelf][items][title]=t03                     -> 
  Loan: sort=item.title:asc:nullsLast,id                           -> 1 2 9 12 13 3 7 10 15
  Loan: sort=item.title:desc:nullsFirst,id                         -> 3 7 10 15 13 12 9 2 1
  Label: filters[items][title]=t03                                 -> 
  Label: filters[items][title][$in][]=t02&filters[items][title][$in][]=t03 -> 1
  Label: filters[items][$none][title]=t03                          -> 1 2 3
  Label: filters[items][$exists]=true                              -> 1 3
`);

const tables = [Bare, Listed, Undecorated, Refined, Narrow, Narrower];
const shared = [Item, Film, Documentary, Short, Book, Paper, Toy];
const classes = [Bicycle, Car, Coin, GiftCoin, Note];
const entities: readonly (new () => { id: number })[] = [
  ...tables,
  ...shared,
  Shelf,
  Loan,
  Label,
  Vehicle,
  Money,
  ...classes,
];

async function seed({ manager }: DataSource): Promise<void> {
  for (const [index, entity] of classes.entries()) await manager.save(entity, twins(2 * index + 1));
  for (const table of tables) await manager.save(table, owned);
  await manager.save(Shelf, shelves);
  await manager.save(Label, labels);
  for (const [entity, row] of items) await manager.save(entity, row);
  const bare = manager
    .createQueryBuilder()
    .update(Item)
    .set({ class: null } as object);
  await bare.where({ id: 13 }).execute();
  await manager.save(
    Loan,
    lent.map((id) => ({ id, item: { id } })),
  );
}

onEngines('scopes of classes and of those that extend them', { entities: [...entities], seed }, (world) => {
  let filters: FilterService;
  beforeAll(() => {
    ({ filters } = world);
  });

  const repositoryOf = <E extends { id: number }>(entity: new () => E) => world.repository(entity);
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  it.each(questions)('%s -> %s', async (text, verdict) => {
    const [, name = '', query = ''] = /^(\w+): ?(.*)$/.exec(text) ?? [];
    const entity = entities.find((each) => each.name === name) ?? Item;
    const ids = verdict.split(' ').filter(Boolean).map(Number);
    const parse = (more = '') => filters.parse(entity, `${query}${more}`, undefined, context);
    const { data, meta } = await filters.page(repositoryOf(entity), parse());
    expect([idsOf(data), meta.pagination]).toMatchObject([ids, { total: ids.length }]);
    expect(await filters.count(repositoryOf(entity), parse())).toBe(ids.length);
    const applied = await filters.apply(repositoryOf(entity).createQueryBuilder('root'), parse()).getMany();
    expect(idsOf(applied).sort(byNumber)).toEqual([...ids].sort(byNumber));
    const found: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const asked = parse(`&pagination[after]=${after}&pagination[pageSize]=2`);
      const page: Page<{ id: number }> = await filters.page(repositoryOf(entity), asked);
      found.push(...idsOf(page.data));
      after = page.meta.pagination.next ?? null;
    }
    expect(found).toEqual(ids);
  });

  it.each([false, true])('hold in filter(), trusted: %s', async (trusted) => {
    const read = async <E extends { id: number }>(entity: new () => E, filter: object) => {
      const builder = filters.filter(entity, { filters: filter, sort: 'id' as never }, { trusted, context });
      return idsOf(await builder.getMany());
    };
    expect(await read(Bare, {})).toEqual([1, 3, 4]);
    expect(await read(Narrower, {})).toEqual([1]);
    expect(await read(Item, {})).toEqual([1, 2, 4, 6, 9, 12, 13]);
    expect(await read(Short, {})).toEqual([6]);
    expect(await read(Loan, { item: { title: 't03' } })).toEqual([]);
    expect(await read(Loan, { item: 3 })).toEqual([]);
  });

  it('hold in a condition of the server', async () => {
    const loans = filters.parse(Loan, '', undefined, context);
    expect(await filters.count(repositoryOf(Loan), filters.and(loans, { item: { title: 't10' } }))).toBe(0);
    expect(await filters.count(repositoryOf(Loan), filters.and(loans, { item: { title: 't09' } }))).toBe(1);
  });

  it.each([
    ['Item', 'Film', [2, 4, 6], Item, Film],
    ['Item', 'Short', [6], Item, Short],
    ['Item', 'Documentary', [4], Item, Documentary],
    ['Item', 'Book', [9], Item, Book],
    ['Film', 'Short', [6], Film, Short],
    // A table of its own, and a scope that only the extending entity can say.
    ['Narrow', 'Narrower', [1], Narrow, Narrower],
  ] as const)('of %s hold on a builder of %s', async (_, _other, ids, asked, selected) => {
    const parsed = filters.parse<{ id: number }>(asked, 'sort=id', undefined, context);
    const builder = () => world.source.createQueryBuilder<{ id: number }>(selected, 'root');
    expect(idsOf(await filters.apply(builder(), parsed).getMany())).toEqual(ids);
    expect(idsOf((await filters.page(builder(), parsed)).data)).toEqual(ids);
    expect(await filters.count(builder(), parsed)).toBe(ids.length);
  });

  it('of a class are not asked of a builder of the class that it extends', () => {
    const films = filters.parse(Film, '', undefined, context);
    const builder = world.source.createQueryBuilder(Item, 'item') as never;
    expect(() => filters.apply(builder, films)).toThrow(FilterConfigurationError);
    expect(() => filters.apply(builder, films)).toThrow('the builder selects Item');
  });

  it('that fail refuse the request, whichever class declares them', () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    for (const entity of [Bare, Refined, Narrower, Item, Film, Shelf, Loan]) {
      const query = entity === Shelf ? 'filters[items][title]=x' : entity === Loan ? 'filters[item][title]=x' : '';
      expect(() => filters.parse<object>(entity, query)).toThrow(expect.objectContaining({ status: 403 }));
    }
    logged.mockRestore();
  });
});

function byNumber(one: number, other: number): number {
  return one - other;
}
