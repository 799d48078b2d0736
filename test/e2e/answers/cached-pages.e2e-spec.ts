import { Controller, Get, type Type } from '@nestjs/common';
import fc from 'fast-check';
import {
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  FilterService,
  type Page,
  type PageAnswer,
  pageInfo,
} from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { DataSource } from 'typeorm';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { factor } from '../../support/thorough.js';

/** A list that keeps its pages under the keys of their queries, and one that reads each anew. */
function controllerOf(keeps: boolean, second: object): Type {
  const kept = new Map<string, Page<Post>>();
  @Controller('posts')
  class PostsController {
    constructor(
      private readonly filters: FilterService,
      private readonly source: DataSource,
    ) {}

    private async page(query: FilterQuery<Post>): Promise<Page<Post>> {
      const key = query.cacheKey();
      const page = kept.get(key) ?? (await this.filters.page(this.source.getRepository(Post), query));
      if (keeps) kept.set(key, page);
      return page;
    }

    @Get() list(@FilterQuery(Post, { search: ['title'] }) query: FilterQuery<Post>) {
      return this.page(query);
    }
    @Get('narrowed') narrowed(@FilterQuery(Post, { search: ['title'] }) query: FilterQuery<Post>) {
      return this.page(this.filters.and(query, { id: { $gt: 3 } }));
    }
    /** The same list, so that the keys are the same, with answers of its own. */
    @Get('own') own(@FilterQuery(Post, { search: ['title'], ...second }) query: FilterQuery<Post>) {
      return this.page(query);
    }
  }
  return PostsController;
}

const answer: PageAnswer = {
  body: (page, query, request) => ({
    ...pageInfo(page),
    ids: page.data.map((row) => (row as Post).id),
    asked: query.toString(),
    url: (request as { url: string }).url,
  }),
};

const spellings: Readonly<
  Record<string, { options: FilterModuleOptions; parts: readonly string[]; pairs: readonly (readonly string[])[] }>
> = {
  'nestjs-paginate': {
    options: { onRamp: nestjsPaginate() },
    parts: ['page=1', 'limit=25', 'limit=-1', 'sortBy=id:ASC', 'filter.id=$gt:2', 'filter.id=$gte:3', 'search=a'],
    pairs: [['limit=25', 'limit=25&sortBy=id:ASC']],
  },
  crud: {
    options: { onRamp: crud({ all: { max: 1_000 } }) },
    parts: ['page=1', 'limit=25', 'offset=0', 'sort=id,ASC', 'filter=id||$gt||2', 's={"id":{"$gt":2}}'],
    pairs: [['page=1&limit=25', 'limit=25']],
  },
  'an answer of the application': {
    options: { answer },
    parts: ['pagination[page]=1', 'pagination[pageSize]=25', 'filters[id][$gt]=2', 'filters[id]={"$gt":2}', 'sort=id'],
    pairs: [['filters[id][$gt]=2', 'filters[id]={"$gt":2}']],
  },
};

onEngines('pages that are kept under cacheKey()', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) =>
  describe.each(Object.keys(spellings))('for clients of %s', (name) => {
    const { options, parts, pairs } = spellings[name] ?? { options: {}, parts: [], pairs: [] };
    const apps: TestApp[] = [];

    beforeAll(async () => {
      for (const keeps of [true, false]) {
        apps.push(
          await openApp('express', {
            imports: [FilterModule.forRoot(options)],
            controllers: [controllerOf(keeps, { answer: { body: (page: Page<Post>) => ({ own: page.data.length }) } })],
            providers: [{ provide: DataSource, useValue: world.source }],
          }),
        );
      }
    });
    afterAll(async () => {
      for (const app of apps) await app.close();
    });

    const answers = async (path: string) =>
      Promise.all(
        apps.map(async ({ client }) => (await client.get(encodeURI(path))).text.replaceAll(/:\d+\/posts/g, '/posts')),
      );

    it.each(pairs)('are not answered to the second as to the first', async (...requests) => {
      const texts: string[] = [];
      for (const request of requests) texts.push((await answers(`/posts?${request}`))[0] ?? '');
      expect(new Set(texts).size).toBe(requests.length);
    });

    it('are answered in the spelling of each request', async () => {
      const request = fc.tuple(
        fc.constantFrom('', '/narrowed', '/own'),
        fc.uniqueArray(fc.constantFrom(...parts), { maxLength: 3 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 5 }), async (requests) => {
          for (const [path, query] of requests) {
            const [kept, fresh] = await answers(`/posts${path}?${query.join('&')}`);
            expect(kept).toBe(fresh);
          }
        }),
        { numRuns: 60 * factor },
      );
    });
  }),
);
