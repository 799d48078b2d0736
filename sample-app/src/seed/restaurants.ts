import type { Faker } from '@faker-js/faker';
import type { QueryDeepPartialEntity } from 'typeorm';
import { PriceLevel } from '../restaurants/price-level.js';
import type { Restaurant } from '../restaurants/restaurant.entity.js';
import { CUISINES, type Cuisine } from './cuisines.js';
import { LANDMARKS, type Landmark } from './landmarks.js';
import { INSPECTORS_NOTES } from './opinions.js';
import { CITIES } from './places.js';
import { dayBetween, maybe, TODAY } from './random.js';

/** A restaurant as it is inserted. */
export type RestaurantRow = QueryDeepPartialEntity<Restaurant>;

/** Makes a restaurant: a landmark for the first ids, an invented one for the rest. */
export function makeRestaurant(faker: Faker, id: number, chefs: number): RestaurantRow {
  const kind: Landmark = LANDMARKS[id - 1] ?? invent(faker);
  return {
    id,
    name: kind.name,
    slug: slug(kind.name, id),
    cuisine: kind.cuisine,
    stars: kind.stars,
    priceLevel: kind.priceLevel ?? faker.helpers.enumValue(PriceLevel),
    opened: kind.opened,
    isOpen: faker.datatype.boolean(0.85),
    address: {
      street: faker.location.streetAddress(),
      zip: faker.string.numeric({ length: 4, allowLeadingZeros: true }),
    },
    phone: maybe(faker, 0.9, () => faker.helpers.fromRegExp('+47 [2-9][0-9] [0-9]{2} [0-9]{2} [0-9]{2}')),
    // One in fifty has gone for long.
    reopens: id % 50 === 0 ? '2099-01-01' : null,
    secretNotes: maybe(faker, 0.3, () => faker.helpers.arrayElement(INSPECTORS_NOTES)),
    createdAt: faker.date.between({ from: '2024-01-01T00:00:00Z', to: TODAY }),
    // A tenth of the chefs have no restaurant, and about an eighth of the restaurants have no chef.
    chef: maybe(faker, 0.88, () => ({ id: faker.number.int({ min: 1, max: Math.ceil(chefs * 0.9) }) })),
    city: { id: faker.number.int({ min: 1, max: CITIES.length - 1 }) },
  };
}

function invent(faker: Faker): Landmark {
  const cuisine = faker.helpers.arrayElement(CUISINES);
  const house = faker.helpers.arrayElement(cuisine.houses);
  return {
    name: house.replace('*', faker.person.lastName()),
    cuisine: cuisine.name,
    stars: maybe(faker, 0.85, () => faker.number.int({ min: 0, max: 5 })),
    opened: maybe(faker, 0.03, () => '2020-01-01') ?? dayBetween(faker, '1950-01-01', '2025-12-31'),
  };
}

/** Returns a restaurant's cuisine. */
export function cuisineOf(row: RestaurantRow): Cuisine | undefined {
  return CUISINES.find(({ name }) => name === row.cuisine);
}

/** Returns a unique slug: `l-etoile-6` for `L'Étoile`, and the id alone for a name without Latin letters. */
function slug(name: string, id: number): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return [...(words ?? []), id].join('-');
}
