import type { Faker } from '@faker-js/faker';
import type { Facilities } from '../restaurants/facilities.js';
import { maybe } from './random.js';

const LANGUAGES: readonly string[] = ['de', 'en', 'es', 'fr', 'it', 'ja', 'no'];

/** Makes the languages of a restaurant: null where nobody has asked, and sometimes none. */
export function makeLanguages(faker: Faker): string[] | null {
  return maybe(faker, 0.9, () => faker.helpers.arrayElements(LANGUAGES, { min: 0, max: 4 }));
}

/** Makes the facilities of a restaurant, or null. */
export function makeFacilities(faker: Faker): Facilities | null {
  return maybe(faker, 0.9, () => {
    const terrace = maybe(faker, 0.5, () => faker.number.int({ min: 4, max: 60 }));
    const parking = maybe(faker, 0.5, () => faker.helpers.arrayElement(['garage', 'street'] as const));
    return {
      seats: { inside: faker.number.int({ min: 10, max: 120 }), ...(terrace === null ? {} : { terrace }) },
      ...(parking === null ? {} : { parking }),
      payment: faker.helpers.arrayElements(['card', 'cash', 'phone'] as const, { min: 1, max: 3 }),
    };
  });
}
