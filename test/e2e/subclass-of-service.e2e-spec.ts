import { Controller, Get, Inject, Injectable, type Provider, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { FilterModule, FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import request from 'supertest';
import { DataSource, type ObjectLiteral } from 'typeorm';
import { Harbour, harbourEntities } from '../support/worlds/harbours.js';

/** Another provider of the program. */
@Injectable()
class Journal {
  readonly entries: number[] = [];
}

/** A program's own service, which notes how many rows each page has. */
@Injectable()
class AuditedFilters extends FilterService {
  @Inject() journal!: Journal;

  override async page<E extends ObjectLiteral, Row = E>(
    ...given: Parameters<FilterService['page']>
  ): Promise<Page<Row>> {
    const page = await super.page(...given);
    this.journal.entries.push(page.data.length);
    return page as Page<Row>;
  }
}

function listOf(service: Type<FilterService>): Type {
  @Controller('plants')
  class PlantsController {
    constructor(
      @Inject(service) readonly filters: FilterService,
      @Inject(DataSource) readonly source: DataSource,
    ) {}

    @Get() list(@FilterQuery(Harbour) query: FilterQuery<Harbour>) {
      return this.filters.page(this.source.getRepository(Harbour), query);
    }
  }
  return PlantsController;
}

describe('a subclass of FilterService', () => {
  it.each<[how: string, provider: Provider, injected: Type<FilterService>]>([
    ['as a provider of its own', AuditedFilters, AuditedFilters],
    ['in the place of the service', { provide: FilterService, useClass: AuditedFilters }, FilterService],
  ])('is made by Nest, with the options of the module: %s', async (_how, provider, injected) => {
    const source = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: harbourEntities,
      synchronize: true,
    });
    await source.initialize();
    await source.getRepository(Harbour).insert([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const module = await Test.createTestingModule({
      imports: [FilterModule.forRoot({ limits: { pageSize: 2 } })],
      controllers: [listOf(injected)],
      providers: [{ provide: DataSource, useValue: source }, Journal, provider],
    }).compile();
    const app = module.createNestApplication();
    await app.init();
    try {
      const { body } = await request(app.getHttpServer() as never).get('/plants?sort=id:desc');
      expect(body).toMatchObject({ data: [{ id: 3 }, { id: 2 }], meta: { pagination: { pageSize: 2, total: 3 } } });
      expect(app.get(Journal).entries).toEqual([2]);
    } finally {
      await app.close();
      await source.destroy();
    }
  });
});
