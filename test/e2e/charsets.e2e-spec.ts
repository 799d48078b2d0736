import { Controller, Get, Module } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { printCursor } from '../../lib/page/order/cursor.js';
import { type TestDatabase, describeOn, openDatabase } from '../support/databases.js';
import { type TestApp, openApp } from '../support/http/adapters.js';
import { Boat, Harbour, harbourEntities } from '../support/worlds/harbours.js';

@Controller('boats')
class BottlesController {
  constructor(
    private readonly source: DataSource,
    private readonly filters: FilterService,
  ) {}

  @Get()
  list(@FilterQuery(Boat) query: FilterQuery<Boat>): Promise<Page<Boat>> {
    return this.filters.page(this.source.getRepository(Boat), query);
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
    database = await openDatabase(engine, { entities: harbourEntities, charset: 'latin1' });
    const { manager } = database.source;
    await manager.save(Harbour, { id: 1, name: 'Ménard' });
    await manager.save(Boat, { id: 1, name: 'Rosé', harbour: { id: 1 } });
    @Module({ providers: [{ provide: DataSource, useValue: database.source }], exports: [DataSource] })
    class Source {}
    app = await openApp('express', { imports: [Source, FilterModule.forRoot()], controllers: [BottlesController] });
  });

  afterAll(async () => {
    await app?.close();
    await database?.close();
  });

  it.each([
    'filters[name]=Rosé',
    'filters[name][$eqi]=rosé',
    'filters[harbour][name][$startsWith]=Mé',
    'filters[name][$ne]=a',
  ])('finds by %s', async (query) => {
    const { status, text } = await app.client.get(`/boats?${encodeURI(query)}`);
    expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({ status: 200, body: { data: [{ id: 1 }] } });
  });

  const foreign = [
    '=',
    '[$ne]=',
    '[$in][]=',
    '[$eqi]=',
    '[$eqc]=',
    '[$lt]=',
    '[$between][]=a&filters[name][$between][]=',
  ];
  const matches = ['[$contains]=', '[$endsWithc]='];

  const refusal = { status: 400, body: { issues: [{ code: 'invalid_value', path: 'filters' }] } };

  const ask = async (query: string) => {
    const { status, text } = await app.client.get(`/boats?${query}`);
    return { status, body: JSON.parse(text) as unknown };
  };

  it.each(foreign.map((operator) => `filters[name]${operator}😀`))(
    'refuses %s: the server cannot compare such a character',
    async (query) => {
      expect(await ask(encodeURI(query))).toMatchObject(refusal);
    },
  );

  // MariaDB compares these in all of Unicode, and finds that no row has the character.
  it.each([...matches.map((operator) => `filters[name]${operator}😀`), 'filters[harbour][name][$contains]=Ω'])(
    'finds nothing by %s',
    async (query) => {
      expect(await ask(encodeURI(query))).toMatchObject(
        engine === 'postgres' ? refusal : { status: 200, body: { data: [] } },
      );
    },
  );

  it('refuses a cursor with such a character', async () => {
    const binding = { sort: JSON.stringify(['Boat', [['name', 'asc', 'engine']]]), secrets: [] };
    const at = (name: string) =>
      app.client.get(`/boats?sort=name&pagination[after]=${printCursor([name, '0'], binding)}`);
    expect((await at('Ros')).status).toBe(200);
    expect((await at('Ω')).status).toBe(400);
  });
});
