import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { Chef } from './chef.entity.js';

@Injectable()
export class ChefsRepository extends Repository<Chef> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Chef, source.createEntityManager());
  }

  page(query: FilterQuery<Chef>): Promise<Page<Chef>> {
    return this.filters.page(this.createQueryBuilder('chef').leftJoinAndSelect('chef.mentor', 'mentor'), query);
  }
}
