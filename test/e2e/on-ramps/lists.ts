import { Controller, Get, type ModuleMetadata, type Type } from '@nestjs/common';
import {
  FilterModule,
  type FilterModuleOptions,
  FilterQuery,
  type FilterQueryOverrides,
  FilterService,
  HostQuery,
} from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { Post } from '../../support/blog/entities.js';

/** A list of posts as an application of another library has it, over a database that is open. */
export function postsModule(
  source: DataSource,
  options: FilterModuleOptions,
  overrides: FilterQueryOverrides<Post> = {},
): ModuleMetadata {
  return {
    imports: [FilterModule.forRoot({ nulls: 'last', ...options })],
    controllers: [controllerOf({ search: ['title', 'slug'], select: true, limits: { pageSize: 20 }, ...overrides })],
    providers: [{ provide: DataSource, useValue: source }],
  };
}

function controllerOf(overrides: FilterQueryOverrides<Post>): Type {
  @Controller('posts')
  class PostsController {
    constructor(
      private readonly filters: FilterService,
      private readonly source: DataSource,
    ) {}

    @Get() list(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return this.filters.page(this.source.getRepository(Post), query);
    }

    /** The parameters that are the host's. */
    @Get('host') host(@FilterQuery(Post, overrides) query: FilterQuery<Post>, @HostQuery() dto: object) {
      return { asked: query.toString(), dto: { ...dto } };
    }

    /** What was read, in the canonical spelling. */
    @Get('asked') asked(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return { asked: decodeURIComponent(query.toString()) };
    }
  }
  return PostsController;
}
