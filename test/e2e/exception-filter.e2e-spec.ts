import { Controller, Get, Query, UseFilters } from '@nestjs/common';
import { FilterExceptionFilter } from 'nestjs-filterable';
import { type TestApp, openApp } from '../support/http/adapters.js';

/** Errors as they reach a handler: the driver's own, and those that TypeORM makes of it. */
const errors: Readonly<Record<string, object>> = {
  refused: { code: 'ECONNREFUSED' },
  cancelled: { query: 'SELECT 1', driverError: { code: '57014' } },
  value: { query: ' select "p"."id" FROM "p"', driverError: { code: '22001' } },
  written: { query: 'INSERT INTO "p" VALUES ($1)', driverError: { code: '22001' } },
  foreign: { code: '22001' },
  unknown: { code: 'EWHATEVER' },
};

@Controller('errors')
@UseFilters(FilterExceptionFilter)
class ErrorsController {
  @Get() fail(@Query('name') name: string): never {
    throw Object.assign(new Error('secret of the driver'), errors[name]);
  }
}

describe('FilterExceptionFilter, on a controller', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp('express', { controllers: [ErrorsController] });
  });
  afterAll(() => app.close());

  it.each([
    ['refused', 503, 'a server that is away'],
    ['cancelled', 503, 'a statement that took too long'],
    ['value', 400, 'a value that was asked for'],
    ['written', 500, 'a value that the host wrote'],
    ['foreign', 500, 'a code that is no statement’s'],
    ['unknown', 500, 'anything else'],
  ])('answers %s with %d: %s', async (name, expected) => {
    const { status, text } = await app.client.get(`/errors?name=${name}`);
    expect(status).toBe(expected);
    expect(text).not.toContain('secret of the driver');
  });
});
