import { Controller, Get } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { type WorldOptions, onEngines } from '../../support/engines.js';
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

const houses: WorldOptions = { entities: houseEntities, seed: fillHouses, on: ['sqlite'] };

onEngines('fields over HTTP', houses, (world) =>
  describe.each(adapters)('by %s', (adapter) => {
    let host: TestApp;
    beforeAll(async () => {
      host = await openApp(adapter, {
        imports: [FilterModule.forRoot({ context: () => 'guest' })],
        controllers: [HousesController],
        providers: [{ provide: DataSource, useValue: world.source }],
      });
    });
    afterAll(() => host.close());

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
  }),
);
