import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  type ModuleMetadata,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { FilterModule, type FilterModuleOptions, FilterQuery, FilterService, type PageAnswer } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { ApiFilters } from 'nestjs-filterable/openapi';
import { map } from 'rxjs';
import { DataSource } from 'typeorm';
import { Query } from '@nestjs/common';
import { Post } from '../../support/blog/entities.js';

export const handlerAnswer: PageAnswer<Post> = {
  body: ({ data }, query) => ({ titles: data.map(({ title }) => title), asked: query.toString() }),
  schema: { type: 'object', properties: { titles: { type: 'array', items: { type: 'string' } } } },
};

/** Tells what an interceptor of the host gets. */
const telling: NestInterceptor = {
  intercept: (_, next) =>
    next.handle().pipe(map((value: object) => ({ ...value, seen: Object.keys(value).sort().join() }))),
};

/** Gives another object with all that the page has. */
const copying: NestInterceptor = { intercept: (_, next) => next.handle().pipe(map((value: object) => ({ ...value }))) };

class PostList {
  @Filters(Post) query!: FilterQuery<Post>;
}

/** Handlers that return pages, and what is none. */
@Controller('posts')
class PostsController {
  constructor(
    private readonly filters: FilterService,
    private readonly source: DataSource,
  ) {}

  private page(query: FilterQuery<Post>) {
    return this.filters.page(this.source.getRepository(Post), query);
  }

  @Get() @ApiFilters(Post, { page: true }) list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.page(query);
  }
  @Get('own') own(@FilterQuery(Post, { answer: handlerAnswer }) query: FilterQuery<Post>) {
    return this.page(query);
  }
  @Get('off') @ApiFilters(Post, { page: true }) off(@FilterQuery(Post, { answer: false }) query: FilterQuery<Post>) {
    return this.page(query);
  }
  @Get('narrowed') narrowed(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.page(this.filters.and(query, { id: 3 }));
  }
  @Get('parsed') parsed() {
    return this.page(this.filters.parse(Post, 'filters[id]=4'));
  }
  @Get('inside') async inside(@FilterQuery(Post) query: FilterQuery<Post>) {
    return { page: await this.page(query) };
  }
  @Get('spread') async spread(@FilterQuery(Post) query: FilterQuery<Post>) {
    return { ...(await this.page(query)), more: 1 };
  }
  @Get('text') text(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toString();
  }
  @Get('file') file() {
    return new StreamableFile(Buffer.from('a file'));
  }
  @Get('other') other(@FilterQuery(Post) query: FilterQuery<Post>) {
    return { data: [], meta: { pagination: { page: query.toString().length, pageSize: 3 } } };
  }
  @Get('seen') @UseInterceptors(telling) seen(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.page(query);
  }
  @Get('copied') @UseInterceptors(copying) copied(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.page(query);
  }
  @Get('serialized') @UseInterceptors(ClassSerializerInterceptor) serialized(
    @FilterQuery(Post) query: FilterQuery<Post>,
  ) {
    return this.page(query);
  }
  @Get('dto') dto(@Query() { query }: PostList) {
    return this.page(query);
  }
}

/** A module of those handlers, over a database that is open. */
export function postsModule(source: DataSource, options: FilterModuleOptions): ModuleMetadata {
  return {
    imports: [FilterModule.forRoot(options)],
    controllers: [PostsController],
    providers: [{ provide: DataSource, useValue: source }],
  };
}
