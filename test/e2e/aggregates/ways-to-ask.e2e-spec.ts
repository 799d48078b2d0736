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
 * A refusal of aggregates is the same in a query string, in a body, by a message and in a DTO.
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

/** A refusal of each sort; the others are in the unit tests of `aggregates`. */
const refusals: readonly (readonly [code: string, pointer: string, request: object])[] = [
  ['operator_not_allowed', '/aggregates/price/0', { aggregates: { price: ['median'] } }],
  ['invalid_value', '/filters/copyCount', { filters: { copyCount: '1.5' } }],
  ['unknown_field', '/filters/copies/$sum/cost', { filters: { copies: { $sum: { cost: '7' } } } }],
  ['not_sortable', '/sort/0', { sort: ['copies.$avg.pages'] }],
];

const accepted: readonly object[] = [
  { aggregates: { price: ['sum', 'avg'] } },
  { filters: { copyCount: '2' }, sort: ['copyPages:desc'], fields: ['copyCount'] },
  { filters: { copies: { $sum: { pages: { $gte: '400' } } } } },
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
