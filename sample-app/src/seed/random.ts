import { base, en, Faker } from '@faker-js/faker';

/** The seed's current date, fixed so that every run makes the same rows. */
export const TODAY = new Date('2026-01-01T00:00:00.000Z');

/**
 * Returns a generator of reproducible random values. Each table has its own, so that changing one leaves the others
 * alone.
 */
export function chance(seed: number): Faker {
  const faker = new Faker({ locale: [en, base], seed });
  faker.setDefaultRefDate(TODAY);
  return faker;
}

/** Returns a value with this probability, else null. */
export function maybe<T>(faker: Faker, probability: number, make: () => T): T | null {
  return faker.number.float() < probability ? make() : null;
}

/** Returns a random date between two dates, as `YYYY-MM-DD`. */
export function dayBetween(faker: Faker, from: string, to: string): string {
  return faker.date.between({ from, to }).toISOString().slice(0, 10);
}

/** Returns a random first and last name. */
export function fullName(faker: Faker): string {
  return `${faker.person.firstName()} ${faker.person.lastName()}`;
}
