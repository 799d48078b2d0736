import type { EntityDescription, FilterService } from 'nestjs-filterable';
import { Chef } from '../catalogue/chef.entity.js';
import { City } from '../catalogue/city.entity.js';
import { Dish } from '../catalogue/dish.entity.js';
import { Review } from '../catalogue/review.entity.js';
import { Tag } from '../catalogue/tag.entity.js';
import { Restaurant } from './restaurant.entity.js';

/** All that a form for the list of restaurants is made from. */
export interface ListDescription extends EntityDescription {
  /** The entities at the end of its relations, by their names. */
  readonly related: Readonly<Record<string, EntityDescription>>;
}

export function describeRestaurants(filters: FilterService): ListDescription {
  const related = [Chef, City, Dish, Review, Tag].map((entity) => filters.describe<object>(entity));
  return {
    ...filters.describe(Restaurant, { select: true }),
    related: Object.fromEntries(related.map((description) => [description.entity, description])),
  };
}
