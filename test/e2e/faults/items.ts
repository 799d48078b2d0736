import { Controller, Get, type INestApplication, type LoggerService } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import {
  FilterExceptionFilter,
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import { Column, DataSource, Entity, PrimaryColumn, type Repository } from 'typeorm';

/** What the suites ask for while its database fails. */
@Entity()
@Filterable({ fields: ['id', 'name'] })
class Item {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Controller('items')
class ItemsController {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  @Get() list(@FilterQuery(Item) query: FilterQuery<Item>) {
    return this.filters.page(this.source.getRepository(Item), query);
  }
}

const silence: LoggerService = { log: () => {}, warn: () => {}, error: () => {} };

/** Starts an application that answers `/items` from a database, in which it puts one item. */
export async function serveItems(
  database: TypeOrmModuleOptions,
  options?: FilterModuleOptions,
): Promise<INestApplication> {
  const module = await Test.createTestingModule({
    imports: [
      TypeOrmModule.forRoot({ ...database, entities: [Item], synchronize: true, logging: false }),
      FilterModule.forRoot(options),
    ],
    controllers: [ItemsController],
    providers: [{ provide: APP_FILTER, useClass: FilterExceptionFilter }],
  })
    .setLogger(silence)
    .compile();
  const app = module.createNestApplication();
  await app.listen(0, '127.0.0.1');
  await itemsOf(app).save([{ id: 1, name: 'one' }]);
  return app;
}

/** Returns the repository of an application's items. */
export function itemsOf(app: INestApplication): Repository<Item> {
  return app.get(DataSource).getRepository(Item);
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
