import { Controller, Get, Inject, type Type, UseFilters } from '@nestjs/common';
import { APP_FILTER, ExternalContextCreator } from '@nestjs/core';
import { MessagePattern, Payload, Transport } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { FilterException, FilterExceptionFilter, FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { throwError } from 'rxjs';
import { DataSource } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { HttpClient } from '../../support/http/client.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';
import { type Sent, openers, portOf, rpcClient } from './messages.js';

const secret = 'secret of the driver';

/** Errors as they reach a handler, by the title that is asked for. */
const errors: Readonly<Record<string, object>> = {
  refused: { code: 'ECONNREFUSED' },
  cancelled: { query: 'SELECT 1', driverError: { code: '57014' } },
  written: { query: 'INSERT INTO "p" VALUES ($1)', driverError: { code: '22001' } },
  foreign: { code: '22001' },
  value: { query: ' select "p"."id" FROM "p"', driverError: { code: '22001' } },
  unknown: { code: 'EWHATEVER' },
};

/** Fails as the conditions of a query ask for. */
function answer(query: FilterQuery<Post>): unknown {
  const [{ value } = { value: undefined }] = query.conditionsOn('title');
  const error = Object.assign(new Error(secret), errors[String(value)]);
  if (query.has('sort')) return throwError(() => error);
  if (typeof value === 'string' && value in errors) throw error;
  return { title: value };
}

@Controller('list')
class ListController {
  @Get()
  @MessagePattern('list')
  list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return answer(query);
  }
}

@Controller()
@UseFilters(FilterExceptionFilter)
class MessagesController {
  @MessagePattern('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return answer(query);
  }
}

@WebSocketGateway()
@UseFilters(FilterExceptionFilter)
class MessagesGateway {
  @SubscribeMessage('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    const data = answer(query);
    return query.has('sort') ? data : { event: 'list', data };
  }
}

const handlers: Readonly<Record<keyof typeof openers, Type>> = { rpc: MessagesController, ws: MessagesGateway };

const unavailable = { statusCode: 503, message: 'The database is not available; try again later' };
const wrongValue = { statusCode: 400, message: 'A value in the request cannot be compared with its field' };
const internal = { status: 'error', message: 'Internal server error' };

const failing: readonly (readonly [why: string, payload: object, refusal: object])[] = [
  ['a request with a mistake', { filters: { titel: 'x' } }, { statusCode: 400, issues: [{ code: 'unknown_field' }] }],
  ['a server that is away', { filters: { title: 'refused' } }, unavailable],
  ['a statement that took too long', { filters: { title: 'cancelled' } }, unavailable],
  ['a value that was asked for', { filters: { title: 'value' } }, wrongValue],
  ['anything else', { filters: { title: 'unknown' } }, internal],
  ['a stream whose server is away', { filters: { title: 'refused' }, sort: 'title' }, unavailable],
  ['a stream that fails by anything else', { filters: { title: 'unknown' }, sort: 'title' }, internal],
];

async function expectFailures(send: (payload: object) => Promise<Sent>): Promise<void> {
  for (const [, payload, refusal] of failing) {
    const sent = await send(payload);
    expect(sent).toMatchObject({ refusal });
    expect(JSON.stringify(sent)).not.toContain(secret);
  }
  expect(await send({ filters: { title: 'Spring' } })).toEqual({ answer: { title: 'Spring' } });
}

describe('FilterExceptionFilter on handlers of messages', () => {
  it.each(['rpc', 'ws'] as const)('answers by %s what HTTP would be answered', async (kind) => {
    const app = await openers[kind](handlers[kind], {}, {});
    try {
      await expectFailures(app.send);
    } finally {
      await app.close();
    }
  });

  it('answers each kind of request of a hybrid application as its APP_FILTER', async () => {
    const module = await Test.createTestingModule({
      imports: [FilterModule.forRoot()],
      controllers: [ListController],
      providers: [
        { provide: DataSource, useValue: await describeEntities('sqlite', blogEntities) },
        { provide: APP_FILTER, useClass: FilterExceptionFilter },
      ],
    }).compile();
    const app = module.createNestApplication({ logger: false });
    const options = { host: '127.0.0.1', port: 0 };
    const microservice = app.connectMicroservice({ transport: Transport.TCP, options }, { inheritAppConfig: true });
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
    const rpc = await rpcClient(portOf(microservice.unwrap()));
    try {
      await expectFailures(rpc.send);
      const http = new HttpClient(app.getHttpServer());
      const statuses = cases(`
        filters[titel]=x -> 400
        filters[title]=refused -> 503
        filters[title]=cancelled -> 503
        filters[title]=value -> 400
        filters[title]=written -> 500
        filters[title]=foreign -> 500
        filters[title]=unknown -> 500
      `);
      for (const [query, status] of statuses) {
        const answer = await http.get(`/list?${query}`);
        expect([query, answer.status]).toEqual([query, Number(status)]);
        expect(answer.text).not.toContain(secret);
      }
    } finally {
      rpc.close();
      await app.close();
    }
  });
});

describe('what a handler of messages answers without a decorator', () => {
  @Controller()
  @UseFilters(FilterExceptionFilter)
  class ParsingController {
    constructor(@Inject(FilterService) private readonly filters: FilterService) {}
    @MessagePattern('list') list(@Payload() payload: object) {
      return this.filters.parse(Post, payload).toJSON();
    }
  }
  @WebSocketGateway()
  @UseFilters(FilterExceptionFilter)
  class ParsingGateway {
    constructor(@Inject(FilterService) private readonly filters: FilterService) {}
    @SubscribeMessage('list') list(@MessageBody() payload: object) {
      return { event: 'list', data: this.filters.parse(Post, payload).toJSON() };
    }
  }

  it.each([
    ['rpc', ParsingController],
    ['ws', ParsingGateway],
  ] as const)('by %s is what Nest answers', async (kind, parsing) => {
    const app = await openers[kind](parsing, {}, {});
    try {
      expect(await app.send({ filters: { titel: 'x' } })).toMatchObject({ refusal: internal });
    } finally {
      await app.close();
    }
  });
});

describe('FilterExceptionFilter on a handler of GraphQL', () => {
  @Controller()
  @UseFilters(FilterExceptionFilter)
  class Resolver {
    constructor(@Inject(FilterService) private readonly filters: FilterService) {}
    list(title: string) {
      return answer(this.filters.parse(Post, { filters: { title } }));
    }
    typo() {
      return this.filters.parse(Post, { filters: { titel: 'x' } });
    }
  }

  async function call(method: 'list' | 'typo', title?: string): Promise<unknown> {
    const source = { provide: DataSource, useValue: await describeEntities('sqlite', blogEntities) };
    const module = await Test.createTestingModule({
      imports: [FilterModule.forRoot()],
      providers: [Resolver, source],
    }).compile();
    const app = await module.createNestApplication({ logger: false }).init();
    const host = app.get(Resolver);
    const create = app.get(ExternalContextCreator);
    const run = create.create(
      host,
      (...args: unknown[]) => host[method](String(args[0])),
      method,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'graphql' as 'http',
    );
    try {
      return await run(title);
    } finally {
      await app.close();
    }
  }

  it.each([
    ['refused', 503],
    ['value', 400],
  ])('throws for %s an exception of HTTP, with %d', async (title, status) => {
    await expect(call('list', title)).rejects.toMatchObject({ status });
  });

  it('throws everything else on', async () => {
    await expect(call('list', 'unknown')).rejects.toThrow(secret);
    await expect(call('typo')).rejects.toThrow(FilterException);
    expect(await call('list', 'Spring')).toEqual({ title: 'Spring' });
  });
});
