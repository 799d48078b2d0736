import { Controller, Post as PostMethod, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { FilterModule, type FilterModuleOptions, FilterQuery } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { type Sent, openers } from '../handlers/messages.js';

/*
 * Flat names of the module are read in query strings. A list that reads bodies or messages refuses them, and must not
 * offer them.
 */

@Controller('list')
class Bodies {
  @PostMethod() list(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

@Controller()
class Messages {
  @MessagePattern('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

@WebSocketGateway()
class Gateway {
  @SubscribeMessage('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return { event: 'list', data: query.toJSON() };
  }
}

type Send = (payload: object) => Promise<Sent>;

async function withMessages(kind: keyof typeof openers, handlers: Type, options: FilterModuleOptions, test: Use) {
  const app = await openers[kind](handlers, options, {});
  try {
    await test(app.send);
  } finally {
    await app.close();
  }
}

async function withBodies(options: FilterModuleOptions, test: Use): Promise<void> {
  const app = await openApp('express', {
    imports: [FilterModule.forRoot(options)],
    controllers: [Bodies],
    providers: [{ provide: DataSource, useValue: await describeEntities('sqlite', blogEntities) }],
  });
  try {
    await test(async (payload) => {
      const { status, text } = await app.client.post('/list', JSON.stringify(payload));
      return status === 400 ? { refusal: JSON.parse(text) } : { answer: JSON.parse(text) };
    });
  } finally {
    await app.close();
  }
}

type Use = (send: Send) => Promise<void>;

const lists: Readonly<Record<string, (options: FilterModuleOptions, test: Use) => Promise<void>>> = {
  bodies: withBodies,
  'messages of rpc': (options, test) => withMessages('rpc', Messages, options, test),
  'messages of ws': (options, test) => withMessages('ws', Gateway, options, test),
};

const flats: readonly (readonly [name: string, flat: NonNullable<FilterModuleOptions['flat']>])[] = [
  ['beside brackets', { page: 'page', pageSize: 'limit', sort: 'by' }],
  ['in place of brackets', { page: 'page', pageSize: 'limit', sort: 'by', brackets: false }],
];

const allowed = ['filters', 'sort', 'pagination'];

/** What is sent, and the message of its refusal. */
const refused: readonly (readonly [payload: object, message: string])[] = [
  [{ page: 2 }, 'page is not read here; send pagination[page]=2, or name it in allowParameters'],
  [{ limit: 2 }, 'limit is not read here; send pagination[pageSize]=10, or name it in allowParameters'],
  [{ sortBy: 'title' }, 'sortBy is not read here; send sort=field:desc, or name it in allowParameters'],
  [{ q: 'x' }, 'q is not read here; declare `search`, or name it in allowParameters'],
];

describe.each(Object.keys(lists))('flat names and a list of %s', (list) => {
  it.each(flats)('%s are not offered where they are not read', async (_, flat) => {
    await lists[list]?.({ flat }, async (send) => {
      for (const [payload, message] of refused) {
        const issue = { code: 'unknown_parameter', message, allowed };
        expect(await send(payload)).toMatchObject({ refusal: { issues: [issue] } });
      }
      const near = {
        code: 'malformed_key',
        message: expect.stringMatching(/^filter is not read; did you mean filters\?/),
      };
      expect(await send({ filter: { title: 'x' } })).toMatchObject({ refusal: { issues: [near] } });
      const asked = { filters: { title: 'x' } };
      expect(await send(asked)).toEqual({ answer: { filters: { title: { $eq: 'x' } } } });
    });
  });

  it.each(flats)('%s are not offered where every unknown name is refused', async (_, flat) => {
    await lists[list]?.({ flat, unknownParameters: 'refuse' }, async (send) => {
      const message = `lang is not a parameter here; use one of: ${allowed.join(', ')}`;
      const issue = { code: 'unknown_parameter', message, allowed };
      expect(await send({ lang: 'en' })).toMatchObject({ refusal: { issues: [issue] } });
    });
  });
});
