import { Body, Controller, Get, HttpCode, Post as PostMethod, Query, ValidationPipe } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import type { FilterQuery } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Post } from '../../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { readingModule } from '../http/reading.js';

/* One class of a DTO is made of the query string and of the body: each has its own conditions, and no other names. */

class ListPosts {
  @IsOptional() @IsString() tenant?: string;
  @Filters(Post) posts!: FilterQuery<Post>;
}

const told = ({ tenant, posts }: ListPosts) => `${tenant ?? ''}?${String(posts)}`;

@Controller('posts')
class PostsController {
  @Get() get(@Query() query: ListPosts) {
    return [told(query)];
  }
  @PostMethod() @HttpCode(200) post(@Body() body: ListPosts) {
    return [told(body)];
  }
  @PostMethod('both') @HttpCode(200) both(@Body() body: ListPosts, @Query() query: ListPosts) {
    return [told(body), told(query)];
  }
}

const copies: Readonly<Record<string, (value: object) => object>> = {
  'no pipe': (value) => value,
  'a pipe that copies what it is given': (value) => ({ ...value }),
};

describe.each(adapters)('a DTO of the query and of the body, on %s', (adapter) => {
  describe.each(Object.entries(copies))('under forbidNonWhitelisted and %s', (_, copy) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await openApp(adapter, await readingModule([PostsController]), {
        prepare: (host) =>
          host.useGlobalPipes(
            { transform: (value: unknown) => (typeof value === 'object' && value !== null ? copy(value) : value) },
            new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
          ),
      });
    });
    afterAll(() => app.close());

    it.each(
      cases(`
        GET ?filters[id]=1&tenant=a                                     -> ["a?filters[id][$eq]=1"]
        POST  {"filters":{"id":1},"tenant":"a"}                         -> ["a?filters[id][$eq]=1"]
        POST /both?filters[id]=1&tenant=a {"filters":{"id":2}}          -> ["?filters[id][$eq]=2","a?filters[id][$eq]=1"]
        POST /both?filters[id]=1 {"sort":"id","tenant":"b"}             -> ["b?sort[0]=id%3Aasc","?filters[id][$eq]=1"]
        POST /both {"filters":{"id":2}}                                 -> ["?filters[id][$eq]=2","?"]
        POST /both?filters[id]=1 {}                                     -> ["?","?filters[id][$eq]=1"]
        POST /both?filters[idd]=1 {"filters":{"id":2}}                  -> filters[idd]
        POST /both?filters[id]=1 {"filters":{"idd":2}}                  -> filters[idd]
        POST /both?more=1 {"filters":{"id":2}}                          -> property more should not exist
        POST /both {"filters":{"id":2},"more":1}                        -> property more should not exist
      `),
    )('%s -> %s', async (request, answer) => {
      const [method = '', path = '', body] = request.split(' ');
      const { text } = await app.client.send(method, `/posts${path}`, body);
      expect(text).toContain(answer);
    });
  });
});
