import { jest } from '@jest/globals';
import { Controller, Get, Inject, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { FilterQuery, FilterService } from 'nestjs-filterable';
import { queryFor } from 'nestjs-filterable/testing';
import { readFileSync } from 'node:fs';
import request from 'supertest';
import { Restaurant } from '../../../sample-app/src/restaurants/restaurant.entity.js';
import { RestaurantsController } from '../../../sample-app/src/restaurants/restaurants.controller.js';
import { RestaurantsRepository } from '../../../sample-app/src/restaurants/restaurants.repository.js';

it('lists what the client asks for', async () => {
  const page = jest.fn();
  const module = await Test.createTestingModule({
    controllers: [RestaurantsController],
    providers: [
      { provide: RestaurantsRepository, useValue: { page } },
      { provide: FilterService, useValue: {} },
    ],
  }).compile();
  const query = await queryFor(Restaurant, 'filters[stars][$gte]=4&sort=name');
  await module.get(RestaurantsController).list(query);
  expect(page).toHaveBeenCalledWith(query);
});

it('is the test that docs/in-code.md shows', () => {
  const source = readFileSync('test/unit/testing/controller.spec.ts', 'utf8');
  const shown = source.slice(source.indexOf("it('lists"), source.indexOf("it('is the test that"));
  expect(readFileSync('docs/in-code.md', 'utf8')).toContain(shown.trim());
});

@Controller('restaurants')
class PagingController {
  constructor(@Inject(FilterService) private readonly filters: FilterService) {}
  @Get() list(@FilterQuery(Restaurant) query: FilterQuery<Restaurant>) {
    return this.filters.page({} as never, query);
  }
}

describe('a controller with a FilterService of the test', () => {
  async function moduleWith(filters: object) {
    const providers = [{ provide: FilterService, useValue: filters }];
    return Test.createTestingModule({ controllers: [PagingController], providers }).compile();
  }

  it('needs nothing else to be made and called', async () => {
    const page = jest.fn(() => 'a page');
    const controller = (await moduleWith({ page })).get(PagingController);
    const query = await queryFor(Restaurant, '');
    expect(controller.list(query)).toBe('a page');
    expect(page).toHaveBeenCalledWith({}, query);
  });

  const answer = async (filters: object) => {
    const app: INestApplication = (await moduleWith(filters)).createNestApplication({ logger: false });
    try {
      await app.init();
      const { status, body } = await request(app.getHttpServer()).get('/restaurants?filters[stars]=4');
      return { status, body };
    } finally {
      await app.close();
    }
  };

  it('is handed what parse() makes of a request, where the test has one', async () => {
    const parse = jest.fn(() => ({ made: 'up' }));
    const page = (_: unknown, query: unknown) => query;
    expect(await answer({ parse, page })).toEqual({ status: 200, body: { made: 'up' } });
    expect(parse).toHaveBeenCalledWith(Restaurant, '?filters[stars]=4', expect.anything(), undefined);
  });

  it('is handed no query that nobody has read', async () => {
    expect((await answer({ page: () => 'a page' })).status).toBe(500);
  });
});
