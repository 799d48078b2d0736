import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { Tag } from './tag.entity.js';

@Injectable()
export class TagsRepository extends Repository<Tag> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Tag, source.createEntityManager());
  }

  page(query: FilterQuery<Tag>): Promise<Page<Tag>> {
    return this.filters.page(this.createQueryBuilder('tag'), query);
  }
}
