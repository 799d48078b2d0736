import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { User } from './user.entity.js';

@Injectable()
export class UsersRepository extends Repository<User> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(User, source.createEntityManager());
  }

  page(query: FilterQuery<User>): Promise<Page<User>> {
    return this.filters.page(this.createQueryBuilder('user'), query);
  }
}
