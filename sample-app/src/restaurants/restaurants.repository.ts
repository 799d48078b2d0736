import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository, type SelectQueryBuilder } from 'typeorm';
import { recording } from '../statements/recording.js';
import { Restaurant } from './restaurant.entity.js';

@Injectable()
export class RestaurantsRepository extends Repository<Restaurant> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Restaurant, source.createEntityManager());
  }

  /**
   * Returns the requested page of restaurants, each with its chef and city, and with the fields that the query asks
   * for.
   */
  page<Row extends Partial<Restaurant>>(query: FilterQuery<Restaurant, Row>): Promise<Page<Row>> {
    // For the page that shows the SQL.
    const recorded = recording.getStore();
    if (recorded) recorded.explain = () => this.filters.explain(this.listed(), query, { plan: true });
    return this.filters.page(this.listed(), query);
  }

  /** Iterates over every requested restaurant, a hundred at a time. */
  every(query: FilterQuery<Restaurant>): AsyncGenerator<Restaurant> {
    return this.filters.each(this.listed(), query, { chunk: 100 });
  }

  private listed(): SelectQueryBuilder<Restaurant> {
    return this.createQueryBuilder('restaurant')
      .leftJoinAndSelect('restaurant.chef', 'chef')
      .leftJoinAndSelect('restaurant.city', 'city');
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
