import { Filterable, type FilterQueryOverrides, type FilterableMembers } from '../../lib/index.js';
import type { FilterInput, QueryInput, SortInput } from '../../lib/contract/index.js';

interface Review {
  id: number;
  stars: number;
  restaurant: Restaurant;
}

@Filterable({
  fields: [
    'name',
    { name: 'reviewCount', of: 'reviews', count: true },
    { name: 'sumStars', of: 'reviews', sum: 'stars', where: { stars: { $gte: 2 } }, when: (user) => user === 'x' },
  ],
  relations: ['reviews'],
  sort: ['name', 'reviewCount'],
  facets: [{ name: 'reviewCount', type: 'range' }],
})
export class Restaurant {
  id!: number;
  name!: string;
  reviews!: Review[];
  @Filterable({ of: 'reviews', avg: 'stars', load: true, operators: ['$gte'] }) averageStars?: number | string | null;
}

// @ts-expect-error there is no such relation
@Filterable({ fields: ['name', { name: 'reviewCount', of: 'review', count: true }] })
export class WrongRelation {
  name!: string;
  reviews!: Review[];
}

// @ts-expect-error there is no such field
@Filterable({ fields: ['names', { name: 'reviewCount', of: 'reviews', count: true }] })
export class WrongField {
  name!: string;
  reviews!: Review[];
}

export class WrongOptions {
  // @ts-expect-error the number is of rows
  @Filterable({ of: 'reviews', count: 'stars' }) one!: number;
  // @ts-expect-error a function has a column
  @Filterable({ of: 'reviews', avg: true }) two!: number;
}

/** A guide without the aggregate in its class, whose types know it by a merged interface. */
export class Guide {
  id!: number;
  title!: string;
  restaurants!: Restaurant[];
}

interface Shelf {
  guide: Guide;
  id: number;
}

declare module '../../lib/contract/shapes.js' {
  interface FilterableMembers {
    Guide: { entity: Guide; members: { restaurantCount: number; popular: boolean } };
  }
}

export type Merged = FilterableMembers['Guide'];

const filter = (filters: FilterInput<Guide>): unknown => filters;
const sort = (order: SortInput<Guide>): unknown => order;
const query = (input: QueryInput<Guide>): unknown => input;
const shelf = (filters: FilterInput<Shelf>): unknown => filters;
const overrides = (input: FilterQueryOverrides<Guide>): unknown => input;

filter({ restaurantCount: { $gte: 2 }, title: 'a' });
filter({ $not: { restaurantCount: 2 }, popular: true });
shelf({ guide: { restaurantCount: { $between: [1, 2] } } });
sort('restaurantCount:desc');
sort({ restaurantCount: 'desc' });
query({ fields: ['title', 'restaurantCount'], sort: ['restaurantCount', 'title'] });
overrides({ select: ['restaurantCount'], fields: ['title', { name: 'shelfCount', of: 'restaurants', count: true }] });
filter({ restaurants: { averageStars: { $gte: 4 } } });
// @ts-expect-error a number is no boolean
filter({ restaurantCount: true });
// @ts-expect-error there is no such member
filter({ restaurantCounts: 2 });
// @ts-expect-error there is no such member
sort('restaurantCounts');
// @ts-expect-error the member is that of another class
shelf({ restaurantCount: 2 });
