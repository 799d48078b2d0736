import { Controller, Get } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { City } from './city.entity.js';
import { CitiesRepository } from './cities.repository.js';

@Controller('cities')
export class CitiesController {
  constructor(private readonly cities: CitiesRepository) {}

  @Get()
  list(@FilterQuery(City) query: FilterQuery<City>): Promise<Page<City>> {
    return this.cities.page(query);
  }
}
