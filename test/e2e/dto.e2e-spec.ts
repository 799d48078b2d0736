import { Body, Controller, Get, type INestApplication, Post as HttpPost, Query, ValidationPipe } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsInt } from 'class-validator';
import { FilterModule, type FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import request from 'supertest';
import { Post, blogEntities } from '../support/blog/entities.js';

class ListPosts {
  @Filters(Post) query!: FilterQuery<Post>;
  @IsInt() @Type(() => Number) tenant!: number;
}

@Controller()
class PostsController {
  @Get('posts') list(@Query() dto: ListPosts) {
    return { query: String(dto.query), tenant: dto.tenant };
  }

  @HttpPost('posts') search(@Body() dto: ListPosts) {
    return { query: String(dto.query), tenant: dto.tenant };
  }
}

const adapters = {
  express: () => undefined,
  fastify: () => new FastifyAdapter(),
};

describe.each(Object.keys(adapters) as (keyof typeof adapters)[])('a DTO with @Filters() on %s', (name) => {
  let app: INestApplication;

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities: blogEntities }),
        FilterModule.forRoot(),
      ],
      controllers: [PostsController],
    }).compile();
    const adapter = adapters[name]();
    app =
      adapter === undefined
        ? module.createNestApplication({ logger: false })
        : module.createNestApplication<NestFastifyApplication>(adapter, { logger: false });
    app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
    await app.init();
    if (adapter !== undefined) await adapter.getInstance().ready();
  });
  afterAll(() => app.close());

  const get = (url: string) => request(app.getHttpServer()).get(url);

  it('carries the query beside the properties of the host', async () => {
    const { status, body } = await get('/posts?filters%5Btitle%5D=Spring&sort=views:desc&tenant=3');
    expect([status, body]).toEqual([200, { query: 'filters[title][$eq]=Spring&sort[0]=views%3Adesc', tenant: 3 }]);
  });

  it('carries an empty query where the client asks for nothing', async () => {
    const { body } = await get('/posts?tenant=3');
    expect(body).toEqual({ query: '', tenant: 3 });
  });

  it('tells what is wrong in the form of the pipe, beside its own errors', async () => {
    const { status, body } = await get('/posts?filters%5Btitel%5D=Spring&filters%5Bid%5D=x&tenant=many');
    expect(status).toBe(400);
    expect(body.message).toHaveLength(2);
    expect(body.message[0]).toMatch(/filters\[titel\] is not a filterable field.*filters\[id\] must be a whole number/);
    expect(body.message[1]).toMatch(/tenant/);
  });

  it('loses no key that cannot be read', async () => {
    const { status } = await get('/posts?filters.title=Spring&tenant=3');
    expect(status).toBe(400);
  });

  it('takes a body with the same meaning', async () => {
    const body = { filters: { title: { $in: ['Spring', 'Autumn'] }, views: 3 }, tenant: 3 };
    const answer = await request(app.getHttpServer()).post('/posts').send(body);
    expect(answer.body.query).toBe('filters[title][$in][0]=Autumn&filters[title][$in][1]=Spring&filters[views][$eq]=3');
  });
});
