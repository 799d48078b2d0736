import { Controller, Get } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { type TestDatabase, openDatabase } from '../../support/databases.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { House, fillHouses, houseEntities } from './model.js';

@Controller('houses')
class HousesController {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  @Get() list(
    @FilterQuery(House, { select: true }) query: FilterQuery<House, Partial<House>>,
  ): Promise<Page<Partial<House>>> {
    return this.filters.page(this.source.getRepository(House).createQueryBuilder('h').addSelect('h.secret'), query);
  }

  @Get('plain') plain(@FilterQuery(House) query: FilterQuery<House>): Promise<Page<House>> {
    return this.filters.page(this.source.getRepository(House), query);
  }
}

describe.each(adapters)('fields over HTTP on %s', (adapter) => {
  let database: TestDatabase;
  let host: TestApp;
  beforeAll(async () => {
    database = await openDatabase('sqlite', { entities: houseEntities });
    await fillHouses(database.source);
    host = await openApp(adapter, {
      imports: [FilterModule.forRoot({ context: () => 'guest' })],
      controllers: [HousesController],
      providers: [{ provide: DataSource, useValue: database.source }],
    });
  });
  afterAll(async () => {
    await host.close();
    await database.close();
  });

  it('answers what is asked for', async () => {
    const { status, text: body } = await host.client.get(
      '/houses?fields=title,address.city&sort=id&pagination[pageSize]=1',
    );
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ data: [{ id: 1, name: 'Dune', address: { city: 'Oslo' } }] });
    expect(body).not.toMatch(/rooms|street|secret|profit/);
  });

  it('refuses the parameter where nobody reads it', async () => {
    const { status, text: body } = await host.client.get('/houses/plain?fields=title&sort=id&pagination[pageSize]=1');
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ issues: [{ code: 'unknown_parameter', path: 'fields' }] });
  });
});
