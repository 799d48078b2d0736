import {
  Body,
  Controller,
  HttpCode,
  Post as HttpPost,
  type Type,
  UsePipes,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { MessageBody, SubscribeMessage, WebSocketGateway, WsException } from '@nestjs/websockets';
import { IsOptional } from 'class-validator';
import { FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Post } from '../../support/blog/entities.js';
import { useApp } from '../../support/http/adapters.js';
import { readingModule } from '../http/reading.js';
import { openers } from './messages.js';

/*
 * Nest's ValidationPipe deletes some names from what a client sent before anybody else sees it. A condition on such a
 * name is refused as one on any other name that is not there, and never dropped.
 */

class ListPosts {
  @Filters(Post) query!: FilterQuery<Post>;
  @IsOptional() page?: unknown;
}
class Paged {
  @IsOptional() page?: unknown;
  @IsOptional() filters?: unknown;
  @IsOptional() sort?: unknown;
}

@Controller()
class PostsController {
  @HttpPost('dto') @HttpCode(200) dto(@Body() { query }: ListPosts) {
    return query.toJSON();
  }
  @HttpPost('before') @HttpCode(200) before(
    @FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>,
    @Body() dto: Paged,
  ) {
    return { ...query.toJSON(), paged: dto instanceof Paged };
  }
  @HttpPost('after') @HttpCode(200) after(
    @Body() dto: Paged,
    @FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>,
  ) {
    return { ...query.toJSON(), paged: dto instanceof Paged };
  }
}
const paths = ['dto', 'before', 'after'];

const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty'];

/** Places of a name in a body, each with the path of its refusal. */
const places: readonly (readonly [text: (name: string) => string, path: (name: string) => string])[] = [
  [(name) => `{"filters":{"${name}":{"$eq":1}}}`, (name) => `filters[${name}]`],
  [(name) => `{"filters":{"${name}":1}}`, (name) => `filters[${name}]`],
  [(name) => `{"filters":{"title":"a","${name}":{"name":"a"}}}`, (name) => `filters[${name}]`],
  [(name) => `{"filters":{"author":{"${name}":"a"}}}`, (name) => `filters[author][${name}]`],
  [(name) => `{"filters":{"$or":[{"title":"a"},{"${name}":"a"}]}}`, (name) => `filters[$or][1][${name}]`],
  [(name) => `{"filters":{"title":{"${name}":"a"}}}`, (name) => `filters[title][${name}]`],
  [(name) => `{"sort":{"${name}":"asc"}}`, (name) => `sort[${name}]`],
];
const requests = names.flatMap((name) => places.map(([text, path]) => [text(name), path(name)] as const));

const pipes: readonly (readonly [name: string, options: ValidationPipeOptions])[] = [
  ['a pipe that transforms', { transform: true }],
  ['a pipe with a white list', { transform: true, whitelist: true, validateCustomDecorators: true }],
  ['a pipe that refuses what is not on it', { transform: true, whitelist: true, forbidNonWhitelisted: true }],
];

describe.each(pipes)('names that are deleted from a body by %s', (_, options) => {
  const app = useApp(() => readingModule([PostsController]), {
    prepare: (host) => void host.useGlobalPipes(new ValidationPipe(options)),
  });

  it.each(requests)('are refused: %s', async (body, path) => {
    for (const route of paths) {
      const { status, text } = await app.client.post(`/${route}`, body);
      expect([route, status, text]).toEqual([route, 400, expect.stringContaining(path)]);
    }
  });
});

const failure = (errors: readonly { readonly constraints?: object }[]) =>
  errors.flatMap(({ constraints }) => Object.values(constraints ?? {}) as string[]);

@Controller()
class PostMessages {
  @MessagePattern('list')
  @UsePipes(new ValidationPipe({ transform: true, exceptionFactory: (errors) => new RpcException(failure(errors)) }))
  list(@Payload() { query }: ListPosts) {
    return query.toJSON();
  }
}

@WebSocketGateway()
class PostsGateway {
  @SubscribeMessage('list')
  @UsePipes(new ValidationPipe({ transform: true, exceptionFactory: (errors) => new WsException(failure(errors)) }))
  list(@MessageBody() { query }: ListPosts) {
    return { event: 'list', data: query.toJSON() };
  }
}

const handlers: Readonly<Record<keyof typeof openers, Type>> = { rpc: PostMessages, ws: PostsGateway };

describe.each(['rpc', 'ws'] as const)('a DTO of a message over %s', (kind) => {
  it('has the query of its payload, and refuses what pipes delete', async () => {
    const app = await openers[kind](handlers[kind], {}, {});
    try {
      const filters = { title: 'Spring' };
      expect(await app.send({ filters, page: 2 })).toEqual({ answer: { filters: { title: { $eq: 'Spring' } } } });
      expect(await app.send({})).toEqual({ answer: {} });
      for (const [body, path] of requests) {
        const sent = await app.send(JSON.parse(body));
        expect(sent).toHaveProperty('refusal');
        expect(JSON.stringify(sent)).toContain(path);
      }
    } finally {
      await app.close();
    }
  });
});
