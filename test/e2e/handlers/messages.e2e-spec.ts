import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  type Type,
  UnprocessableEntityException,
  UseGuards,
} from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { MessagePattern, Transport } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import {
  FilterConfigurationError,
  Filterable,
  type FilterModuleOptions,
  FilterModule,
  FilterQuery,
  type FilterQueryOverrides,
  FilterService,
} from 'nestjs-filterable';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { HttpClient } from '../../support/http/client.js';
import { type MessageApp, type MessageModule, type Sent, openers, portOf, rpcClient } from './messages.js';

type Kind = keyof typeof openers;
const kinds: readonly Kind[] = ['rpc', 'ws'];

/** Handlers of `list`, by either decorator, that answer with what they have read. */
function reading(overrides?: FilterQueryOverrides<Post>): Readonly<Record<Kind, Type>> {
  @Controller()
  class ReadingController {
    @MessagePattern('list') list(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return query.toJSON();
    }
  }
  @WebSocketGateway()
  class ReadingGateway {
    @SubscribeMessage('list') list(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return { event: 'list', data: query.toJSON() };
    }
  }
  return { rpc: ReadingController, ws: ReadingGateway };
}

async function withApp(
  kind: Kind,
  handlers: Readonly<Record<Kind, Type>>,
  options: FilterModuleOptions,
  more: MessageModule,
  test: (app: MessageApp) => Promise<void>,
): Promise<void> {
  const app = await openers[kind](handlers[kind], options, more);
  try {
    await test(app);
  } finally {
    await app.close();
  }
}

/** The issues of a refusal, as `code pointer`; whatever else was answered, as it is. */
function told(sent: Sent): unknown {
  if ('answer' in sent) return sent.answer;
  const { issues } = sent.refusal as { issues?: readonly { code: string; pointer: string }[] };
  return issues?.map(({ code, pointer }) => `${code} ${pointer}`) ?? sent.refusal;
}

const nested = (levels: number) => JSON.parse('{"$not":'.repeat(levels) + '1' + '}'.repeat(levels)) as unknown;

const understood: readonly [why: string, payload: unknown, reads: unknown][] = [
  ['no payload', undefined, {}],
  ['null', null, {}],
  ['the empty text, which is sent where a client must send something', '', {}],
  ['an empty object', {}, {}],
  ["the host's own", { pages: 2, tenant: { id: 3 } }, {}],
  ['no condition', { filters: {} }, {}],
  ['a condition', { filters: { title: 'Spring' } }, { filters: { title: { $eq: 'Spring' } } }],
  ['a number', { filters: { views: 10 } }, { filters: { views: { $eq: '10' } } }],
  ['null for a value', { filters: { slug: null } }, { filters: { slug: { $null: 'true' } } }],
  ['a list', { filters: { id: [1, '2'] } }, { filters: { id: { $in: ['1', '2'] } } }],
  [
    'a sort and a slice',
    { sort: 'title:desc', pagination: { page: 2 } },
    { sort: ['title:desc'], pagination: { page: '2', pageSize: '25' } },
  ],
];

const refused: readonly [why: string, payload: unknown, issues: readonly string[]][] = [
  ['a list for the whole', [], ['expected_object /filters']],
  ['a text for the whole', 'filters[title]=Spring', ['expected_object /filters']],
  ['a number for the whole', 0, ['expected_object /filters']],
  ['false for the whole', false, ['expected_object /filters']],
  ['a typo', { filters: { titel: 'x' } }, ['unknown_field /filters/titel']],
  [
    'two mistakes',
    { filters: { titel: 'x', views: 'y' } },
    ['unknown_field /filters/titel', 'invalid_value /filters/views'],
  ],
  ['a flat key', { 'filters[title]': 'Spring' }, ['malformed_key /filters']],
  ['null for conditions', { filters: null }, ['expected_object /filters']],
  ['too deep', { filters: nested(50) }, [`limit_exceeded /filters${'/$not'.repeat(6)}`]],
  ['too many members', { filters: { id: Array.from({ length: 101 }, () => 1) } }, ['limit_exceeded /filters/id']],
  ['too large', { filters: { title: 'q'.repeat(65_600) } }, ['limit_exceeded /filters']],
  ["too large, the host's", { tenant: 'q'.repeat(65_600) }, ['limit_exceeded /filters']],
];

