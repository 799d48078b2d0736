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
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { MessageBody, SubscribeMessage, WebSocketGateway, WsException } from '@nestjs/websockets';
import { FilterModule, FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { DataSource } from 'typeorm';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { openers } from '../handlers/messages.js';
import { Venue, Visit, entities } from './model.js';

/*
 * Named filters and populated relations mean the same, and are refused with the same words, by each way in which a
 * request reaches a handler: an address, a body, the DTO of either, a message, and the DTO of a message.
 */

class ListVenues {
  @Filters(Venue) query!: FilterQuery<Venue>;
}

const text = (query: FilterQuery<Venue>) => ({ text: decodeURIComponent(String(query)) });

@Controller()
class VenuesController {
  @Get('address') list(@FilterQuery(Venue) query: FilterQuery<Venue>) {
    return text(query);
  }

  @HttpPost('body') search(@FilterQuery(Venue, { source: 'body' }) query: FilterQuery<Venue>) {
    return text(query);
  }

  @Get('dto') dto(@Query() { query }: ListVenues) {
    return text(query);
  }

  @HttpPost('dto') bodyDto(@Body() { query }: ListVenues) {
    return text(query);
  }

  @Get('renamed') renamed(@FilterQuery(Venue, { params: { populate: 'with' } }) query: FilterQuery<Venue>) {
    return text(query);
  }

  @Get('two') two(
    @FilterQuery(Venue, { prefix: 'v_' }) venues: FilterQuery<Venue>,
    @FilterQuery(Visit, { prefix: 'w_' }) visits: FilterQuery<Visit>,
  ) {
    return { text: `${String(venues)} ${String(visits)}` };
  }

  @Get('none') none(
    @FilterQuery(Venue, { populate: false }) query: FilterQuery<Venue>,
    @Query('populate') own: unknown,
  ) {
    return { ...text(query), own };
  }
}

const refusing = (Refusal: new (texts: string[]) => Error) =>
  new ValidationPipe({
    transform: true,
    exceptionFactory: (errors) => new Refusal(errors.flatMap(({ constraints }) => Object.values(constraints ?? {}))),
  });

@Controller()
class RpcVenues {
  @MessagePattern('list') list(@FilterQuery(Venue) query: FilterQuery<Venue>) {
    return text(query);
  }
}

@Controller()
class RpcDto {
  @MessagePattern('list') list(@Payload(refusing(RpcException)) { query }: ListVenues) {
    return text(query);
  }
}

@WebSocketGateway()
class WsVenues {
  @SubscribeMessage('list') list(@FilterQuery(Venue) query: FilterQuery<Venue>) {
    return { event: 'list', data: text(query) };
  }
}

@WebSocketGateway()
class WsDto {
  @SubscribeMessage('list') list(@MessageBody(refusing(WsException)) { query }: ListVenues) {
    return { event: 'list', data: text(query) };
  }
}

/** Requests, and their canonical texts. */
const understood: readonly (readonly [input: object, text: string])[] = [
  [{ filters: { $not: { loved: true } } }, 'filters[popular][$not][$eq]=true'],
  [{ filters: { atLeast: { $in: [5, 4] } } }, 'filters[atLeast][$in][0]=4&filters[atLeast][$in][1]=5'],
  [{ populate: { owner: true, visits: { limit: 2 } } }, 'populate[owner]=true&populate[visits][limit]=2'],
];

/** Requests that are refused, and how. */
const refused: readonly (readonly [input: object, issue: string])[] = [
  [{ filters: { popular: { $ne: true } } }, 'operator_not_allowed /filters/popular/$ne'],
  [{ filters: { forAdmins: true } }, 'unknown_field /filters/forAdmins'],
  [{ populate: { visits: { limit: '1e3' } } }, 'invalid_value /populate/visits/limit'],
];

interface Refusal {
  readonly message: readonly string[];
  readonly issues: readonly { readonly code: string; readonly pointer: string }[];
}

const told = ({ issues }: Refusal) => issues.map(({ code, pointer }) => `${code} ${pointer}`);
const queryOf = (input: object) =>
  Object.entries(input).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`);

describe.each(adapters)('a request on %s', (adapter) => {
  let app: TestApp;
  beforeAll(async () => {
    const metadata: ModuleMetadata = {
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [VenuesController],
      providers: [{ provide: DataSource, useValue: await describeEntities('sqlite', entities) }],
    };
    app = await openApp(adapter, metadata, {
      prepare: (nest) => void nest.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
    });
  });
  afterAll(() => app.close());

  const carriers: Readonly<Record<string, (input: object) => ReturnType<TestApp['client']['get']>>> = {
    'an address': (input) => app.client.get(`/address?${queryOf(input).join('&')}`),
    'a body': (input) => app.client.post('/body', JSON.stringify(input)),
    'the DTO of an address': (input) => app.client.get(`/dto?${queryOf(input).join('&')}`),
    'the DTO of a body': (input) => app.client.post('/dto', JSON.stringify(input)),
  };

  it.each(Object.entries(carriers))('in %s', async (carrier, send) => {
    for (const [input, canonical] of understood) {
      expect(JSON.parse((await send(input)).text)).toEqual({ text: canonical });
    }
    for (const [input, issue] of refused) {
      const answer = await send(input);
      expect(answer.status).toBe(400);
      const { message, issues } = JSON.parse(answer.text) as Refusal;
      // A DTO answers with the words of its validation, which has no codes.
      if (carrier.includes('DTO')) {
        const byHandler = JSON.parse((await carriers['a body']?.(input))?.text ?? '') as Refusal;
        expect(message).toEqual(byHandler.message);
      } else expect(told({ message, issues })).toEqual([issue]);
    }
  });

  it.each([
    ['/renamed?with[visits][limit]=2', { text: 'with[visits][limit]=2' }],
    ['/two?v_populate=owner&w_filters[good]=true', { text: 'v_populate[owner]=true w_filters[good][$eq]=true' }],
    ['/none?populate=owner', { text: '', own: 'owner' }],
  ])('has the names that a handler gives it: %s', async (path, expected) => {
    expect(JSON.parse((await app.client.get(path)).text)).toEqual(expected);
  });
});

describe.each<readonly [kind: keyof typeof openers, by: string, handler: Type]>([
  ['rpc', 'a parameter', RpcVenues],
  ['rpc', 'a DTO', RpcDto],
  ['ws', 'a parameter', WsVenues],
  ['ws', 'a DTO', WsDto],
])('a request in a message over %s, by %s', (kind, by, handler) => {
  const opened = openers[kind](handler, { context: undefined }, { entities });
  afterAll(async () => (await opened).close());

  it.each(understood)('is read: %j', async (input, canonical) => {
    expect(await (await opened).send(input)).toEqual({ answer: { text: canonical } });
  });

  it.each(refused)('is refused: %j', async (input, issue) => {
    const sent = await (await opened).send(input);
    if (!('refusal' in sent)) throw new Error(`answered ${JSON.stringify(sent.answer)}`);
    // A DTO has the words of its validation, and a program's fault would be one text.
    if (by === 'a DTO') expect(sent.refusal).toEqual([expect.stringMatching(/^(filters|populate)/)]);
    else expect(told(sent.refusal as Refusal)).toEqual([issue]);
  });
});
