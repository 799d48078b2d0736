import { Controller, Get } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { Review } from './review.entity.js';
import { ReviewsRepository } from './reviews.repository.js';

@Controller('reviews')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsRepository) {}

  @Get()
  list(@FilterQuery(Review) query: FilterQuery<Review>): Promise<Page<Review>> {
    return this.reviews.page(query);
  }
}