describe.each(kinds)('@FilterQuery() in a handler of %s', (kind) => {
  let app: MessageApp;
  beforeAll(async () => {
    app = await openers[kind](reading()[kind], {}, {});
  });
  afterAll(() => app.close());

  it.each(understood)('reads %s', async (_, payload, reads) => {
    expect(await app.send(payload)).toEqual({ answer: reads });
  });

  it.each(refused)('refuses %s', async (_, payload, issues) => {
    expect(told(await app.send(payload))).toEqual(issues);
  });

  it('refuses by the body that HTTP would answer', async () => {
    const message = expect.stringMatching(/^filters\[titel\] is not a filterable field/);
    expect(await app.send({ filters: { titel: 'x' } })).toEqual({
      refusal: {
        statusCode: 400,
        error: 'Bad Request',
        message: [message],
        issues: [
          expect.objectContaining({
            code: 'unknown_field',
            path: 'filters[titel]',
            pointer: '/filters/titel',
            message,
          }),
        ],
      },
    });
  });

  it.each(['query', 'body'] as const)('reads the payload where the source is %s', async (source) => {
    const spring = { filters: { title: { $eq: 'Spring' } } };
    await withApp(kind, reading(), { source }, {}, async ({ send }) => {
      expect(told(await send({ filters: { title: 'Spring' } }))).toEqual(spring);
      expect(told(await send({ filters: { titel: 'x' } }))).toEqual(['unknown_field /filters/titel']);
    });
    await withApp(kind, reading({ source }), {}, {}, async ({ send }) => {
      expect(told(await send({ filters: { title: 'Spring' } }))).toEqual(spring);
    });
  });

  it('reads what a function makes of the payload', async () => {
    const seen: string[] = [];
    const source = (payload: { readonly list?: object }, execution: ExecutionContext) => {
      seen.push(execution.getType());
      return payload.list;
    };
    await withApp(kind, reading({ source }), {}, {}, async ({ send }) => {
      expect(told(await send({ list: { filters: { title: 'Spring' } } }))).toEqual({
        filters: { title: { $eq: 'Spring' } },
      });
      expect(told(await send({ list: { filters: { titel: 'x' } } }))).toEqual(['unknown_field /filters/titel']);
      // A function that was written for requests finds nothing in a payload, which is not the same as nothing asked.
      expect(await send({ filters: { title: 'Spring' } })).toMatchObject({
        refusal: { message: 'Internal server error' },
      });
    });
    expect(new Set(seen)).toEqual(new Set([kind]));
  });

  it('reads by the names and under the limits of the module', async () => {
    await withApp(kind, reading(), { params: { filters: 'where' }, limits: { members: 2 } }, {}, async ({ send }) => {
      expect(told(await send({ where: { id: [1, 2] } }))).toEqual({ filters: { id: { $in: ['1', '2'] } } });
      expect(told(await send({ where: { id: [1, 2, 3] } }))).toEqual(['limit_exceeded /where/id']);
    });
  });

  it("refuses by the host's own exception, where HTTP has it", async () => {
    const errors = () => new UnprocessableEntityException({ reason: 'no' });
    await withApp(kind, reading(), { errors }, {}, async ({ send }) => {
      expect(await send({ filters: { titel: 'x' } })).toEqual({ refusal: { reason: 'no' } });
    });
  });
});

@Entity()
@Filterable({ fields: ['id', 'name'], scope: (user: { readonly tenant: number }) => ({ tenant: user.tenant }) })
class Room {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
}

