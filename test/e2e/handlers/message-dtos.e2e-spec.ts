import {
  Controller,
  ForbiddenException,
  type PipeTransform,
  type Type,
  UsePipes,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { PartialType } from '@nestjs/swagger';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { MessageBody, SubscribeMessage, WebSocketGateway, WsException } from '@nestjs/websockets';
import { IsOptional } from 'class-validator';
import { type FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Post } from '../../support/blog/entities.js';
import { type MessageApp, openers } from './messages.js';

/*
 * A payload that nobody has parsed, or that is no object, is refused by a DTO of a message: it is no request without
 * conditions.
 */

class ListPosts {
  @Filters(Post) query!: FilterQuery<Post>;
  @IsOptional() page?: unknown;
}
class ListSome extends PartialType(ListPosts) {}

type Kind = keyof typeof openers;
const kinds: readonly Kind[] = ['rpc', 'ws'];
const classes: readonly (typeof ListPosts | typeof ListSome)[] = [ListPosts, ListSome];

const text = '{"filters":{"title":"Spring"}}';
const spring = { filters: { title: { $eq: 'Spring' } } };

const read: readonly (readonly [payload: unknown, query: unknown])[] = [
  [{ filters: { title: 'Spring' } }, spring],
  [{ filters: { title: 'Spring' }, page: 2 }, spring],
  [{ page: 2 }, {}],
  [{ filters: {} }, {}],
  [{}, {}],
];

const refused: readonly (readonly [why: string, payload: unknown])[] = [
  ['JSON as a text', text],
  ['a query string', 'filters[title]=Spring'],
  ['a text', 'x'],
  ['a number', 5],
  ['zero', 0],
  ['false', false],
  ['true', true],
  ['a list', []],
  ['a list of requests', [{ filters: { title: 'Spring' } }]],
  ['conditions that are a text', { filters: '{"title":' }],
  ['conditions that are null', { filters: null }],
  ['conditions that are a list', { filters: [{ title: 'Spring' }] }],
  ['a flat key', { 'filters[title]': 'Spring' }],
  ['a typo', { filters: { titel: 'Spring' } }],
  ['a near miss of a name', { filter: { title: 'Spring' } }],
];

/** What the pipe's own exception says: an internal error has an object there. */
const refusal = { refusal: expect.arrayContaining([expect.any(String)]) as unknown };

const pipes: readonly ValidationPipeOptions[] = [
  { transform: true },
  { transform: true, whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true },
];

const told = (errors: readonly { readonly constraints?: object }[]) =>
  errors.flatMap(({ constraints }) => Object.values(constraints ?? {}) as string[]);

/** Handlers of `list` that take a DTO, and answer with its query. */
function handlersOf(
  Dto: (typeof classes)[number],
  options: ValidationPipeOptions,
  before: readonly PipeTransform[] = [],
): Readonly<Record<Kind, Type>> {
  @Controller()
  class PostMessages {
    list({ query }: ListSome) {
      return query?.toJSON() ?? null;
    }
  }
  @WebSocketGateway()
  class PostsGateway {
    list({ query }: ListSome) {
      return { event: 'list', data: query?.toJSON() ?? null };
    }
  }
  const decorate = (
    { prototype }: Type,
    of: MethodDecorator,
    parameter: ParameterDecorator,
    Refusal: new (texts: object) => Error,
  ) => {
    const exceptionFactory = (errors: readonly { readonly constraints?: object }[]) => new Refusal(told(errors));
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'list');
    if (descriptor === undefined) throw new TypeError('no method');
    Reflect.defineMetadata('design:paramtypes', [Dto], prototype as object, 'list');
    parameter(prototype as object, 'list', 0);
    of(prototype as object, 'list', descriptor);
    UsePipes(...before, new ValidationPipe({ ...options, exceptionFactory }))(prototype as object, 'list', descriptor);
  };
  decorate(PostMessages, MessagePattern('list'), Payload(), RpcException);
  decorate(PostsGateway, SubscribeMessage('list'), MessageBody(), WsException);
  return { rpc: PostMessages, ws: PostsGateway };
}

describe.each(kinds)('a DTO of a message over %s', (kind) => {
  describe.each(classes)('by %p', (Dto) => {
    describe.each(pipes)('under %j', (options) => {
      let app: MessageApp;
      beforeAll(async () => {
        app = await openers[kind](handlersOf(Dto, options)[kind], {}, {});
      });
      afterAll(() => app.close());

      it.each(read)('has the query of %j', async (payload, query) => {
        expect(await app.send(payload)).toEqual({ answer: query });
      });

      it.each(refused)('refuses %s', async (_, payload) => {
        expect(await app.send(payload)).toEqual(refusal);
      });
    });
  });
});

