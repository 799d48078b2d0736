import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppModule } from '../../../sample-app/src/app.module.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { StatementSpy } from '../../support/spy.js';

describe('the export of restaurants', () => {
  const spy = new StatementSpy();
  let guide: TestApp;
  let source: DataSource;

  beforeAll(async () => {
    // Without the pages of the documentation, which need a package of their own on Fastify.
    const prepare = (app: INestApplication) => app.setGlobalPrefix('api');
    guide = await openApp('express', { imports: [AppModule] }, { prepare });
    source = guide.app.get(DataSource);
    Object.assign(source, { logger: spy });
  });

  afterAll(() => guide.close());

  const path = (query: string) =>
    `/api/restaurants/export?${query}`.replaceAll('[', '%5B').replaceAll(']', '%5D').replaceAll('$', '%24');
  const filters = 'filters[stars][$gte]=3&sort=rating:desc:nullsLast,name';

  const byHand = async () => {
    const rows: { id: number }[] = await source.query(
      'SELECT id FROM guide_restaurant WHERE stars >= 3 ORDER BY rating IS NULL, rating DESC, name, id',
    );
    expect(rows.length).toBeGreaterThan(100);
    return rows.map(({ id }) => id);
  };

  it('is a line of JSON for each row, the chef and the city included', async () => {
    const { status, type, text } = await guide.client.get(path(filters));
    expect([status, type]).toEqual([200, 'application/x-ndjson']);
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows.map((row) => (row as { id: number }).id)).toEqual(await byHand());
    expect(rows[0]).toMatchObject({ city: { name: expect.any(String) }, address: { zip: expect.any(String) } });
    expect(rows[0]).not.toHaveProperty('secretNotes');
  });

  it('is a table, in which no cell is a formula', async () => {
    const id = (await byHand())[0];
    await source.query(`UPDATE guide_restaurant SET name = '=cmd|''/C calc''!A0' WHERE id = ${id}`);
    const { status, type, text } = await guide.client.get(path(`format=csv&${filters}`));
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = '', first = '', ...others] = text.trimEnd().split('\n');
    expect(head).toMatch(/^id,name,slug,.*address\.street,.*chef\.name,/);
    expect(first).toContain(`${id},'=cmd|`);
    expect([first, ...others].map((line) => Number(line.split(',')[0]))).toEqual(await byHand());
  });

  it('is a file by its headers', async () => {
    const { headers } = await head(path('format=csv&filters[id]=1'));
    expect(headers['content-disposition']).toBe('attachment; filename="restaurants.csv"');
  });

  it.each([
    ['ndjson', ''],
    ['csv', 'id,name,'],
  ])('is empty where nothing is found: %s', async (format, start) => {
    const { status, text } = await guide.client.get(path(`format=${format}&filters[id]=-1`));
    expect(status).toBe(200);
    expect(text.slice(0, start.length)).toBe(start);
    expect(text.split('\n').filter((line) => line !== '').length).toBe(format === 'csv' ? 1 : 0);
  });

  it.each([
    ['a wrong name', 'filters[nam]=x', 'unknown_field'],
    ['a page', 'pagination[page]=1', 'invalid_pagination'],
    ['a format that there is not', 'format=xlsx', 'format must be one of: csv, ndjson'],
  ])('is refused with 400: %s', async (_, query, part) => {
    const { status, type, text } = await guide.client.get(path(query));
    expect([status, type]).toEqual([400, 'application/json; charset=utf-8']);
    expect(text).toContain(part);
  });

  it('ends with the connection where the database fails after the first rows', async () => {
    spy.beforeStatement = (_, index) => {
      if (index === 1) throw new Error('the database is gone');
    };
    await expect(guide.client.get(path('sort=id'))).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
    spy.beforeStatement = undefined;
  });

  it('stops reading rows when the client goes away', async () => {
    const whole = await spy.during(() => guide.client.get(path('sort=id')));
    expect(whole.statements).toHaveLength(4);
    await source.query("UPDATE guide_restaurant SET slug = slug || '-' || hex(zeroblob(50000))");
    const { statements } = await spy.during(async () => {
      await head(path('sort=id'));
      await later(200);
    });
    expect(statements).toHaveLength(1);
    const { status } = await guide.client.get(path('filters[id]=1'));
    expect(status).toBe(200);
  });

  /** Reads the first bytes of an answer, and closes the connection. */
  const head = (url: string): Promise<http.IncomingMessage> => {
    const { port } = (guide.app.getHttpServer() as http.Server).address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port, path: url, agent: false }, (response) => {
        response.once('data', () => {
          response.destroy();
          resolve(response);
        });
        response.on('error', () => undefined);
      });
      request.on('error', reject);
    });
  };
});
