import {
  Controller,
  Get,
  type INestApplication,
  ParseIntPipe,
  Query,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { Type as TypeOf } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { type FilterModuleOptions, FilterQuery, HostQuery } from 'nestjs-filterable';
import { Post, Tag } from '../../support/blog/entities.js';
import { type SuiteApp, useApp, withApp } from '../../support/http/adapters.js';
import { readingModule } from '../http/reading.js';

class ListDto {
  @IsInt() @TypeOf(() => Number) tenant!: number;
  @IsOptional() @IsString() locale?: string;
  @IsOptional() @IsString({ each: true }) filterSet?: string | string[];
}

/** Wraps a handler as decorators of other libraries do, with a function of another name. */
function Wrapped(): MethodDecorator {
  return (_, __, descriptor: PropertyDescriptor) => {
    const inner = descriptor.value as (...given: unknown[]) => unknown;
    const outer = function (this: unknown, ...given: unknown[]) {
      return inner.apply(this, given);
    };
    for (const key of Reflect.getMetadataKeys(inner)) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, inner), outer);
    }
    descriptor.value = outer;
  };
}

abstract class BaseController {
  @Get('inherited') inherited(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() dto: ListDto) {
    return { query: String(query), dto };
  }
}

@Controller('posts')
class HostController extends BaseController {
  @Get() list(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() dto: ListDto) {
    return { query: String(query), dto, isDto: dto instanceof ListDto };
  }
  @Get('before') before(@HostQuery() dto: ListDto, @FilterQuery(Post) query: FilterQuery<Post>) {
    return { query: String(query), dto };
  }
  @Wrapped()
  @Get('wrapped')
  wrapped(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() dto: ListDto) {
    return { query: String(query), dto };
  }
  @Get('several') several(
    @FilterQuery(Post) posts: FilterQuery<Post>,
    @FilterQuery(Tag, { prefix: 'tags_' }) tags: FilterQuery<Tag>,
    @FilterQuery(Tag, { params: { filters: 'where', sort: 'order', pagination: 'slice' } }) others: FilterQuery<Tag>,
    @HostQuery() dto: ListDto,
  ) {
    return { query: [posts, tags, others].map(String).join('|'), dto };
  }
  @Get('body') body(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>, @HostQuery() dto: object) {
    return { query: String(query), dto };
  }
  @Get('plain') plain(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() rest: Record<string, unknown>) {
    return { query: String(query), dto: rest };
  }
  @Get('part') part(
    @FilterQuery(Post) query: FilterQuery<Post>,
    @HostQuery() dto: ListDto,
    @Query('tenant', ParseIntPipe) tenant: number,
  ) {
    return { query: String(query), dto: { ...dto, part: tenant } };
  }
  @Get('whole') whole(@FilterQuery(Post) query: FilterQuery<Post>, @Query() all: Record<string, unknown>) {
    return { query: String(query), dto: all };
  }
}

const strictest: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  validateCustomDecorators: true,
};

const open = (pipe: ValidationPipeOptions, options: FilterModuleOptions = {}) =>
  [
    readingModule([HostController], options),
    { prepare: (app: INestApplication) => void app.useGlobalPipes(new ValidationPipe(pipe)) },
  ] as const;

/** The query that was read, or the messages of the refusal. */
async function told({ client }: SuiteApp, path: string): Promise<unknown> {
  const { status, text } = await client.get(path);
  const body = JSON.parse(text) as { message?: unknown };
  return status === 200 ? body : { status, message: body.message };
}

const all = 'filters[title]=Spring&sort=id&pagination[page]=2';
const printed = 'filters[title][$eq]=Spring&sort[0]=id%3Aasc&pagination[page]=2&pagination[pageSize]=25';

