import { Controller, Get, type INestApplication, type LoggerService } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  FilterExceptionFilter,
  FilterModule,
  FilterQuery,
  FilterService,
  Filterable,
  defineOperator,
} from 'nestjs-filterable';
import request from 'supertest';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { type FaultyServer, hasMariadb, mariadbServer, postgresServer } from './servers.js';

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Item {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

/** Takes a second for each row, on either engine. */
const slowly = defineOperator({
  token: '$slowly',
  takes: 'value',
  kinds: ['text'],
  summary: 'equals the text, after a second',
  sql: ({ column, operands, dialect }) => {
    const pause = dialect.name === 'postgres' ? 'pg_sleep(1) IS NULL' : 'SLEEP(1) = 1';
    return `(${column.sql} = ${operands[0]} OR ${pause})`;
  },
});

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

async function serve(options: FaultyServer['options']): Promise<INestApplication> {
  const module = await Test.createTestingModule({
    imports: [
      TypeOrmModule.forRoot({ ...options, entities: [Item], synchronize: true, logging: false }),
      FilterModule.forRoot({ operators: [slowly] }),
    ],
    controllers: [ItemsController],
    providers: [{ provide: APP_FILTER, useClass: FilterExceptionFilter }],
  })
    .setLogger(silence)
    .compile();
  const app = module.createNestApplication();
  await app.listen(0, '127.0.0.1');
  await app
    .get(DataSource)
    .getRepository(Item)
    .save([{ id: 1, name: 'one' }]);
  return app;
}

const servers: [name: string, open: () => Promise<FaultyServer>][] = [['PostgreSQL', postgresServer]];
if (hasMariadb || process.env['REQUIRE_ENGINES'] === 'all') servers.push(['MariaDB', mariadbServer]);
else console.warn('Not tested here: a MariaDB that goes away, because there is no mariadbd.');

describe.each(servers)('a %s that fails', (_, open) => {
  let server: FaultyServer;
  let app: INestApplication;

  beforeAll(async () => {
    server = await open();
    app = await serve(server.options);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await server.remove();
  }, 60_000);

  const ask = async (query = '') => {
    const { status, text } = await request(app.getHttpServer()).get(`/items?${query}`);
    return { status, text };
  };

  it('is answered with 503 where a statement takes too long, and nothing of the driver is told', async () => {
    const { status, text } = await ask('filters[name][$slowly]=other');
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      statusCode: 503,
      error: 'Service Unavailable',
      message: 'The database is not available; try again later',
    });
  });

  it('is answered with 503 where every connection is taken', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => ask('filters[name][$slowly]=other')));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await ask()).status).toBe(200);
  });

  it('is answered with 503 while it is away, under load, and recovers by itself', async () => {
    const seen = { before: new Set<number>(), away: new Set<number>(), after: new Set<number>() };
    let phase: keyof typeof seen = 'before';
    let running = true;
    const load = Array.from({ length: 4 }, async () => {
      while (running) {
        const during = phase;
        seen[during].add((await ask()).status);
      }
    });
    await pause(300);
    phase = 'away';
    await server.stop();
    await pause(1_000);
    await server.start();
    await recovered(ask);
    phase = 'after';
    await pause(500);
    running = false;
    await Promise.all(load);
    expect([...seen.before].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect([...seen.away].filter((status) => status !== 200)).toEqual([503]);
    expect([...seen.after].filter((status) => status === 200)).toEqual([200]);
    expect([...seen.after].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  }, 60_000);
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function recovered(ask: () => Promise<{ status: number }>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await ask()).status === 200) return;
    await pause(100);
  }
  throw new Error('the application did not recover');
}
