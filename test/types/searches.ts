import { Filterable, FilterQuery, type FilterQueryOverrides } from 'nestjs-filterable';
import type { QueryInput } from '../../lib/contract/index.js';
import type { Post } from './entities.js';

interface City {
  id: number;
  name: string;
}

interface Chef {
  id: number;
  name: string;
  city: City;
}

@Filterable({
  fields: ['id', 'name'],
  relations: ['chef', 'tags'],
  search: ['name', 'address.street', 'chef.name', 'chef.city.name', 'tags.name'],
})
export class Shop {
  id!: number;
  name!: string;
  address!: { street: string };
  chef!: Chef | null;
  tags!: { id: number; name: string }[];
  open(): void {}
}

// @ts-expect-error there is no such field
@Filterable({ search: ['nam'] })
export class Misnamed {
  name!: string;
}

// @ts-expect-error nor one of the related class
@Filterable({ search: ['chef.nam'] })
export class Misled {
  chef!: Chef;
}

// @ts-expect-error a list of names
Filterable({ search: 'name' });
// @ts-expect-error names alone
Filterable({ search: [{ name: 'name' }] });
// @ts-expect-error an entity has a search or none: to turn it off is for a handler
Filterable({ search: false });

export const own: FilterQueryOverrides<Shop> = { search: ['name', 'chef.city.name'] };
export const off: FilterQueryOverrides<Shop> = { search: false };
// @ts-expect-error there is no such field
export const misnamed: FilterQueryOverrides<Shop> = { search: ['nam'] };
// @ts-expect-error a method is none
export const method: FilterQueryOverrides<Shop> = { search: ['open'] };
// @ts-expect-error it is on where it is declared
export const on: FilterQueryOverrides<Shop> = { search: true };

export class Handler {
  list(@FilterQuery(Shop, { search: ['name'] }) query: FilterQuery<Shop>): FilterQuery<Shop> {
    return query;
  }
}

// @ts-expect-error there is no such field
FilterQuery(Shop, { search: ['nam'] });

export const query: QueryInput<Post> = { search: 'thai "hot pot"' };
// @ts-expect-error one text
export const words: QueryInput<Post> = { search: ['thai'] };
// @ts-expect-error no number
export const number: QueryInput<Post> = { search: 5 };
// @ts-expect-error a name that strapi's clients have is not this library's own
export const strapi: QueryInput<Post> = { _q: 'thai' };
