import {
  Body,
  Controller,
  Get,
  type ModuleMetadata,
  Post as HttpPost,
  Query,
  type Type,
  ValidationPipe,
} from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { FilterModule, FilterQuery, type FilterModuleOptions } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { DataSource } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { type Sent, openers } from '../handlers/messages.js';
import { Stop, Tour, tourEntities } from '../hostile/tours/model.js';

class ListTours {
  @Filters(Tour) query!: FilterQuery<Tour>;
}

/** Handlers that answer with what they have read, by each way in which a request reaches one. */
@Controller()
class ToursController {
  @Get('tours') list(@FilterQuery(Tour) query: FilterQuery<Tour>) {
    return query.toJSON();
  }

  @HttpPost('tours') search(@FilterQuery(Tour, { source: 'body' }) query: FilterQuery<Tour>) {
    return query.toJSON();
  }

  @Get('dto') dto(@Query() { query }: ListTours) {
    return query.toJSON();
  }

  @HttpPost('dto') bodyDto(@Body() { query }: ListTours) {
    return query.toJSON();
  }

  @Get('renamed') renamed(@FilterQuery(Tour, { params: { populate: 'with' } }) query: FilterQuery<Tour>) {
    return { ...query.toJSON(), text: String(query) };
  }

  @Get('two') two(
    @FilterQuery(Tour, { prefix: 'tours_' }) tours: FilterQuery<Tour>,
    @FilterQuery(Stop, { prefix: 'stops_' }) stops: FilterQuery<Stop>,
  ) {
    return { tours: String(tours), stops: String(stops) };
  }

  @Get('none') none(@FilterQuery(Tour, { populate: false }) query: FilterQuery<Tour>, @Query('populate') own: unknown) {
    return { ...query.toJSON(), own };
  }
}

@Controller()
class RpcController {
  @MessagePattern('list') list(@FilterQuery(Tour) query: FilterQuery<Tour>) {
    return query.toJSON();
  }
}

@WebSocketGateway()
class Gateway {
  @SubscribeMessage('list') list(@FilterQuery(Tour) query: FilterQuery<Tour>) {
    return { event: 'list', data: query.toJSON() };
  }
}

const options: FilterModuleOptions = { context: undefined };

/** Objects of populate, as bodies and messages have them, and what each is read as. */
const understood: readonly (readonly [populate: unknown, reads: unknown])[] = [
  ['guide', { guide: 'true' }],
  ['guide,stops', { guide: 'true', stops: 'true' }],
  [['guide', 'guide.home'], { guide: { populate: { home: 'true' } } }],
  [
    { guide: true, stops: { limit: 2 } },
    { guide: 'true', stops: { limit: '2' } },
  ],
  [{ guide: { populate: ['home'] } }, { guide: { populate: { home: 'true' } } }],
  [{ stops: { filters: { minutes: { $gte: 5 } } } }, { stops: { filters: { minutes: { $gte: '5' } } } }],
  [
    { stops: { sort: { minutes: 'desc' }, fields: ['title'] } },
    { stops: { sort: ['minutes:desc'], fields: ['title'] } },
  ],
  [{ guide: false }, undefined],
  [{}, undefined],
  ['', undefined],
];

/** Objects of populate that are refused in every carrier, and how. */
const refused: readonly (readonly [populate: unknown, issues: readonly string[]])[] = [
  ['giude', ['unknown_field /populate/0']],
  ['owner', ['unknown_field /populate/0']],
  ['*', ['unknown_field /populate/0']],
  [['guide', 'guide'], ['duplicate_key /populate/1']],
  [{ owner: true }, ['unknown_field /populate/owner']],
  [{ guide: null }, ['expected_value /populate/guide']],
  [{ guide: 1 }, ['expected_value /populate/guide']],
  [{ guide: { limit: 1 } }, ['operator_not_allowed /populate/guide/limit']],
  [{ stops: { start: 1 } }, ['unknown_parameter /populate/stops/start']],
  [{ stops: { limit: 6 } }, ['limit_exceeded /populate/stops/limit']],
  [{ stops: { limit: '1e3' } }, ['invalid_value /populate/stops/limit']],
  [{ stops: { filters: { code: 'a' } } }, ['unknown_field /populate/stops/filters/code']],
  [{ stops: { sort: 'code' } }, ['not_sortable /populate/stops/sort/0']],
  [{ guide: { fields: ['secret'] } }, ['unknown_field /populate/guide/fields/0']],
  [
    { guide: { populate: { tours: { populate: 'guide' } } } },
    ['limit_exceeded /populate/guide/populate/tours/populate/0'],
  ],
  [{ guide: { populate: ['home', 'tours'] }, stops: { populate: 'town' }, start: true }, ['limit_exceeded /populate']],
  [{ guide: { populate: { tours: { limit: 80 } } } }, ['limit_exceeded /populate']],
  [{ guide: { populate: { tours: { limit: 81 } } } }, ['limit_exceeded /populate/guide/populate/tours/limit']],
  [{ guide: { fields: [] } }, ['expected_list /populate/guide/fields']],
  [{ stops: { filters: { title: { $nope: 'a' } } } }, ['unknown_operator /populate/stops/filters/title/$nope']],
  [{ stops: { filters: { minutes: 'x' } } }, ['invalid_value /populate/stops/filters/minutes']],
  [{ stops: { sort: 'minutes:up' } }, ['invalid_direction /populate/stops/sort/0']],
  [{ guide: { sort: 'name' } }, ['operator_not_allowed /populate/guide/sort']],
  [{ stops: { pagination: { page: 2 } } }, ['unknown_parameter /populate/stops/pagination']],
  [{ stops: { populate: 'tour' } }, ['unknown_field /populate/stops/populate/0']],
  [['guide', { stops: true }], ['expected_value /populate/1']],
  [null, ['expected_value /populate']],
  [7, ['expected_value /populate']],
];

