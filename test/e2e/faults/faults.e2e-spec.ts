import type { INestApplication } from '@nestjs/common';
import { defineOperator } from 'nestjs-filterable';
import request from 'supertest';
import { pause, serveItems } from './items.js';
import { type FaultyServer, openersOf } from './servers.js';

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

describe.each(openersOf('a server that goes away'))('a %s that fails', (_, open) => {
  let server: FaultyServer;
  let app: INestApplication;

  beforeAll(async () => {
    server = await open();
    app = await serveItems(server.options, { operators: [slowly] });
  });
  afterAll(async () => {
    await app.close();
    await server.remove();
  });

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
  });
});

async function recovered(ask: () => Promise<{ status: number }>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await ask()).status === 200) return;
    await pause(100);
  }
  throw new Error('the application did not recover');
}
