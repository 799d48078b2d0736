import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { Dish } from './dish.entity.js';

@Injectable()
export class DishesRepository extends Repository<Dish> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(Dish, source.createEntityManager());
  }

  page(query: FilterQuery<Dish>): Promise<Page<Dish>> {
    return this.filters.page(this.createQueryBuilder('dish').leftJoinAndSelect('dish.restaurant', 'restaurant'), query);
  }
}
