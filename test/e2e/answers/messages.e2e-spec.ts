import { Controller, Inject, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { FilterQuery, FilterService } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { Post } from '../../support/blog/entities.js';
import { openers } from '../handlers/messages.js';

/** What a handler makes of its page, and what the client gets. */
const cases: readonly [why: string, kind: keyof typeof openers, made: (page: object) => unknown, answer: unknown][] = [
  ['a page', 'rpc', (page) => page, { items: 0 }],
  ['a page inside another object', 'rpc', (page) => ({ event: 'list', data: page }), ['data', 'event']],
  ['the page of an event', 'ws', (page) => ({ event: 'list', data: page }), { items: 0 }],
  ['a page deeper inside', 'ws', (page) => ({ event: 'list', data: { page } }), ['page']],
  ['no page', 'ws', () => ({ event: 'list', data: { data: [], meta: {} } }), ['data', 'meta']],
];

/** Handlers of `list`, by either decorator. */
function handlersThat(made: (page: object) => unknown): Readonly<Record<keyof typeof openers, Type>> {
  class Handlers {
    constructor(
      @Inject(FilterService) readonly filters: FilterService,
      @Inject(DataSource) readonly source: DataSource,
    ) {}

    async answer(query: FilterQuery<Post>): Promise<unknown> {
      return made(await this.filters.page(this.source.getRepository(Post), query));
    }
  }
  @Controller()
  class ListController extends Handlers {
    @MessagePattern('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
      return this.answer(query);
    }
  }
  @WebSocketGateway()
  class ListGateway extends Handlers {
    @SubscribeMessage('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
      return this.answer(query);
    }
  }
  return { rpc: ListController, ws: ListGateway };
}

describe('answers of messages', () => {
  it.each(cases)('%s, over %s', async (_why, kind, made, answer) => {
    const options = {
      answer: { body: (page: { readonly data: readonly unknown[] }) => ({ items: page.data.length }) },
    };
    const app = await openers[kind](handlersThat(made)[kind], options, {});
    try {
      const sent = await app.send({});
      const told = 'answer' in sent ? sent.answer : sent;
      expect(Array.isArray(answer) ? Object.keys(told as object).sort() : told).toEqual(answer);
    } finally {
      await app.close();
    }
  });
});
