import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterExceptionFilter, FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Item, Mark } from '../../model.js';

/** Errors of the database, by code and message, and how often each was seen. */
export class ErrorCounts {
  private readonly counts = new Map<string, number>();

  async counting<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      const text = textOf(error);
      this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
      throw error;
    }
  }

  /** Returns the errors since the last call. */
  take(): Record<string, number> {
    const taken = Object.fromEntries(this.counts);
    this.counts.clear();
    return taken;
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? `${error.code} ${error.message}` : error.message;
}

@Controller()
class ItemsController {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
    private readonly errors: ErrorCounts,
  ) {}

  @Get('items') items(@FilterQuery(Item, { relations: [{ name: 'marks', strategy: 'in' }] }) query: FilterQuery<Item>) {
    return this.errors.counting(this.filters.page(this.source.getRepository(Item), query));
  }

  @Get('snapshots') snapshots(@FilterQuery(Item) query: FilterQuery<Item>) {
    const builder = this.source.getRepository(Item).createQueryBuilder('item').leftJoinAndSelect('item.marks', 'mark');
    return this.errors.counting(this.filters.page(builder, query, { reads: { consistency: 'snapshot' } }));
  }
}

/** The requests of the load: every shape of an answer, with and without a transaction. */
export const loadRequests: readonly string[] = [
  'items?filters[state]=on&pagination[pageSize]=5',
  'items?filters[marks][name]=hot&facets=kind&pagination[pageSize]=5',
  'items?sort=kind:desc&pagination[after]=&pagination[pageSize]=5',
  'snapshots?filters[state]=on&facets=kind&pagination[pageSize]=5',
];

/** Starts an application that answers lists from a database. */
export async function serveItems(options: DataSourceOptions): Promise<INestApplication> {
  @Module({
    imports: [TypeOrmModule.forRoot({ ...options, entities: [Item, Mark] }), FilterModule.forRoot()],
    controllers: [ItemsController],
    providers: [ErrorCounts, { provide: APP_FILTER, useClass: FilterExceptionFilter }],
  })
  class ItemsModule {}

  const app = await NestFactory.create(ItemsModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  return app;
}
