import { METHODS } from 'node:http';
import openapi from '@redocly/openapi-core';
import { Controller, Get, QueryMethod } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilterModule, FilterQuery } from 'nestjs-filterable';
import { documentFilters } from 'nestjs-filterable/openapi';
import { Post, model } from '../../unit/parse/model.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { plainDocument } from './app.js';

const { createConfig, lintFromString } = openapi;

@Controller('posts')
class PostsController {
  @Get()
  list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return String(query);
  }

  @QueryMethod()
  ask(@FilterQuery(Post) query: FilterQuery<Post>) {
    return String(query);
  }

  @QueryMethod('alone')
  alone(@FilterQuery(Post) query: FilterQuery<Post>) {
    return String(query);
  }
}

const describeWhere = METHODS.includes('QUERY') ? describe : describe.skip;

describeWhere('a document of handlers of HTTP QUERY', () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openApp('express', {
      imports: [
        TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: [...model] }),
        FilterModule.forRoot({ context: undefined }),
      ],
      controllers: [PostsController],
    });
  });
  afterAll(() => opened.close());

  const made = (version: string) => documentFilters(opened.app, () => plainDocument(opened.app, version));
  const methodsOf = (version: string) =>
    Object.entries(made(version).paths).map(([path, item]) => [path, Object.keys(item).join()]);

  it.each(['3.0.0', '3.1.0'])('leaves them out of OpenAPI %s, which has no such method', async (version) => {
    expect(methodsOf(version)).toEqual([['/posts', 'get']]);
    const source = JSON.stringify(made(version));
    expect(await lintFromString({ source, config: await createConfig({ extends: ['spec'] }) })).toEqual([]);
  });

  it('has their content in OpenAPI 3.2', () => {
    expect(methodsOf('3.2.0')).toEqual([
      ['/posts', 'get,query'],
      ['/posts/alone', 'query'],
    ]);
    expect(made('3.2.0').paths).toMatchObject({
      '/posts': {
        query: {
          parameters: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { properties: { filters: {}, sort: {}, pagination: {} } } } },
          },
          responses: { '400': {} },
        },
      },
    });
  });
});
