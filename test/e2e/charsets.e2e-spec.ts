import { Controller, Get, Module } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, Filterable, type Page } from 'nestjs-filterable';
import { Column, DataSource, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { printCursor } from '../../lib/page/order/cursor.js';
import { type TestDatabase, describeOn, openDatabase } from '../support/databases.js';
import { type TestApp, openApp } from '../support/http/adapters.js';

@Entity()
@Filterable()
class Label {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Bottle, ({ label }) => label) bottles!: Relation<Bottle[]>;
}

@Entity()
@Filterable()
class Bottle {
  @PrimaryColumn() id!: number;
  @Column() wine!: string;
  @ManyToOne(() => Label, ({ bottles }) => bottles) label!: Relation<Label>;
}

@Controller('bottles')
class BottlesController {
  constructor(
    private readonly source: DataSource,
    private readonly filters: FilterService,
  ) {}

  @Get()
  list(@FilterQuery(Bottle) query: FilterQuery<Bottle>): Promise<Page<Bottle>> {
    return this.filters.page(this.source.getRepository(Bottle), query);
  }
}

/**
 * The servers whose databases can be in a character set of their own. Nothing in the entities tells, so the server
 * itself refuses.
 */
describeOn('postgres', 'mariadb')('a database in Latin-1 on %s', (engine) => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Label, Bottle], charset: 'latin1' });
    const { manager } = database.source;
    await manager.save(Label, { id: 1, name: 'Ménard' });
    await manager.save(Bottle, { id: 1, wine: 'Rosé', label: { id: 1 } });
    @Module({ providers: [{ provide: DataSource, useValue: database.source }], exports: [DataSource] })
    class Source {}
    app = await openApp('express', { imports: [Source, FilterModule.forRoot()], controllers: [BottlesController] });
  });

  afterAll(async () => {
    await app?.close();
    await database?.close();
  });

  it.each([
    'filters[wine]=Rosé',
    'filters[wine][$eqi]=rosé',
    'filters[label][name][$startsWith]=Mé',
    'filters[wine][$ne]=a',
  ])('finds by %s', async (query) => {
    const { status, text } = await app.client.get(`/bottles?${encodeURI(query)}`);
    expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({ status: 200, body: { data: [{ id: 1 }] } });
  });

  const foreign = [
    '=',
    '[$ne]=',
    '[$in][]=',
    '[$eqi]=',
    '[$eqc]=',
    '[$lt]=',
    '[$between][]=a&filters[wine][$between][]=',
  ];
  const matches = ['[$contains]=', '[$endsWithc]='];

  const refusal = { status: 400, body: { issues: [{ code: 'invalid_value', path: 'filters' }] } };

  const ask = async (query: string) => {
    const { status, text } = await app.client.get(`/bottles?${query}`);
    return { status, body: JSON.parse(text) as unknown };
  };

  it.each(foreign.map((operator) => `filters[wine]${operator}😀`))(
    'refuses %s: the server cannot compare such a character',
    async (query) => {
      expect(await ask(encodeURI(query))).toMatchObject(refusal);
    },
  );

  // MariaDB compares these in all of Unicode, and finds that no row has the character.
  it.each([...matches.map((operator) => `filters[wine]${operator}😀`), 'filters[label][name][$contains]=Ω'])(
    'finds nothing by %s',
    async (query) => {
      expect(await ask(encodeURI(query))).toMatchObject(
        engine === 'postgres' ? refusal : { status: 200, body: { data: [] } },
      );
    },
  );

  it('refuses a cursor with such a character', async () => {
    const binding = { sort: JSON.stringify(['Bottle', [['wine', 'asc', 'engine']]]), secrets: [] };
    const at = (wine: string) =>
      app.client.get(`/bottles?sort=wine&pagination[after]=${printCursor([wine, '0'], binding)}`);
    expect((await at('Ros')).status).toBe(200);
    expect((await at('Ω')).status).toBe(400);
  });
});
