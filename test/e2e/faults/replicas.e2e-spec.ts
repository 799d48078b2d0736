import { Controller, Get, type INestApplication, type LoggerService } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { FilterExceptionFilter, FilterModule, FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import request from 'supertest';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { type FaultyServer, type Way, hasMariadb, mariadbServer, postgresServer, wayTo } from './servers.js';

/** Reads go to a replica. One that dies takes neither the process with it nor the writes, and is found again. */

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

/** The options with the primary at its own port, and a replica at the end of a way that can be cut. */
function replicated({ options }: FaultyServer, way: Way): TypeOrmModuleOptions {
  const { url = '', ...rest } = options as { url?: string };
  const replica = new URL(url);
  replica.port = String(way.port);
  // What mysql2 needs to set a dead replica aside, as docs/replicas.md says; pg's pools look again by themselves.
  const cluster = options.type === 'mariadb' ? { removeNodeErrorCount: 1, restoreNodeTimeout: 500 } : {};
  return { ...rest, replication: { master: { url }, slaves: [{ url: replica.toString() }], ...cluster } };
}

const servers: [name: string, open: () => Promise<FaultyServer>][] = [['PostgreSQL', postgresServer]];
if (hasMariadb || process.env['REQUIRE_ENGINES'] === 'all') servers.push(['MariaDB', mariadbServer]);
else console.warn('Not tested here: a replica of MariaDB that dies, because there is no mariadbd.');

describe.each(servers)('a replica of %s that dies', (_, open) => {
  let server: FaultyServer;
  let way: Way;
  let app: INestApplication;

  beforeAll(async () => {
    server = await open();
    way = await wayTo(Number(new URL((server.options as { url: string }).url).port));
    const module = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({ ...replicated(server, way), entities: [Item], synchronize: true, logging: false }),
        FilterModule.forRoot(),
      ],
      controllers: [ItemsController],
      providers: [{ provide: APP_FILTER, useClass: FilterExceptionFilter }],
    })
      .setLogger(silence)
      .compile();
    app = module.createNestApplication();
    await app.listen(0, '127.0.0.1');
    await items().save([{ id: 1, name: 'one' }]);
  }, 60_000);

  afterAll(async () => {
    await app.close();
    await way.cut();
    await server.remove();
  }, 60_000);

  const items = () => app.get(DataSource).getRepository(Item);
  const statusOf = async () => (await request(app.getHttpServer()).get('/items')).status;

  it('is answered with 503 as often as it is asked, and with 200 once it is back', async () => {
    expect(await statusOf()).toBe(200);
    await way.cut();
    const away = await Promise.all(Array.from({ length: 3 }, statusOf));
    for (let turn = 0; turn < 12; turn += 1) away.push(await statusOf());
    expect(new Set(away)).toEqual(new Set([503]));
    // The primary is not concerned.
    await items().save([{ id: 2, name: 'two' }]);
    await pause(600);
    expect(await statusOf()).toBe(503);
    await way.open();
    expect(await recovered()).toBe(200);
  }, 60_000);

  /** What is answered in the end: a replica that was set aside is looked for again after half a second. */
  async function recovered(): Promise<number> {
    let status = 0;
    for (let attempt = 0; attempt < 100 && status !== 200; attempt += 1) {
      status = await statusOf();
      if (status !== 200) await pause(100);
    }
    return status;
  }
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
