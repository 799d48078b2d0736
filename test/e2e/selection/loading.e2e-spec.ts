import { FilterService, Filterable } from 'nestjs-filterable';
import { ChildEntity, Column, Entity, PrimaryColumn, TableInheritance, ViewColumn, ViewEntity } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { Flat, House, openHouses, seen } from './model.js';

/** What TypeORM loads beside the columns stays as it is: related rows, their ids, lazy relations, classes. */

const firstFlat = {
  id: 1,
  name: 'Dune',
  agent: { id: 2, name: 'Bo', phone: '2' },
  labels: [],
  ownerKey: 1,
  agentKey: 2,
  labelKeys: [],
};

describe.each(engines)('what is loaded beside the columns on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  beforeAll(async () => {
    database = await openHouses(engine);
    filters = FilterService.forDataSource(database.source, { context: undefined });
  });
  afterAll(() => database.close());

  const flats = () => database.source.getRepository(Flat);
  const houses = () => database.source.getRepository(House);
  const ofFlats = (text: string) => filters.parse(Flat, text, { select: true });
  const ofHouses = (text: string) => filters.parse(House, text, { select: true });

  it('eager relations and @RelationId(), whose foreign keys are not shown', async () => {
    const { data } = await filters.page(flats(), ofFlats('fields=name&sort=id'));
    expect(seen(data.slice(0, 1))).toEqual([firstFlat]);
    expect(data.map(({ ownerKey, agentKey, labelKeys }) => [ownerKey, agentKey, labelKeys])).toEqual([
      [1, 2, []],
      [2, 2, [1]],
      [1, 2, [1, 2]],
      [null, null, [1, 2]],
    ]);
  });

  it('eager relations in a second statement, for a slice', async () => {
    const query = ofFlats('fields=name&sort=rooms:desc,id&pagination[page]=2&pagination[pageSize]=2');
    const { data } = await filters.page(flats(), query);
    expect(data.map(({ id, name, labels }) => [id, name, labels?.length])).toEqual([
      [3, 'Bay', 2],
      [1, 'Dune', 0],
    ]);
    expect(data[0]).not.toHaveProperty('rooms');
  });

  it.each(['join', 'query'] as const)('relations by find options, loaded by %s', async (relationLoadStrategy) => {
    const builder = () =>
      flats()
        .createQueryBuilder('flat')
        .setFindOptions({
          relations: { owner: true, agent: true, labels: true },
          relationLoadStrategy,
        });
    const whole = await filters.page(builder(), ofFlats('sort=id'));
    const { data } = await filters.page(builder(), ofFlats('fields=name&sort=id'));
    const expected = whole.data.map((row) => ({ ...row, rooms: undefined, ownerId: undefined }));
    expect(seen(data)).toEqual(seen(expected));
  });

  it('ids of relations that the builder maps', async () => {
    const builder = houses()
      .createQueryBuilder('h')
      .loadRelationIdAndMap('h.agentKey', 'h.agent')
      .loadRelationIdAndMap('h.ownerKey', 'h.owner')
      .loadRelationIdAndMap('h.labelKeys', 'h.labels');
    const { data } = await filters.page(builder, ofHouses('fields=title&sort=id'));
    expect(seen(data.slice(1, 2))).toEqual([
      { id: 2, name: 'Cove', code: 'code-2', heading: 'Cove (undefined)', agentKey: 2, ownerKey: 2, labelKeys: [1] },
    ]);
  });

  it('lazy relations, found by a column that is no key', async () => {
    const { data } = await filters.page(houses(), ofHouses('fields=title&sort=id'));
    const counts: unknown[] = [];
    for (const house of data) counts.push((await house.visits)?.length);
    expect(counts).toEqual([2, 0, 0, 0]);
  });

  it('a long alias, which engines shorten', async () => {
    const alias = 'an_alias_that_is_nearly_as_long_as_a_name_may_be_on_postgresql';
    const builder = flats().createQueryBuilder(alias).orderBy(`${alias}.rooms`, 'DESC').addOrderBy(`${alias}.id`);
    const { data } = await filters.page(builder, ofFlats('fields=name'));
    expect(data.map(({ id, name, agentKey }) => [id, name, agentKey])).toEqual([
      [4, 'Ark', null],
      [2, 'Cove', 2],
      [3, 'Bay', 2],
      [1, 'Dune', 2],
    ]);
    expect(data[0]).not.toHaveProperty('rooms');
  });
});

