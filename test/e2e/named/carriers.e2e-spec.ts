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
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { DataSource } from 'typeorm';
import { type TestDatabase, openDatabase } from '../../support/databases.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { type Sent, openers } from '../handlers/messages.js';
import { Owner, Venue, Visit, entities, owners, venues, visits } from './model.js';

/*
 * A named filter finds the same rows, and is refused with the same words, by each way in which a request reaches a
 * handler: an address, a body, the DTO of either, a message, and the DTO of a message.
 */

class ListVenues {
  @Filters(Venue) query!: FilterQuery<Venue>;
}

@Controller()
class VenuesController {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  @Get('venues') list(@FilterQuery(Venue) query: FilterQuery<Venue>) {
    return this.answer(query);
  }

  @HttpPost('venues') search(@FilterQuery(Venue, { source: 'body' }) query: FilterQuery<Venue>) {
    return this.answer(query);
  }

  @Get('dto') dto(@Query() { query }: ListVenues) {
    return this.answer(query);
  }

  @HttpPost('dto') bodyDto(@Body() { query }: ListVenues) {
    return this.answer(query);
  }

  private async answer(query: FilterQuery<Venue>) {
    const { data } = await this.filters.page(this.source.getRepository(Venue), query);
    return data.map(({ id }) => id).sort((one, other) => one - other);
  }
}

const text = (query: FilterQuery<Venue>) => ({ text: decodeURIComponent(String(query)) });

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

/** Conditions, the venues that they find, and their canonical text. */
const understood: readonly (readonly [filters: object, found: readonly number[], text: string])[] = [
  [{ popular: true }, [1, 3], 'filters[popular][$eq]=true'],
  [{ popular: 'true' }, [1, 3], 'filters[popular][$eq]=true'],
  [{ popular: false }, [2, 4, 5], 'filters[popular][$eq]=false'],
  [{ loved: true }, [1, 3], 'filters[popular][$eq]=true'],
  [{ $not: { popular: true } }, [2, 4, 5], 'filters[popular][$not][$eq]=true'],
  [{ atLeast: 4 }, [1, 5], 'filters[atLeast][$eq]=4'],
  [{ atLeast: { $in: [5, 4] } }, [1, 5], 'filters[atLeast][$in][0]=4&filters[atLeast][$in][1]=5'],
  [{ since: '2026-11-20' }, [1, 3], 'filters[since][$eq]=2026-11-20'],
  [{ about: 'attic' }, [1, 4], 'filters[about][$eq]=attic'],
  [{ owner: { rich: true } }, [1, 5], 'filters[owner][rich][$eq]=true'],
  [{ visits: { $some: { good: true } } }, [1, 2, 5], 'filters[visits][good][$eq]=true'],
  [
    { $or: [{ popular: true }, { city: 'Rome' }] },
    [1, 3, 4],
    'filters[$or][0][city][$eq]=Rome&filters[$or][1][popular][$eq]=true',
  ],
];

/** Conditions that are refused in every carrier, and how. */
const refused: readonly (readonly [filters: object, issue: string])[] = [
  [{ popular: 'maybe' }, 'invalid_value /filters/popular'],
  [{ popular: null }, 'operator_not_allowed /filters/popular'],
  [{ popular: { $ne: true } }, 'operator_not_allowed /filters/popular/$ne'],
  [{ popular: { stars: 4 } }, 'unknown_operator /filters/popular/stars'],
  [{ popular: true, loved: true }, 'duplicate_key /filters/loved'],
  [{ atLeast: 1.5 }, 'invalid_value /filters/atLeast'],
  [{ forAdmins: true }, 'unknown_field /filters/forAdmins'],
  [{ owner: { popular: true } }, 'unknown_field /filters/owner/popular'],
];

interface Refusal {
  readonly message: readonly string[];
  readonly issues: readonly { readonly code: string; readonly pointer: string }[];
}

const told = ({ issues }: Refusal) => issues.map(({ code, pointer }) => `${code} ${pointer}`);
const queryOf = (filters: object) => `?filters=${encodeURIComponent(JSON.stringify(filters))}`;

describe.each(adapters)('a named filter on %s', (adapter) => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await openDatabase('sqlite', { entities });
    await database.source.getRepository(Owner).insert(owners);
    await database.source.getRepository(Venue).insert(venues);
    await database.source.getRepository(Visit).insert(visits);
    const metadata: ModuleMetadata = {
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [VenuesController],
      providers: [{ provide: DataSource, useValue: database.source }],
    };
    app = await openApp(adapter, metadata, {
      prepare: (nest) => void nest.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
    });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const carriers: Readonly<Record<string, (filters: object) => ReturnType<TestApp['client']['get']>>> = {
    'an address': (filters) => app.client.get(`/venues${queryOf(filters)}`),
    'a body': (filters) => app.client.post('/venues', JSON.stringify({ filters })),
    'the DTO of an address': (filters) => app.client.get(`/dto${queryOf(filters)}`),
    'the DTO of a body': (filters) => app.client.post('/dto', JSON.stringify({ filters })),
  };

  describe.each(Object.entries(carriers))('in %s', (carrier, send) => {
    it.each(understood)('finds its rows: %j', async (filters, found) => {
      expect(JSON.parse((await send(filters)).text)).toEqual(found);
    });

    it.each(refused)('is refused: %j', async (filters, issue) => {
      const answer = await send(filters);
      expect(answer.status).toBe(400);
      const { message, issues } = JSON.parse(answer.text) as Refusal;
      // A DTO answers with the words of its validation, which has no codes.
      if (carrier.includes('DTO')) {
        const byHandler = JSON.parse((await carriers['a body']?.(filters))?.text ?? '') as Refusal;
        expect(message).toEqual(byHandler.message);
      } else expect(told({ message, issues })).toEqual([issue]);
    });
  });
});

const handlers: readonly (readonly [kind: keyof typeof openers, by: string, handler: Type])[] = [
  ['rpc', 'a parameter', RpcVenues],
  ['rpc', 'a DTO', RpcDto],
  ['ws', 'a parameter', WsVenues],
  ['ws', 'a DTO', WsDto],
];

describe.each(handlers)('a named filter in a message over %s, by %s', (kind, by, handler) => {
  const opened = openers[kind](handler, { context: undefined }, { entities });
  afterAll(async () => (await opened).close());

  it.each(understood)('is read: %j', async (filters, _, canonical) => {
    expect(await (await opened).send({ filters })).toEqual({ answer: { text: canonical } });
  });

  it.each(refused)('is refused: %j', async (filters, issue) => {
    const sent: Sent = await (await opened).send({ filters });
    if (!('refusal' in sent)) throw new Error(`answered ${JSON.stringify(sent.answer)}`);
    // A DTO has the words of its validation, and a program's fault would be one text.
    if (by === 'a DTO') expect(sent.refusal).toEqual([expect.stringMatching(/^filters/)]);
    else expect(told(sent.refusal as Refusal)).toEqual([issue]);
  });
});