interface Refusal {
  readonly issues: readonly { readonly code: string; readonly pointer: string }[];
}

const told = ({ issues }: Refusal) => issues.map(({ code, pointer }) => `${code} ${pointer}`);

function outcome({ status, text }: { readonly status: number; readonly text: string }): unknown {
  return status === 400 ? told(JSON.parse(text) as Refusal) : (JSON.parse(text) as { populate?: unknown }).populate;
}

describe.each(adapters)('populate on %s', (adapter) => {
  let app: TestApp;

  beforeAll(async () => {
    const source = await describeEntities('sqlite', tourEntities);
    const metadata: ModuleMetadata = {
      imports: [FilterModule.forRoot(options)],
      controllers: [ToursController],
      providers: [{ provide: DataSource, useValue: source }],
    };
    app = await openApp(adapter, metadata, {
      prepare: (nest) => void nest.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
    });
  });
  afterAll(() => app.close());

  const carriers: readonly (readonly [name: string, send: (populate: unknown) => Promise<unknown>])[] = [
    ['JSON text', async (populate) => outcome(await app.client.get(`/tours?populate=${jsonText(populate)}`))],
    ['a body', async (populate) => outcome(await app.client.post('/tours', JSON.stringify({ populate })))],
  ];

  describe.each(carriers)('in %s', (name, send) => {
    it.each(understood)('is read: %j', async (populate, reads) => {
      expect(await send(populate)).toEqual(reads);
    });
    it.each(name === 'a body' ? refused : refused.filter(([populate]) => typeof populate !== 'number' && populate))(
      'is refused: %j',
      async (populate, issues) => {
        expect(await send(populate)).toEqual(issues);
      },
    );
  });

  describe('in a DTO', () => {
    it.each([...understood, ...refused])('is what it is in a handler: %j', async (populate) => {
      const [query, body] = [`?populate=${jsonText(populate)}`, JSON.stringify({ populate })];
      const [ofHandler, ofDto] = [await app.client.get(`/tours${query}`), await app.client.get(`/dto${query}`)];
      expect(messages(ofDto)).toEqual(messages(ofHandler));
      const [ofBody, ofBodyDto] = [await app.client.post('/tours', body), await app.client.post('/dto', body)];
      expect(messages(ofBodyDto)).toEqual(messages(ofBody));
    });
  });

  it('has the name that a handler gives it', async () => {
    const { text } = await app.client.get('/renamed?with[stops][limit]=2');
    expect(JSON.parse(text)).toEqual({ populate: { stops: { limit: '2' } }, text: 'with[stops][limit]=2' });
    expect(outcome(await app.client.get('/renamed?with=giude'))).toEqual(['unknown_field /with/0']);
  });

  it('stands beside that of another list', async () => {
    const { text } = await app.client.get('/two?tours_populate=guide&stops_populate=town');
    expect(JSON.parse(text)).toEqual({ tours: 'tours_populate[guide]=true', stops: 'stops_populate[town]=true' });
  });

  it('is the host’s where a handler turns it off', async () => {
    const { text } = await app.client.get('/none?populate=guide');
    expect(JSON.parse(text)).toEqual({ own: 'guide' });
  });
});

/** What was read, or the messages of a refusal, which a DTO has in the form of its validation. */
function messages({ status, text }: { readonly status: number; readonly text: string }): unknown {
  const body = JSON.parse(text) as { readonly message?: readonly string[] };
  return status === 400 ? body.message : body;
}

/** Text stands as it is, and objects and lists by their JSON. */
function jsonText(populate: unknown): string {
  return encodeURIComponent(typeof populate === 'string' ? populate : JSON.stringify(populate));
}

const handlers: Readonly<Record<keyof typeof openers, Type>> = { rpc: RpcController, ws: Gateway };

describe.each(Object.keys(handlers) as (keyof typeof handlers)[])('populate in messages of %s', (kind) => {
  const opened = openers[kind](handlers[kind], options, { entities: tourEntities });
  afterAll(async () => (await opened).close());

  const answered = (sent: Sent): unknown =>
    'answer' in sent ? (sent.answer as { populate?: unknown }).populate : told(sent.refusal as Refusal);

  it.each(understood)('is read: %j', async (populate, reads) => {
    expect(answered(await (await opened).send({ populate }))).toEqual(reads);
  });
  it.each(refused)('is refused: %j', async (populate, issues) => {
    expect(answered(await (await opened).send({ populate }))).toEqual(issues);
  });
});