@Entity('sel_medium')
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
@Filterable({ fields: ['id', 'title', 'year'] })
class Medium {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column('integer') year!: number;
}

@ChildEntity()
class Film extends Medium {
  @Column({ type: 'integer', nullable: true }) length!: number;
}

@ChildEntity()
class Book extends Medium {
  @Column({ name: 'page_count', type: 'integer', nullable: true }) length!: number;
}

/** A key of two columns, of which one is hidden from whoever does not ask for it by name. */
@Entity('sel_seat')
@Filterable({ fields: ['row', 'color', 'note'] })
class Seat {
  @PrimaryColumn() row!: number;
  @PrimaryColumn({ select: false }) number!: number;
  @Column({ type: 'varchar', nullable: true }) note!: string | null;
  @Column() color!: string;
}

@Entity('sel_ticket')
@Filterable({ fields: ['note', 'color'] })
class Ticket {
  @PrimaryColumn({ select: false }) id!: number;
  @Column({ type: 'varchar', nullable: true }) note!: string | null;
  @Column() color!: string;
}

@ViewEntity({ name: 'sel_red', expression: 'SELECT id, color, note FROM sel_ticket' })
@Filterable({ fields: ['color', 'note'] })
class Red {
  @PrimaryColumn() id!: number;
  @ViewColumn() color!: string;
  @ViewColumn() note!: string | null;
}

describe.each(engines)('unusual entities on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Medium, Film, Book, Seat, Ticket, Red] });
    filters = FilterService.forDataSource(database.source);
    const { manager } = database.source;
    await manager.save(Film, { id: 1, title: 'Stalker', year: 1979, length: 162 });
    await manager.save(Book, { id: 2, title: 'Solaris', year: 1961, length: 204 });
    await manager.save(Medium, { id: 3, title: 'Radio', year: 1950 });
    await manager.insert(
      Seat,
      [1, 2].map((number) => ({ row: 1, number, note: null, color: 'red' })),
    );
    await manager.insert(
      Ticket,
      [1, 2].map((id) => ({ id, note: null, color: 'red' })),
    );
  });
  afterAll(() => database.close());

  it('children of one table keep their classes', async () => {
    const query = filters.parse(Medium, 'fields=title&sort=id', { select: true });
    const { data } = await filters.page(database.source.getRepository(Medium), query);
    expect(data.map((row) => row.constructor.name)).toEqual(['Film', 'Book', 'Medium']);
    expect(seen(data)).toEqual([
      { id: 1, title: 'Stalker' },
      { id: 2, title: 'Solaris' },
      { id: 3, title: 'Radio' },
    ]);
  });

  it('children with one property in two columns', async () => {
    const overrides = { select: ['length'] as never[] };
    const query = filters.parse(Medium, 'fields=length&sort=id', overrides);
    const { data } = await filters.page(database.source.getRepository(Medium), query);
    expect(seen(data)).toEqual([{ id: 1, length: 162 }, { id: 2, length: 204 }, { id: 3 }]);
  });

  it('a builder of a child leaves out what the child adds', async () => {
    const query = filters.parse(Medium, 'fields=title', { select: true });
    const { data } = await filters.page(database.source.getRepository(Film), query);
    expect(seen(data)).toEqual([{ id: 1, title: 'Stalker' }]);
    expect(data[0]).toBeInstanceOf(Film);
  });

  it('a hidden part of a key stays hidden, and no row is lost', async () => {
    const query = filters.parse(Seat, 'fields=note', { select: true });
    const { data } = await filters.page(database.source.getRepository(Seat), query);
    expect(seen(data)).toEqual([
      { row: 1, note: null },
      { row: 1, note: null },
    ]);
  });

  it('a hidden key stays hidden, and no row is lost where the field is NULL', async () => {
    const query = filters.parse(Ticket, 'fields=note', { select: true });
    const { data } = await filters.page(database.source.getRepository(Ticket), query);
    expect(seen(data)).toEqual([
      { note: null, color: 'red' },
      { note: null, color: 'red' },
    ]);
  });

  it('rows of a view stay apart', async () => {
    const query = filters.parse(Red, 'fields=color', { select: true });
    const { data } = await filters.page(database.source.getRepository(Red), query);
    expect(seen(data)).toEqual([
      { id: 1, color: 'red' },
      { id: 2, color: 'red' },
    ]);
  });
});
