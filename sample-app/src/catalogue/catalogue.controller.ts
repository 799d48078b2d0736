import { Controller, Get } from '@nestjs/common';
import { FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { ApiFilters } from 'nestjs-filterable/openapi';
import { DataSource } from 'typeorm';
import { Chef } from './chef.entity.js';
import { City } from './city.entity.js';
import { Dish } from './dish.entity.js';
import { Review } from './review.entity.js';
import { Tag } from './tag.entity.js';
import { User } from './user.entity.js';

/**
 * Lists without a repository class: `page()` takes a query builder with joins, or TypeORM's repository where there are
 * none.
 */
@Controller()
export class CatalogueController {
  constructor(
    private readonly source: DataSource,
    private readonly filters: FilterService,
  ) {}

  @Get('chefs')
  @ApiFilters(Chef, { page: { relations: ['mentor'] } })
  chefs(@FilterQuery(Chef) query: FilterQuery<Chef>): Promise<Page<Chef>> {
    const chefs = this.source.getRepository(Chef).createQueryBuilder('chef');
    return this.filters.page(chefs.leftJoinAndSelect('chef.mentor', 'mentor'), query);
  }

  @Get('cities')
  @ApiFilters(City, { page: { relations: ['country'] } })
  cities(@FilterQuery(City) query: FilterQuery<City>): Promise<Page<City>> {
    const cities = this.source.getRepository(City).createQueryBuilder('city');
    return this.filters.page(cities.leftJoinAndSelect('city.country', 'country'), query);
  }

  @Get('dishes')
  @ApiFilters(Dish, { page: { relations: ['restaurant'] } })
  dishes(@FilterQuery(Dish) query: FilterQuery<Dish>): Promise<Page<Dish>> {
    const dishes = this.source.getRepository(Dish).createQueryBuilder('dish');
    return this.filters.page(dishes.leftJoinAndSelect('dish.restaurant', 'restaurant'), query);
  }

  @Get('reviews')
  @ApiFilters(Review, { page: { relations: ['author'] } })
  reviews(@FilterQuery(Review) query: FilterQuery<Review>): Promise<Page<Review>> {
    const reviews = this.source.getRepository(Review).createQueryBuilder('review');
    return this.filters.page(reviews.leftJoinAndSelect('review.author', 'author'), query);
  }

  @Get('tags')
  @ApiFilters(Tag, { page: true })
  tags(@FilterQuery(Tag) query: FilterQuery<Tag>): Promise<Page<Tag>> {
    return this.filters.page(this.source.getRepository(Tag), query);
  }

  @Get('users')
  @ApiFilters(User, { page: true })
  users(@FilterQuery(User) query: FilterQuery<User>): Promise<Page<User>> {
    return this.filters.page(this.source.getRepository(User), query);
  }
}
