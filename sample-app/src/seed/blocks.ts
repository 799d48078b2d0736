import type { Faker } from '@faker-js/faker';
import type { QueryDeepPartialEntity } from 'typeorm';
import type { Dish } from '../catalogue/dish.entity.js';
import type { Review } from '../catalogue/review.entity.js';
import { makeFacilities, makeLanguages } from './facilities.js';
import { OPINIONS } from './opinions.js';
import { TAGS } from './places.js';
import { chance, maybe, TODAY } from './random.js';
import { cuisineOf, makeRestaurant, type RestaurantRow } from './restaurants.js';

/** A number of restaurants with their dishes, reviews and tags. */
export interface Block {
  readonly restaurants: RestaurantRow[];
  readonly dishes: QueryDeepPartialEntity<Dish>[];
  readonly reviews: QueryDeepPartialEntity<Review>[];
  readonly tags: { readonly restaurant: number; readonly tag: number }[];
}

const BLOCK_SIZE = 1_000;

/** Yields the guide's restaurants in blocks, so that a large guide need not fit into memory. */
export function* blocks(size: { restaurants: number; chefs: number; users: number }): Generator<Block> {
  const dice = {
    restaurants: chance(3),
    dishes: chance(4),
    reviews: chance(5),
    tags: chance(6),
    facilities: chance(7),
  };
  let block = emptyBlock();
  for (let id = 1; id <= size.restaurants; id++) {
    const row = makeRestaurant(dice.restaurants, id, size.chefs);
    const reviews = makeReviews(dice.reviews, id, size.users);
    block.restaurants.push({
      ...row,
      rating: makeRating(dice.reviews, reviews.length),
      languages: makeLanguages(dice.facilities),
      facilities: makeFacilities(dice.facilities),
    });
    block.reviews.push(...reviews);
    block.dishes.push(...makeDishes(dice.dishes, row, id));
    block.tags.push(...makeTags(dice.tags, id));
    if (block.restaurants.length === BLOCK_SIZE || id === size.restaurants) {
      yield block;
      block = emptyBlock();
    }
  }
}

function emptyBlock(): Block {
  return { restaurants: [], dishes: [], reviews: [], tags: [] };
}

/** Returns a rating, or null for a restaurant without reviews. */
function makeRating(faker: Faker, reviews: number): number | null {
  return reviews === 0 ? null : faker.number.float({ min: 1, max: 5, fractionDigits: 2 });
}

function makeDishes(faker: Faker, restaurant: RestaurantRow, id: number): Block['dishes'] {
  const menu = faker.helpers.arrayElements(cuisineOf(restaurant)?.dishes ?? [], { min: 0, max: 4 });
  return menu.map(([name, isVegetarian]) => ({
    name,
    isVegetarian,
    price: faker.number.float({ min: 4, max: 60, fractionDigits: 2 }),
    restaurant: { id },
  }));
}

function makeTags(faker: Faker, restaurant: number): Block['tags'] {
  const ids = TAGS.map((_, index) => index + 1);
  return faker.helpers.arrayElements(ids, { min: 0, max: 4 }).map((tag) => ({ restaurant, tag }));
}

function makeReviews(faker: Faker, id: number, users: number): Block['reviews'] {
  const count = faker.helpers.weightedArrayElement([
    { value: 0, weight: 20 },
    { value: faker.number.int({ min: 1, max: 3 }), weight: 60 },
    { value: faker.number.int({ min: 4, max: 10 }), weight: 20 },
  ]);
  return Array.from({ length: count }, () => makeReview(faker, id, users));
}

const STARS = [0, 1, 2, 3, 4, 5].map((value) => ({ value, weight: 1 + value }));

function makeReview(faker: Faker, restaurant: number, users: number): Block['reviews'][number] {
  const stars = faker.helpers.weightedArrayElement(STARS);
  const createdAt = faker.date.between({ from: '2024-01-01T00:00:00Z', to: TODAY });
  return {
    stars,
    text: maybe(faker, 0.8, () => faker.helpers.arrayElement(OPINIONS[stars] ?? [])),
    approved: faker.datatype.boolean(0.8),
    createdAt,
    deletedAt: maybe(faker, 0.05, () => faker.date.between({ from: createdAt, to: TODAY })),
    author: { id: faker.number.int({ min: 1, max: users }) },
    restaurant: { id: restaurant },
  };
}
