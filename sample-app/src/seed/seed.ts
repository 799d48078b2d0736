import type { DataSource, EntityManager } from 'typeorm';
import { Chef } from '../catalogue/chef.entity.js';
import { City } from '../catalogue/city.entity.js';
import { Country } from '../catalogue/country.entity.js';
import { Dish } from '../catalogue/dish.entity.js';
import { Restaurant } from '../restaurants/restaurant.entity.js';
import { Review } from '../catalogue/review.entity.js';
import { Tag } from '../catalogue/tag.entity.js';
import { User } from '../catalogue/user.entity.js';
import { blocks } from './blocks.js';
import { insert, linkTags, resetSequences } from './insert.js';
import { chefs, users } from './people.js';
import { CITIES, PLACES, TAGS } from './places.js';

const TABLES = [Country, City, Tag, Chef, User, Restaurant, Dish, Review];

/** Returns true if every table is empty. Only then is the guide seeded, so that existing rows stay as they are. */
export async function isEmpty(source: DataSource): Promise<boolean> {
  const filled = await Promise.all(TABLES.map((table) => source.manager.exists(table, { withDeleted: true })));
  return !filled.includes(true);
}

/** Fills an empty database with the same rows on every engine, in one transaction. */
export async function seed(
  source: DataSource,
  restaurants: number,
  onProgress?: (restaurants: number) => void,
): Promise<void> {
  const size = { restaurants, chefs: Math.ceil(restaurants / 4), users: Math.ceil(restaurants / 3) };
  await source.transaction(async (manager) => {
    await seedPlaces(manager);
    await insert(manager, Chef, [...chefs(size.chefs)]);
    await insert(manager, User, [...users(size.users)]);
    let done = 0;
    for (const block of blocks(size)) {
      await insert(manager, Restaurant, block.restaurants);
      await insert(manager, Dish, block.dishes);
      await insert(manager, Review, block.reviews);
      await linkTags(manager, block.tags);
      onProgress?.((done += block.restaurants.length));
    }
    await resetSequences(manager, TABLES);
  });
}

async function seedPlaces(manager: EntityManager): Promise<void> {
  const countries = PLACES.map(({ code, country }) => ({ code, name: country }));
  const cities = CITIES.map(({ name, code }, index) => ({ id: index + 1, name, country: { code } }));
  const tags = TAGS.map((name, index) => ({ id: index + 1, name }));
  await insert(manager, Country, countries);
  await insert(manager, City, cities);
  await insert(manager, Tag, tags);
}
