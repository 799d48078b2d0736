import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { Restaurant } from './restaurant.entity.js';

@Injectable()
export class RestaurantsRepository extends Repository<Restaurant> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Restaurant, source.createEntityManager());
  }

  /** Returns the requested page of restaurants, each with its chef and city. */
  page(query: FilterQuery<Restaurant>): Promise<Page<Restaurant>> {
    return this.filters.page(
      this.createQueryBuilder('restaurant')
        .leftJoinAndSelect('restaurant.chef', 'chef')
        .leftJoinAndSelect('restaurant.city', 'city'),
      query,
    );
  }

  /** Finds restaurants with at least five reviews of four stars or more, by a filter written in code. */
  loved(): Promise<Restaurant[]> {
    return this.filters
      .filter(this, {
        filters: { reviews: { $count: { $gte: 5, $where: { stars: { $gte: 4 } } } } },
        sort: 'name',
        pagination: { page: 1, pageSize: 10 },
      })
      .getMany();
  }
}