interface Sender {
  user?: { readonly tenant: number };
}

/** Knows who sends, as a host's guard would: by the connection, and never by what the message says. */
@Injectable()
class SenderGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const sender: Sender =
      execution.getType() === 'rpc' ? execution.switchToRpc().getContext() : execution.switchToWs().getClient();
    sender.user = { tenant: 1 };
    return true;
  }
}

@Injectable()
class Rooms {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(FilterService) private readonly filters: FilterService,
  ) {}

  async page(query: FilterQuery<Room>) {
    const rooms = this.source.getRepository(Room);
    await rooms.save([
      { id: 1, name: 'Attic', tenant: 1 },
      { id: 2, name: 'Attic', tenant: 2 },
    ]);
    return this.filters.page(rooms, this.filters.and(query, {}));
  }

  async rows(query: FilterQuery<Room>) {
    return this.filters.apply(this.source.getRepository(Room).createQueryBuilder('room'), query).getMany();
  }
}

function rooms(read: 'page' | 'rows', ...guards: readonly Type<CanActivate>[]): Readonly<Record<Kind, Type>> {
  @Controller()
  @UseGuards(...guards)
  class RoomsController {
    constructor(@Inject(Rooms) private readonly rooms: Rooms) {}
    @MessagePattern('list') list(@FilterQuery(Room) query: FilterQuery<Room>) {
      return this.rooms[read](query);
    }
  }
  @WebSocketGateway()
  @UseGuards(...guards)
  class RoomsGateway {
    constructor(@Inject(Rooms) private readonly rooms: Rooms) {}
    @SubscribeMessage('list') async list(@FilterQuery(Room) query: FilterQuery<Room>) {
      return { event: 'list', data: await this.rooms[read](query) };
    }
  }
  return { rpc: RoomsController, ws: RoomsGateway };
}

const more = { entities: [Room], providers: [Rooms] };

describe.each(kinds)('scopes in a handler of %s', (kind) => {
  const userOf = (sender: Sender, execution: ExecutionContext) => {
    expect(execution.getType()).toBe(kind);
    return sender.user;
  };

  it('are made of who sends, by `context`', async () => {
    await withApp(kind, rooms('page', SenderGuard), { context: userOf }, more, async ({ send }) => {
      expect(await send({ filters: { name: 'Attic' } })).toMatchObject({ answer: { data: [{ id: 1 }] } });
      // What a message says of its sender is not believed.
      expect(await send({ user: { tenant: 2 } })).toMatchObject({ answer: { data: [{ id: 1 }] } });
    });
  });

  it('refuse where nobody is known', async () => {
    await withApp(kind, rooms('page'), { context: userOf }, more, async ({ send }) => {
      expect(await send({ user: { tenant: 2 } })).toEqual({ refusal: { statusCode: 403, message: 'Forbidden' } });
    });
  });

  it.each<['page' | 'rows', string]>([
    ['page', 'invalid_cursor /pagination/after'],
    ['rows', 'invalid_pagination /pagination/after'],
  ])('a cursor that %s() cannot read is refused in the same way', async (read, issue) => {
    await withApp(kind, rooms(read, SenderGuard), { context: userOf }, more, async ({ send }) => {
      expect(told(await send({ pagination: { after: 'damaged', pageSize: 2 } }))).toEqual([issue]);
    });
  });
});

