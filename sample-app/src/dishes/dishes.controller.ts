import { Controller, Get } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { Dish } from './dish.entity.js';
import { DishesRepository } from './dishes.repository.js';

@Controller('dishes')
export class DishesController {
  constructor(private readonly dishes: DishesRepository) {}

  @Get()
  list(@FilterQuery(Dish) query: FilterQuery<Dish>): Promise<Page<Dish>> {
    return this.dishes.page(query);
  }
}
