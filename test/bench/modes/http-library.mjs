/** The list of `http-server.mjs` with the library: a controller, and the modules that it needs. */
import { Controller, Get, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import '../model/filterable.mjs';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';

export class LibraryController {
  constructor(source, filters) {
    this.posts = source.getRepository(Post);
    this.filters = filters;
  }

  async list(query) {
    return (await this.filters.page(this.posts.createQueryBuilder('post'), query)).data;
  }
}

// What the decorators of a TypeScript class do.
Controller('posts')(LibraryController);
Inject(DataSource)(LibraryController, undefined, 0);
Inject(FilterService)(LibraryController, undefined, 1);
Get('library')(
  LibraryController.prototype,
  'list',
  Object.getOwnPropertyDescriptor(LibraryController.prototype, 'list'),
);
FilterQuery(Post)(LibraryController.prototype, 'list', 0);

export const libraryImports = [FilterModule.forRoot({ limits })];
