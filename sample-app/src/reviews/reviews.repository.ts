import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { Review } from './review.entity.js';

@Injectable()
export class ReviewsRepository extends Repository<Review> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Review, source.createEntityManager());
  }

  page(query: FilterQuery<Review>): Promise<Page<Review>> {
    return this.filters.page(this.createQueryBuilder('review').leftJoinAndSelect('review.author', 'author'), query);
  }
}