describe('a handler of another kind', () => {
  @Controller()
  class ResolvingController {
    list(@FilterQuery(Post) query: FilterQuery<Post>) {
      return query.toJSON();
    }
  }

  async function call(type: string, overrides: FilterModuleOptions, ...given: readonly unknown[]): Promise<unknown> {
    const module = await Test.createTestingModule({
      imports: [FilterModule.forRoot(overrides)],
      providers: [
        ResolvingController,
        { provide: DataSource, useValue: await describeEntities('sqlite', blogEntities) },
      ],
    }).compile();
    const app = await module.createNestApplication({ logger: false }).init();
    const host = app.get(ResolvingController);
    const parameters = { exchangeKeyForValue: () => undefined };
    const creator = app.get(ExternalContextCreator);
    // oxlint-disable-next-line typescript/unbound-method -- it is called on its object
    const list = host.list as (...args: unknown[]) => unknown;
    const handler = creator.create(
      host,
      list,
      'list',
      '__routeArguments__',
      parameters,
      undefined,
      undefined,
      undefined,
      type as 'http',
    );
    try {
      return await handler(...given);
    } finally {
      await app.close();
    }
  }

  it('of GraphQL is an error, and never an empty query', async () => {
    const root = { filters: { title: 'Spring' } };
    await expect(call('graphql', {}, root, { filters: { title: 'Spring' } }, {}, {})).rejects.toThrow(
      new FilterConfigurationError(
        '@FilterQuery() cannot read the input of a handler of the type graphql; pass it to FilterService.parse() there',
      ),
    );
  });

  it.each(['toString', '__proto__', 'cron'])('of the type %s is one, too', async (type) => {
    await expect(call(type, {}, {})).rejects.toThrow(
      /^@FilterQuery\(\) cannot read the input of a handler of the type/,
    );
  });

  it.each<[what: string, source: 'query' | 'body', given: unknown]>([
    ['nothing', 'query', undefined],
    ['an object without a URL', 'query', { filters: {} }],
    ['nothing, for a body', 'body', undefined],
    ['an object without headers', 'body', { filters: {} }],
  ])('that says it is HTTP and is given %s is one, too', async (_, source, given) => {
    await expect(call('http', { source }, given)).rejects.toThrow(/^@FilterQuery\(\) found no/);
  });
});

describe('a hybrid application', () => {
  const seen: string[] = [];

  @Controller('list')
  class HybridController {
    @Get()
    @MessagePattern('list')
    list(@FilterQuery(Post) query: FilterQuery<Post>) {
      return query.toJSON();
    }
  }

  it.each([true, false])(
    'reads each kind of request from where it is (inheritAppConfig: %p)',
    async (inheritAppConfig) => {
      const context = (_: unknown, execution: ExecutionContext) => seen.push(execution.getType());
      const module = await Test.createTestingModule({
        imports: [FilterModule.forRoot({ context })],
        controllers: [HybridController],
        providers: [{ provide: DataSource, useValue: await describeEntities('sqlite', blogEntities) }],
      }).compile();
      const app = module.createNestApplication({ logger: false });
      const microservice = app.connectMicroservice(
        { transport: Transport.TCP, options: { host: '127.0.0.1', port: 0 } },
        { inheritAppConfig },
      );
      await app.startAllMicroservices();
      await app.listen(0, '127.0.0.1');
      const http = new HttpClient(app.getHttpServer());
      const rpc = await rpcClient(portOf(microservice.unwrap()));
      const spring = { filters: { title: { $eq: 'Spring' } } };

      expect(JSON.parse((await http.get('/list?filters[title]=Spring')).text)).toEqual(spring);
      expect((await http.get('/list?filters[titel]=Spring')).status).toBe(400);
      expect(told(await rpc.send({ filters: { title: 'Spring' } }))).toEqual(spring);
      expect(told(await rpc.send({ filters: { titel: 'Spring' } }))).toEqual(['unknown_field /filters/titel']);
      expect(seen.splice(0)).toEqual(['http', 'http', 'rpc', 'rpc']);

      rpc.close();
      http.close();
      await app.close();
    },
  );
});

describe('a gateway at boot', () => {
  it('is checked as a controller is', async () => {
    const { ws } = reading({ fields: ['titel' as 'title'] });
    await expect(openers.ws(ws, {}, {})).rejects.toThrow(/^ReadingGateway\.list: .*`fields` names titel/);
  });
});
