import {
  Body,
  Controller,
  Get,
  type INestApplication,
  Inject,
  Injectable,
  Post,
  Query,
  Scope,
  ValidationPipe,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsOptional, IsString } from 'class-validator';
import { FilterModule, FilterQuery, FilterService, Filterable, HostQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import request from 'supertest';
import { DataSource, Entity, PrimaryColumn } from 'typeorm';

@Entity()
@Filterable({ fields: ['id'], scope: (tenant: string | undefined) => (tenant === 'two' ? { id: 2 } : {}) })
class Plant {
  @PrimaryColumn() id!: number;
}

class PlantsDto {
  @IsOptional() @IsString() tag?: string;
  @Filters(Plant) query!: FilterQuery<Plant>;
}

/** A provider that Nest makes for each request, and with it the controllers that have it. */
@Injectable({ scope: Scope.REQUEST })
class CurrentUrl {
  constructor(@Inject(REQUEST) readonly request: { readonly url: string }) {}
}

/** A service of the program that is made for each request. */
@Injectable({ scope: Scope.REQUEST })
class ScopedFilters extends FilterService {
  @Inject() current!: CurrentUrl;
}

@Controller({ path: 'plants', scope: Scope.REQUEST })
class PlantsController {
  constructor(
    @Inject(FilterService) readonly filters: FilterService,
    @Inject(ScopedFilters) readonly scoped: ScopedFilters,
    @Inject(DataSource) readonly source: DataSource,
  ) {}

  @Get('parameter') parameter(@FilterQuery(Plant) query: FilterQuery<Plant>) {
    return this.idsBy(this.filters, query);
  }

  @Get('host') host(@FilterQuery(Plant) query: FilterQuery<Plant>, @HostQuery() host: object) {
    return this.idsBy(this.scoped, query, { host, url: this.scoped.current.request.url });
  }

  @Get('dto') dto(@Query() { query, tag }: PlantsDto) {
    return this.idsBy(this.filters, query, { tag });
  }

  @Post('dto') body(@Body() { query, tag }: PlantsDto) {
    return this.idsBy(this.filters, query, { tag });
  }

  private async idsBy(filters: FilterService, query: FilterQuery<Plant>, more: object = {}): Promise<object> {
    const { data } = await filters.page(this.source.getRepository(Plant), query);
    return { ids: data.map(({ id }) => id), ...more };
  }
}

describe('controllers that are made for each request', () => {
  let source: DataSource;
  let app: INestApplication;

  beforeAll(async () => {
    source = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [Plant], synchronize: true });
    await source.initialize();
    await source.getRepository(Plant).insert([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const context = (sent: unknown) => (sent as { headers: Record<string, string | undefined> }).headers['tenant'];
    const module = await Test.createTestingModule({
      imports: [FilterModule.forRoot({ context })],
      controllers: [PlantsController],
      providers: [{ provide: DataSource, useValue: source }, CurrentUrl, ScopedFilters],
    }).compile();
    app = module.createNestApplication();
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    await source.destroy();
  });

  const above = 'filters[id][$gt]=1';

  it.each<[asked: string, tenant: string, answer: object]>([
    [`parameter?${above}`, 'one', { ids: [2, 3] }],
    [`parameter?${above}`, 'two', { ids: [2] }],
    [`host?${above}&other=7`, 'one', { ids: [2, 3], host: { other: '7' }, url: `/plants/host?${above}&other=7` }],
    [`host?${above}&other=7`, 'two', { ids: [2], host: { other: '7' }, url: `/plants/host?${above}&other=7` }],
    [`dto?${above}&tag=a`, 'one', { ids: [2, 3], tag: 'a' }],
    [`dto?${above}&tag=a`, 'two', { ids: [2], tag: 'a' }],
    ['parameter?filters[nope]=1', 'one', { statusCode: 400 }],
    ['dto?filters[nope]=1', 'one', { statusCode: 400 }],
    [`dto?${above}&other=7`, 'one', { statusCode: 400, message: ['property other should not exist'] }],
  ])('GET %s by tenant %s', async (asked, tenant, answer) => {
    const { body } = await request(app.getHttpServer() as never)
      .get(`/plants/${asked}`)
      .set({ tenant });
    expect(body).toMatchObject(answer);
  });

  it.each<[tenant: string, ids: readonly number[]]>([
    ['one', [2, 3]],
    ['two', [2]],
  ])('POST of a DTO by tenant %s', async (tenant, ids) => {
    const sent = { filters: { id: { $gt: 1 } }, tag: 'b' };
    const { body } = await request(app.getHttpServer() as never)
      .post('/plants/dto')
      .set({ tenant })
      .send(sent);
    expect(body).toEqual({ ids, tag: 'b' });
  });
});
