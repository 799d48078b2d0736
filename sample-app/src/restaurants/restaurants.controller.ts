import {
  BadRequestException,
  Controller,
  DefaultValuePipe,
  Get,
  NotFoundException,
  Param,
  ParseEnumPipe,
  ParseIntPipe,
  Query,
  QueryMethod,
  type StreamableFile,
} from '@nestjs/common';
import { FilterQuery, FilterService, type Page } from 'nestjs-filterable';
import { ApiFilters } from 'nestjs-filterable/openapi';
import { type ListDescription, describeRestaurants } from './description.js';
import { ExportFormat, exportOf } from './restaurant-export.js';
import { Restaurant } from './restaurant.entity.js';
import { RestaurantsRepository } from './restaurants.repository.js';

/** Refuses any other format, and names those that there are. */
const knownFormat = new ParseEnumPipe(ExportFormat, {
  exceptionFactory: () => new BadRequestException(`format must be one of: ${Object.values(ExportFormat).join(', ')}`),
});

@Controller('restaurants')
export class RestaurantsController {
  constructor(
    private readonly restaurants: RestaurantsRepository,
    private readonly filters: FilterService,
  ) {}

  @Get()
  @ApiFilters(Restaurant, {
    page: { relations: ['chef', 'city'] },
    examples: {
      'Italian or Thai, the best first': {
        filters: { cuisine: { $in: ['Italian', 'Thai'] } },
        sort: ['rating:desc', 'name'],
      },
      'Of a chef whose name begins with A, or with a review of five stars': {
        filters: { $or: [{ chef: { name: { $startsWith: 'A' } } }, { reviews: { stars: { $eq: 5 } } }] },
      },
      'Reviewed at least five times with four stars or more': {
        filters: { reviews: { $count: { $gte: 5, $where: { stars: { $gte: 4 } } } } },
        pagination: { page: 1, pageSize: 10 },
      },
      'Both words, somewhere; cuisines beside the rows': {
        search: 'thai romantic',
        facets: { cuisine: { limit: 5 } },
        sort: 'name',
      },
      'With their chefs, tags, and two newest reviews of four stars or more': {
        filters: { stars: { $gte: 3 } },
        populate: { chef: true, tags: true, reviews: { filters: { stars: { $gte: 4 } }, limit: 2 } },
      },
    },
  })
  list(
    @FilterQuery(Restaurant, { select: true }) query: FilterQuery<Restaurant, Partial<Restaurant>>,
  ): Promise<Page<Partial<Restaurant>>> {
    return this.restaurants.page(query);
  }

  /** The same list for requests that are too long for a URL. */
  @QueryMethod()
  longList(
    @FilterQuery(Restaurant, { select: true }) query: FilterQuery<Restaurant, Partial<Restaurant>>,
  ): Promise<Page<Partial<Restaurant>>> {
    return this.restaurants.page(query);
  }

  /**
   * Every restaurant that the request finds, as a file: `/api/restaurants/export?format=csv&filters[stars][$gte]=4`.
   */
  @Get('export')
  export(
    @FilterQuery(Restaurant, { pagination: false, populate: false, aggregates: false }) query: FilterQuery<Restaurant>,
    @Query('format', new DefaultValuePipe(ExportFormat.Ndjson), knownFormat) format: ExportFormat,
  ): Promise<StreamableFile> {
    return exportOf(this.restaurants.every(query), format);
  }

  /** The fields, operators, facets, sort keys and limits that the list has, for a form. */
  @Get('description')
  description(): ListDescription {
    return describeRestaurants(this.filters);
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
