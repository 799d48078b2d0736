import { createHash } from 'node:crypto';
import { Controller, Get, Headers, HttpStatus, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { FilterQuery, FilterService } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { Book } from './book.js';

@Controller('books')
export class CachedBooks {
  constructor(
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  @Get()
  async list(
    @FilterQuery(Book) query: FilterQuery<Book>,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const tag = await this.tagOf(query);
    const isKnown = known?.split(/\s*,\s*/).includes(tag) === true;
    const page = isKnown ? undefined : await this.filters.page(this.source.getRepository(Book), query);
    // After the page: a browser may cache an error that has a tag, and get 304 for it.
    response.set({ ETag: tag, 'Cache-Control': 'private, no-cache' }).vary('Authorization');
    if (isKnown) response.status(HttpStatus.NOT_MODIFIED);
    return page;
  }

  /** The request and the state of the data: one statement over an index. */
  private async tagOf(query: FilterQuery): Promise<string> {
    const builder = this.source.getRepository(Book).createQueryBuilder('book');
    const state: unknown = await builder.select('MAX(book.version)', 'last').addSelect('COUNT(*)', 'rows').getRawOne();
    const text = `${query.cacheKey()} ${JSON.stringify(state)}`;
    return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  }
}
