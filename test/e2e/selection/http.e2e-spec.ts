import { Controller, Get } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import type { TestDatabase } from '../../support/databases.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { House, openHouses } from './model.js';

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
    database = await openHouses('sqlite');
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

  it.each([
    ['fields=', 'expected_value'],
    ['fields=secret', 'unknown_field'],
    ['fields=profit', 'unknown_field'],
    ['fields=owner.phone', 'unknown_field'],
    ['fields=title,title', 'duplicate_key'],
    ['fields[title]=1', 'expected_value'],
    ['fields[0]=title&fields[x]=1', 'expected_value'],
    ['fields.title=1', 'malformed_key'],
    ['Fields[]=title', 'malformed_key'],
    ['fields=%FF', 'malformed_encoding'],
    [`fields=${'id,'.repeat(200)}`, 'limit_exceeded'],
    ['fields=%00', 'unknown_field'],
    ['fields=id)%3BDROP TABLE sel_house', 'unknown_field'],
  ])('refuses %s', async (query, code) => {
    const { status, text: body } = await host.client.get(`/houses?${query.replaceAll(' ', '%20')}`);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ issues: expect.arrayContaining([expect.objectContaining({ code })]) });
  });

  it('refuses the parameter where nobody reads it', async () => {
    const { status, text: body } = await host.client.get('/houses/plain?fields=title&sort=id&pagination[pageSize]=1');
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ issues: [{ code: 'unknown_parameter', path: 'fields' }] });
  });
});
