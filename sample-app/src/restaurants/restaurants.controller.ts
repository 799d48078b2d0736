import { Controller, Get, NotFoundException, Param, ParseIntPipe } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { Restaurant } from './restaurant.entity.js';
import { RestaurantsRepository } from './restaurants.repository.js';

@Controller('restaurants')
export class RestaurantsController {
  constructor(private readonly restaurants: RestaurantsRepository) {}

  @Get()
  list(@FilterQuery(Restaurant) query: FilterQuery<Restaurant>): Promise<Page<Restaurant>> {
    return this.restaurants.page(query);
  }

  @Get('loved')
  async loved(): Promise<{ data: Restaurant[] }> {
    return { data: await this.restaurants.loved() };
  }

  @Get(':id')
  async one(@Param('id', ParseIntPipe) id: number): Promise<{ data: Restaurant }> {
    const restaurant = await this.restaurants.findOne({ where: { id }, relations: { chef: true, city: true } });
    if (restaurant === null) throw new NotFoundException();
    return { data: restaurant };
  }
}
