import { Controller, ForbiddenException, type Type, UsePipes, ValidationPipe } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { type FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { DataSource, Column, Entity, PrimaryColumn } from 'typeorm';
import { openers } from './messages.js';

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

const handlers: Readonly<Record<keyof typeof openers, Type>> = { rpc: ParcelMessages, ws: ParcelGateway };

const refused: readonly (readonly [what: string, tenant: string, payload: object, refusal: object])[] = [
  [
    'a cursor that page() cannot read',
    'one',
    { pagination: { after: 'x' } },
    { statusCode: 400, issues: [{ code: 'invalid_cursor', path: 'pagination[after]' }] },
  ],
  ['a scope that refuses', 'none', {}, { statusCode: 403, message: 'no tenant' }],
  ['a context that refuses', 'unknown', {}, { statusCode: 403, message: 'nobody' }],
];

describe.each(['rpc', 'ws'] as const)('a DTO of a message over %s', (kind) => {
  it.each(refused)('tells its client of %s', async (_, tenant, payload, refusal) => {
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
