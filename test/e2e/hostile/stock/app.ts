import { Controller, Get, type ModuleMetadata } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import type { Ware } from './model.js';

/** An application that answers `/wares`, behind a scope with an OR in it, and `/wares/all` without pages. */
export function stockModule(source: DataSource, entity: new () => Ware): ModuleMetadata {
  @Controller('wares')
  class WaresController {
    constructor(
      private readonly source: DataSource,
      private readonly filters: FilterService,
    ) {}

    @Get()
    async page(@FilterQuery(entity) query: FilterQuery<Ware>) {
      const { data, meta } = await this.filters.page(this.scoped(), query);
      return { data: data.map(({ id }) => ({ id })), meta };
    }

    @Get('all')
    async all(@FilterQuery(entity) query: FilterQuery<Ware>) {
      const data = await this.filters.apply(this.scoped(), query).getMany();
      return { data: data.map(({ id }) => ({ id })) };
    }

    private scoped() {
      return this.source
        .getRepository(entity)
        .createQueryBuilder('ware')
        .select('ware.id')
        .where('ware.tenant = :tenant OR ware.tenant = :staff', { tenant: 1, staff: -1 });
    }
  }
  return {
    imports: [FilterModule.forRoot({ context: undefined })],
    controllers: [WaresController],
    providers: [{ provide: DataSource, useValue: source }],
  };
}
