import { Controller, Get } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { Chef } from './chef.entity.js';
import { ChefsRepository } from './chefs.repository.js';

@Controller('chefs')
export class ChefsController {
  constructor(private readonly chefs: ChefsRepository) {}

  @Get()
  list(@FilterQuery(Chef) query: FilterQuery<Chef>): Promise<Page<Chef>> {
    return this.chefs.page(query);
  }
}
