import { Injectable } from '@nestjs/common';
import { FilterService, type FilterQuery, type Page } from 'nestjs-filterable';
import { DataSource, Repository } from 'typeorm';
import { City } from './city.entity.js';

@Injectable()
export class CitiesRepository extends Repository<City> {
  constructor(
    source: DataSource,
    private readonly filters: FilterService,
  ) {
    super(City, source.createEntityManager());
  }

  page(query: FilterQuery<City>): Promise<Page<City>> {
    return this.filters.page(this.createQueryBuilder('city').leftJoinAndSelect('city.country', 'country'), query);
  }
}
