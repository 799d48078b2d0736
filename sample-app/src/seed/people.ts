import type { QueryDeepPartialEntity } from 'typeorm';
import type { Chef } from '../catalogue/chef.entity.js';
import type { User } from '../catalogue/user.entity.js';
import { chance, dayBetween, fullName, maybe } from './random.js';

/** Yields chefs, mentors before the chefs they taught. */
export function* chefs(count: number): Generator<QueryDeepPartialEntity<Chef>> {
  const faker = chance(1);
  for (let id = 1; id <= count; id++) {
    const hasMentor = id > 1 && faker.datatype.boolean(0.4);
    yield {
      id,
      name: fullName(faker),
      bornOn: maybe(faker, 0.85, () => dayBetween(faker, '1945-01-01', '2000-01-01')),
      michelinStars: faker.helpers.weightedArrayElement([
        { value: 0, weight: 6 },
        { value: 1, weight: 3 },
        { value: 2, weight: 2 },
        { value: 3, weight: 1 },
      ]),
      mentor: hasMentor ? { id: faker.number.int({ min: 1, max: id - 1 }) } : null,
    };
  }
}

/** Yields the guests who write reviews. */
export function* users(count: number): Generator<QueryDeepPartialEntity<User>> {
  const faker = chance(2);
  for (let id = 1; id <= count; id++) {
    const name = fullName(faker);
    yield {
      id,
      name,
      email: `user${id}@example.com`,
      passwordHash: faker.string.hexadecimal({ length: 64, casing: 'lower', prefix: 'sample$' }),
    };
  }
}
