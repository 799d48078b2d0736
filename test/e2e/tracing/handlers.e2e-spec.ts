import { Controller, Get, type INestApplication, Inject, Query, ValidationPipe } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { DataSource } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { openers } from '../handlers/messages.js';
import { endedIn, toldDuring } from './told.js';

class PostsDto {
  @Filters(Post) query!: FilterQuery<Post>;
}

class BaseController {
  constructor(
    @Inject(FilterService) protected readonly filters: FilterService,
    @Inject(DataSource) protected readonly source: DataSource,
  ) {}
  @Get('inherited') inherited(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.filters.page(this.source.getRepository(Post), query);
  }
}

@Controller('posts')
class PostsController extends BaseController {
  @Get('own') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.filters.page(this.source.getRepository(Post), this.filters.and(query, { tenantId: 1 }));
  }
  @Get('dto') ofDto(@Query() { query }: PostsDto) {
    return this.filters.count(this.source.getRepository(Post), query);
  }
  @Get('code') async inCode() {
    return this.filters.count(this.source.getRepository(Post), this.filters.parse(Post, 'filters[id]=1'));
  }
}

@Controller()
class MessagesController {
  @MessagePattern('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

@WebSocketGateway()
class PostsGateway {
  @SubscribeMessage('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return { event: 'list', data: query.toJSON() };
  }
}

onEngines('the handler of a request', { entities: blogEntities, on: ['sqlite'] }, (world) =>
  describe.each(adapters)('by %s', (adapter) => {
    let app: TestApp;
    beforeAll(async () => {
      const module = {
        imports: [FilterModule.forRoot()],
        controllers: [PostsController],
        providers: [{ provide: DataSource, useValue: world.source }],
      };
      const prepare = (made: INestApplication) => made.useGlobalPipes(new ValidationPipe({ transform: true }));
      app = await openApp(adapter, module, { prepare });
    });
    afterAll(() => app.close());

    it.each([
      ['own', 'parse PostsController.list, page PostsController.list'],
      ['inherited', 'parse PostsController.inherited, page PostsController.inherited'],
      ['dto', 'parse PostsController.ofDto, count PostsController.ofDto'],
      ['code', 'parse undefined, count undefined'],
    ])('is told of %s', async (path, operations) => {
      const told = await toldDuring(async () => {
        expect((await app.client.get(`/posts/${path}?filters[title]=a`)).status).toBe(200);
      });
      const names = endedIn(told).map(({ operation, handler }) => `${operation} ${handler}`);
      expect(names.join(', ')).toBe(operations);
    });

    it('is told of a refusal, with its codes', async () => {
      for (const path of ['own', 'dto']) {
        const told = await toldDuring(() => app.client.get(`/posts/${path}?filters[titel]=a`));
        const handler = path === 'own' ? 'PostsController.list' : 'PostsController.ofDto';
        expect(endedIn(told)).toEqual([
          expect.objectContaining({ operation: 'parse', handler, issues: ['unknown_field'] }),
        ]);
      }
    });

    it('is not told where nobody has listened to its reading', async () => {
      const filters = app.app.get(FilterService);
      const query = filters.parse(Post, 'filters[title]=a');
      const told = await toldDuring(() => filters.count(world.repository(Post), query));
      expect(endedIn(told)).toEqual([expect.objectContaining({ operation: 'count', handler: undefined })]);
    });
  }),
);

describe.each([
  ['rpc', MessagesController],
  ['ws', PostsGateway],
] as const)('the handler of a message by %s', (kind, handler) => {
  it('is told', async () => {
    const app = await openers[kind](handler, {}, {});
    try {
      const told = await toldDuring(async () => {
        await app.send({ filters: { title: 'a' } });
        await app.send({ filters: { titel: 'a' } });
      });
      expect(endedIn(told).map((each) => [each.operation, each.handler, each.issues])).toEqual([
        ['parse', `${handler.name}.list`, undefined],
        ['parse', `${handler.name}.list`, ['unknown_field']],
      ]);
    } finally {
      await app.close();
    }
  });
});
