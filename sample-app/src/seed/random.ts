import { base, en, Faker } from '@faker-js/faker';

/** The guide's today. Nothing in the seed asks the clock. */
export const TODAY = new Date('2026-01-01T00:00:00.000Z');

/** A source of chance that gives the same every time; each table has its own, so that one does not disturb another. */
export function chance(seed: number): Faker {
  const faker = new Faker({ locale: [en, base], seed });
  faker.setDefaultRefDate(TODAY);
  return faker;
}

export function maybe<T>(faker: Faker, probability: number, make: () => T): T | null {
  return faker.number.float() < probability ? make() : null;
}

export function dayBetween(faker: Faker, from: string, to: string): string {
  return faker.date.between({ from, to }).toISOString().slice(0, 10);
}

export function fullName(faker: Faker): string {
  return `${faker.person.firstName()} ${faker.person.lastName()}`;
}