describe('@HostQuery() under the strictest ValidationPipe', () => {
  const app = useApp(() => open(strictest)[0], open(strictest)[1]);

  it('is a DTO of what is not ours', async () => {
    const reads = { query: printed, dto: { tenant: 3, locale: 'nb' } };
    expect(await told(app, `/posts?${all}&tenant=3&locale=nb`)).toEqual({ ...reads, isDto: true });
    for (const path of ['before', 'wrapped', 'inherited']) {
      expect(await told(app, `/posts/${path}?tenant=3&${all}&locale=nb`)).toEqual(reads);
    }
  });

  it('is validated as ever', async () => {
    expect(await told(app, `/posts?${all}&tenant=many`)).toEqual({
      status: 400,
      message: ['tenant must be an integer number'],
    });
    expect(await told(app, `/posts?${all}&tenant=3&local=nb`)).toEqual({
      status: 400,
      message: ['property local should not exist'],
    });
  });

  it.each(['filters[title', 'filters.title=x', 'filters]=x', 'filters%5Btitle%255D=x'])(
    'leaves %s to @FilterQuery(), which refuses it',
    async (piece) => {
      const answer = (await told(app, `/posts?tenant=3&${piece}`)) as { status: number; message: string[] };
      expect(answer.status).toBe(400);
      expect(answer.message.join()).toMatch(/filters/);
    },
  );

  it("keeps the host's own names that only begin like ours", async () => {
    expect(await told(app, `/posts?${all}&tenant=3&filterSet=a&filterSet=b`)).toMatchObject({
      dto: { tenant: 3, filterSet: ['a', 'b'] },
    });
  });

  it('is the rest of every @FilterQuery() of the handler', async () => {
    const query = 'filters[id]=1&tags_filters[id]=2&where[id]=3&order=id&tags_sort=id&slice[page]=1&tenant=3';
    expect(await told(app, `/posts/several?${query}`)).toMatchObject({
      query: expect.stringMatching(/^filters\[id\].*\|tags_filters\[id\].*\|where\[id\]/),
      dto: { tenant: 3 },
    });
  });

  it('may stand beside @Query() of a part', async () => {
    expect(await told(app, `/posts/part?${all}&tenant=3`)).toEqual({ query: printed, dto: { tenant: 3, part: 3 } });
  });

  it('keeps everything where the filters are in the body', async () => {
    expect(await told(app, '/posts/body?sort=price&tenant=3')).toEqual({
      query: '',
      dto: { sort: 'price', tenant: '3' },
    });
  });

  it('is a plain object where no class is named', async () => {
    expect(await told(app, `/posts/plain?${all}&tenant=3`)).toEqual({ query: printed, dto: { tenant: '3' } });
  });

  it('changes nothing for handlers without it', async () => {
    const answer = (await told(app, `/posts/whole?${all}&tenant=3`)) as { dto: object };
    expect(Object.keys(answer.dto).some((key) => key.startsWith('filters'))).toBe(true);
  });
});

describe('@HostQuery()', () => {
  it.each<ValidationPipeOptions>([{}, { transform: true }, { whitelist: true }, { forbidNonWhitelisted: true }])(
    'leaves the DTO to a ValidationPipe of %p',
    async (pipe) => {
      const answer = (await withApp('express', open(pipe), (app) => told(app, `/posts?${all}&tenant=3`))) as {
        query: string;
        dto: { tenant: unknown };
      };
      expect([answer.query, String(answer.dto.tenant), Object.keys(answer.dto)]).toEqual([printed, '3', ['tenant']]);
    },
  );

  it('goes by the names of the module', async () => {
    const path = '/posts?where[id]=1&filters[id]=1&tenant=3';
    const answers = await withApp('express', open(strictest, { params: { filters: 'where' } }), async (app) => [
      await told(app, path),
      await told(app, '/posts?where[id]=1&tenant=3'),
    ]);
    expect(answers).toEqual([
      { status: 400, message: ['property filters[id] should not exist'] },
      { query: 'where[id][$eq]=1', dto: { tenant: 3 }, isDto: true },
    ]);
  });
});
