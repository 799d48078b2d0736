import {
  Body,
  Controller,
  Get,
  HttpCode,
  type INestApplication,
  type ModuleMetadata,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { FilterModule, FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { DataSource } from 'typeorm';
import { openDatabase } from '../../support/databases.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { type MessageApp, openers } from '../handlers/messages.js';
import { Book, Copy, Writer } from '../hostile/books/model.js';

/*
 * Every refusal of aggregates is the same in a query string, in a body, by a message and in a DTO.
 */

const list = { select: true } as const;

class ListBooks {
  @Filters(Book, list) query!: FilterQuery<Book, Partial<Book>>;
}

@Controller('books')
class BooksController {
  @Get() list(@FilterQuery(Book, list) query: FilterQuery<Book, Partial<Book>>) {
    return query;
  }

  @Post() @HttpCode(200) body(@FilterQuery(Book, { ...list, source: 'body' }) query: FilterQuery<Book>) {
    return query;
  }

  @Get('dto') dto(@Query() { query }: ListBooks) {
    return query;
  }

  @Post('dto') @HttpCode(200) bodyOfDto(@Body() { query }: ListBooks) {
    return query;
  }
}

@Controller()
class BookMessages {
  @MessagePattern('list') list(@FilterQuery(Book, list) query: FilterQuery<Book>) {
    return query;
  }
}

@WebSocketGateway()
class BooksGateway {
  @SubscribeMessage('list') list(@FilterQuery(Book, list) query: FilterQuery<Book>) {
    return { event: 'list', data: query };
  }
}

const pages = (comparison: unknown) => ({ filters: { copies: { $sum: { pages: comparison } } } });

/** Requests, the issue of each, and its place. */
const refusals: readonly (readonly [code: string, pointer: string, request: object])[] = [
  // Of the list.
  ['unknown_field', '/aggregates/secret/0', { aggregates: { secret: ['count'] } }],
  ['unknown_field', '/aggregates/hash/0', { aggregates: { hash: ['count'] } }],
  ['operator_not_allowed', '/aggregates/price/0', { aggregates: { price: ['median'] } }],
  ['operator_not_allowed', '/aggregates/title/0', { aggregates: { title: ['max'] } }],
  ['duplicate_key', '/aggregates/price/1', { aggregates: { price: ['sum', 'sum'] } }],
  ['expected_value', '/aggregates/price', { aggregates: { price: { sum: 'true' } } }],
  // Declared.
  ['invalid_value', '/filters/copyCount', { filters: { copyCount: '1.5' } }],
  ['invalid_value', '/filters/copyPages', { filters: { copyPages: 'NaN' } }],
  ['operator_not_allowed', '/filters/copyPages/$contains', { filters: { copyPages: { $contains: '1' } } }],
  ['operator_not_allowed', '/filters/copyCount/$where', { filters: { copyCount: { $where: { pages: '1' } } } }],
  ['unknown_field', '/filters/copyCost', { filters: { copyCost: '7' } }],
  ['not_sortable', '/sort/0', { sort: ['copyCost'] }],
  ['unknown_field', '/fields/0', { fields: ['copyCost'] }],
  // Asked by the client.
  ['operator_not_allowed', '/filters/copies/$avg', { filters: { copies: { $avg: { pages: '1' } } } }],
  ['unknown_operator', '/filters/copies/$median', { filters: { copies: { $median: { pages: '1' } } } }],
  ['operator_not_allowed', '/filters/copies/$sum/shape', { filters: { copies: { $sum: { shape: '1' } } } }],
  ['unknown_field', '/filters/copies/$sum/cost', { filters: { copies: { $sum: { cost: '7' } } } }],
  ['unknown_field', '/filters/copies/$sum/inner', { filters: { copies: { $sum: { inner: '7' } } } }],
  ['expected_object', '/filters/copies/$sum', { filters: { copies: { $sum: { $where: { pages: '1' } } } } }],
  ['operator_not_allowed', '/filters/copies/$sum/pages/$contains', pages({ $contains: '1' })],
  ['invalid_value', '/filters/copies/$sum/pages', pages('Infinity')],
  ['operator_not_allowed', '/filters/writer/$sum', { filters: { writer: { $sum: { id: '1' } } } }],
  ['not_sortable', '/sort/0', { sort: ['copies.$avg.pages'] }],
];

const accepted: readonly object[] = [
  { aggregates: { price: ['sum', 'avg'] } },
  { filters: { copyCount: '2' }, sort: ['copyPages:desc'], fields: ['copyCount'] },
  pages({ $gte: '400' }),
];

/** Writes a request as a query string in brackets. */
function bracketed(value: unknown, key: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${key}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([name, part]) => bracketed(part, key === '' ? name : `${key}[${name}]`));
}

const inUrl = (request: object) => bracketed(request, '').join('&');

/** The text of a refusal, wherever its issues stand. */
const textOf = (refusal: unknown) => JSON.stringify(refusal);

describe('aggregates, asked in every way', () => {
  let close: (() => Promise<void>)[] = [];
  let apps: readonly TestApp[] = [];
  let messages: readonly MessageApp[] = [];

  beforeAll(async () => {
    const database = await openDatabase('sqlite', { entities: [Book, Copy, Writer] });
    const module: ModuleMetadata = {
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [BooksController],
      providers: [{ provide: DataSource, useValue: database.source }],
    };
    const prepare = (app: INestApplication) => void app.useGlobalPipes(new ValidationPipe({ transform: true }));
    apps = await Promise.all(adapters.map((name) => openApp(name, module, { prepare })));
    messages = [
      await openers.rpc(BookMessages, { context: undefined }, { entities: [Book, Copy, Writer] }),
      await openers.ws(BooksGateway, { context: undefined }, { entities: [Book, Copy, Writer] }),
    ];
    close = [...apps, ...messages].map((app) => () => app.close());
    close.push(() => database.close());
  });

  afterAll(async () => {
    for (const each of close) await each();
  });

  it.each(refusals)('%s at %s', async (code, pointer, request) => {
    for (const { client } of apps) {
      for (const path of ['/books', '/books/dto']) {
        const { status, text } = await client.get(`${path}?${inUrl(request)}`);
        expect([status, path]).toEqual([400, path]);
        if (path === '/books') expect(JSON.parse(text)).toMatchObject({ issues: [{ code, pointer }] });
        const posted = await client.post(path, JSON.stringify(request));
        expect([posted.status, path]).toEqual([400, path]);
      }
    }
    for (const app of messages) {
      const sent = await app.send(request);
      expect(sent).toHaveProperty('refusal');
      expect(textOf(sent)).toContain(code);
    }
  });

  it.each(accepted)('takes %j', async (request) => {
    for (const { client } of apps) {
      const { status, text } = await client.get(`/books?${inUrl(request)}`);
      expect([status, text]).toEqual([200, text]);
      expect((await client.get(`/books/dto?${inUrl(request)}`)).text).toBe(text);
      for (const path of ['/books', '/books/dto']) {
        const posted = await client.post(path, JSON.stringify(request));
        expect([posted.status, posted.text]).toEqual([200, text]);
      }
    }
    for (const app of messages) expect(await app.send(request)).toHaveProperty('answer');
  });
});