describe.each(kinds)('a pipe that copies a message over %s', (kind) => {
  it.each(pipes)('leaves its DTO the query, under %j', async (options) => {
    const copying: PipeTransform = { transform: (value: object) => ({ ...value }) };
    const app = await openers[kind](handlersOf(ListPosts, options, [copying])[kind], {}, {});
    try {
      expect(await app.send({ filters: { title: 'Spring' }, page: 2 })).toEqual({ answer: spring });
      expect(await app.send({ filters: { titel: 'Spring' } })).toEqual(refusal);
    } finally {
      await app.close();
    }
  });
});

/** What a gateway may hand on of a message that it has not parsed. */
const unparsed: readonly (readonly [what: string, payload: (received: unknown) => unknown])[] = [
  ['a buffer', (received) => received],
  ['a text', (received) => String(received)],
  ['bytes', (received) => new Uint8Array(Buffer.from(String(received)))],
  ['an array of bytes', (received) => [...Buffer.from(String(received))]],
  ['a map', (received) => new Map(Object.entries(JSON.parse(String(received)) as object))],
];

describe.each(unparsed)('a payload that arrives as %s', (_, payload) => {
  it.each(pipes)('is refused by a DTO of a WebSocket, under %j', async (options) => {
    for (const Dto of classes) {
      const app = await openers.ws(handlersOf(Dto, options).ws, {}, { payload });
      try {
        expect(await app.send({ filters: { title: 'Spring' } })).toEqual(refusal);
      } finally {
        await app.close();
      }
    }
  });
});

/*
 * What a DTO of a message cannot be read for, and what is refused later, reaches the client as its transport expects
 * it: the transports' own filters answer exceptions of HTTP with an internal error.
 */

@Entity()
@Filterable({
  scope: (tenant) => {
    if (tenant === 'none') throw new ForbiddenException('no tenant');
    return {};
  },
})
class Parcel {
  @PrimaryColumn() id!: number;
  @Column() weight!: number;
}

class ListParcels {
  @Filters(Parcel, { pagination: { styles: ['cursor'] } }) query!: FilterQuery<Parcel>;
}

@Controller()
class ParcelMessages {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  @MessagePattern('list')
  @UsePipes(new ValidationPipe({ transform: true }))
  list(@Payload() { query }: ListParcels) {
    return this.filters.page(this.source.getRepository(Parcel), query);
  }
}

@WebSocketGateway()
class ParcelGateway {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  @SubscribeMessage('list')
  @UsePipes(new ValidationPipe({ transform: true }))
  async list(@MessageBody() { query }: ListParcels) {
    return { event: 'list', data: await this.filters.page(this.source.getRepository(Parcel), query) };
  }
}

const handlers: Readonly<Record<Kind, Type>> = { rpc: ParcelMessages, ws: ParcelGateway };

// prettier-ignore
const refusedLater: readonly (readonly [what: string, tenant: string, payload: object, refusal: object])[] = [
  ['a cursor that page() cannot read', 'one', { pagination: { after: 'x' } }, { statusCode: 400, issues: [{ code: 'invalid_cursor', path: 'pagination[after]' }] }],
  ['a scope that refuses', 'none', {}, { statusCode: 403, message: 'no tenant' }],
  ['a context that refuses', 'unknown', {}, { statusCode: 403, message: 'nobody' }],
];

describe.each(kinds)('what is refused later over %s', (kind) => {
  it.each(refusedLater)('tells its client of %s', async (_, tenant, payload, refusal) => {
    const context = () => {
      if (tenant === 'unknown') throw new ForbiddenException('nobody');
      return tenant;
    };
    const app = await openers[kind](handlers[kind], { context }, { entities: [Parcel] });
    try {
      expect(await app.send(payload)).toMatchObject({ refusal });
    } finally {
      await app.close();
    }
  });

  it('answers what it can read', async () => {
    const app = await openers[kind](handlers[kind], { context: () => 'one' }, { entities: [Parcel] });
    try {
      expect(await app.send({ sort: 'id' })).toMatchObject({ answer: { data: [] } });
    } finally {
      await app.close();
    }
  });
});
