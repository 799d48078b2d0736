import type { INestApplication } from '@nestjs/common';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import request from 'supertest';
import { itemsOf, pause, serveItems } from './items.js';
import { type FaultyServer, type Way, openersOf, wayTo } from './servers.js';

/** Reads go to a replica. One that dies takes neither the process with it nor the writes, and is found again. */

/** The options with the primary at its own port, and a replica at the end of a way that can be cut. */
function replicated({ options }: FaultyServer, way: Way): TypeOrmModuleOptions {
  const { url = '', ...rest } = options as { url?: string };
  const replica = new URL(url);
  replica.port = String(way.port);
  // What mysql2 needs to set a dead replica aside, as docs/operations.md says; pg's pools look again by themselves.
  const cluster = options.type === 'mariadb' ? { removeNodeErrorCount: 1, restoreNodeTimeout: 500 } : {};
  return { ...rest, replication: { master: { url }, slaves: [{ url: replica.toString() }], ...cluster } };
}

describe.each(openersOf('a replica that dies'))('a replica of %s that dies', (_, open) => {
  let server: FaultyServer;
  let way: Way;
  let app: INestApplication;

  beforeAll(async () => {
    server = await open();
    way = await wayTo(Number(new URL((server.options as { url: string }).url).port));
    app = await serveItems(replicated(server, way));
  });

  afterAll(async () => {
    await app.close();
    await way.cut();
    await server.remove();
  });

  const statusOf = async () => (await request(app.getHttpServer()).get('/items')).status;

  it('is answered with 503 as often as it is asked, and with 200 once it is back', async () => {
    expect(await statusOf()).toBe(200);
    await way.cut();
    const away = await Promise.all(Array.from({ length: 3 }, statusOf));
    for (let turn = 0; turn < 12; turn += 1) away.push(await statusOf());
    expect(new Set(away)).toEqual(new Set([503]));
    // The primary is not concerned.
    await itemsOf(app).save([{ id: 2, name: 'two' }]);
    await pause(600);
    expect(await statusOf()).toBe(503);
    await way.open();
    expect(await recovered()).toBe(200);
  });

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
