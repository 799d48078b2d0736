import { Filterable } from 'nestjs-filterable';
import { ChildEntity, Column, Entity, PrimaryColumn, TableInheritance, ViewColumn, ViewEntity } from 'typeorm';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { Flat, House, fillHouses, houseEntities, seen } from './model.js';

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

const houses = { entities: houseEntities, seed: fillHouses, options: { context: undefined } };

onEngines('what is loaded beside the columns', houses, (world) => {
  const flats = () => world.repository(Flat);
  const houses = () => world.repository(House);
  const ofFlats = (text: string) => world.filters.parse(Flat, text, { select: true });
  const ofHouses = (text: string) => world.filters.parse(House, text, { select: true });

  it('eager relations and @RelationId(), whose foreign keys are not shown', async () => {
    const { data } = await world.filters.page(flats(), ofFlats('fields=name&sort=id'));
    expect(seen(data.slice(0, 1))).toEqual([firstFlat]);
    const keys = data.map(({ ownerKey, agentKey, labelKeys }) => `${ownerKey} ${agentKey} ${labelKeys?.join()}`);
    expect(keys).toEqual(['1 2 ', '2 2 1', '1 2 1,2', 'null null 1,2']);
  });

  it('eager relations in a second statement, for a slice', async () => {
    const query = ofFlats('fields=name&sort=rooms:desc,id&pagination[page]=2&pagination[pageSize]=2');
    const { data } = await world.filters.page(flats(), query);
    expect(data.map(({ id, name, labels }) => `${id} ${name} ${labels?.length}`)).toEqual(['3 Bay 2', '1 Dune 0']);
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
    const whole = await world.filters.page(builder(), ofFlats('sort=id'));
    const { data } = await world.filters.page(builder(), ofFlats('fields=name&sort=id'));
    const expected = whole.data.map((row) => ({ ...row, rooms: undefined, ownerId: undefined }));
    expect(seen(data)).toEqual(seen(expected));
  });

  it('ids of relations that the builder maps', async () => {
    const builder = houses()
      .createQueryBuilder('h')
      .loadRelationIdAndMap('h.agentKey', 'h.agent')
      .loadRelationIdAndMap('h.ownerKey', 'h.owner')
      .loadRelationIdAndMap('h.labelKeys', 'h.labels');
    const { data } = await world.filters.page(builder, ofHouses('fields=title&sort=id'));
    expect(seen(data.slice(1, 2))).toEqual([
      { id: 2, name: 'Cove', code: 'code-2', heading: 'Cove (undefined)', agentKey: 2, ownerKey: 2, labelKeys: [1] },
    ]);
  });

  it('lazy relations, found by a column that is no key', async () => {
    const { data } = await world.filters.page(houses(), ofHouses('fields=title&sort=id'));
    const counts: unknown[] = [];
    for (const house of data) counts.push((await house.visits)?.length);
    expect(counts).toEqual([2, 0, 0, 0]);
  });

  it('a long alias, which engines shorten', async () => {
    const alias = 'an_alias_that_is_nearly_as_long_as_a_name_may_be_on_postgresql';
    const builder = flats().createQueryBuilder(alias).orderBy(`${alias}.rooms`, 'DESC').addOrderBy(`${alias}.id`);
    const { data } = await world.filters.page(builder, ofFlats('fields=name'));
    const shown = data.map(({ id, name, agentKey }) => `${id} ${name} ${agentKey}`);
    expect(shown).toEqual(['4 Ark null', '2 Cove 2', '3 Bay 2', '1 Dune 2']);
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

const unusual: WorldOptions = {
  entities: [Medium, Film, Book, Seat, Ticket, Red],
  seed: async ({ manager }) => {
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
  },
};

onEngines('unusual entities', unusual, (world) => {
  const read = async (entity: new () => object, request: string, selected = entity, select: unknown = true) => {
    const query = world.filters.parse<object>(entity, request, { select } as never);
    return (await world.filters.page(world.repository<object>(selected), query)).data;
  };

  it.each([
    [
      'children with one property in two columns',
      Medium,
      'fields=length&sort=id',
      { select: ['length'] },
      [{ id: 1, length: 162 }, { id: 2, length: 204 }, { id: 3 }],
    ],
    [
      'a builder of a child leaves out what the child adds',
      Medium,
      'fields=title',
      { selected: Film },
      [{ id: 1, title: 'Stalker' }],
    ],
    ['a hidden part of a key stays hidden, and no row is lost', Seat, 'fields=note', {}, twice({ row: 1, note: null })],
    [
      'a hidden key stays hidden, and no row is lost where the field is NULL',
      Ticket,
      'fields=note',
      {},
      twice({ note: null, color: 'red' }),
    ],
    [
      'rows of a view stay apart',
      Red,
      'fields=color',
      {},
      [
        { id: 1, color: 'red' },
        { id: 2, color: 'red' },
      ],
    ],
  ] as const)('%s', async (_, entity, request, more, expected) => {
    const { selected = entity, select = true }: { selected?: new () => object; select?: unknown } = more;
    const data = await read(entity, request, selected, select);
    expect(seen(data)).toEqual(expected);
    for (const row of data) expect(row).toBeInstanceOf(selected);
  });

  it('children of one table keep their classes', async () => {
    const data = await read(Medium, 'fields=title&sort=id');
    expect(data.map((row) => row.constructor.name)).toEqual(['Film', 'Book', 'Medium']);
    expect(seen(data)).toEqual(['Stalker', 'Solaris', 'Radio'].map((title, at) => ({ id: at + 1, title })));
  });
});

function twice(row: object): object[] {
  return [row, row];
}
