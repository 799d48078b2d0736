import type { DataSource } from 'typeorm';
import { Amount, Film, Person, Scene } from './studio.js';

/** Number of films. */
export const films = 120;

/** Fills the studio: films with scenes, and a cast for the first three. */
export async function fillStudio({ manager }: DataSource): Promise<void> {
  const people = [1, 2, 3, 4, 5].map((id) => ({
    id,
    name: `person ${id}`,
    fee: new Amount(id * 100),
    secret: 'canary',
  }));
  await manager.insert(Person, people);
  const numbers = Array.from({ length: films }, (_, index) => index + 1);
  await manager.insert(
    Film,
    numbers.map((id) => ({
      id,
      title: `film ${id}`,
      credits: { line: `line ${id}`, producer: { id: (id % 5) + 1 } },
      director: { id: (id % 7) + 1 } as never,
    })),
  );
  await manager.insert(
    Scene,
    numbers.flatMap((id) =>
      [1, 2, 3, 4].map((place) => ({
        ...{ id: id * 10 + place, place, secret: 'canary', film: { id } },
        deletedAt: place === 4 ? new Date('2024-01-01T00:00:00Z') : null,
      })),
    ),
  );
  for (const id of [1, 2, 3]) {
    await manager
      .createQueryBuilder()
      .relation(Film, 'cast')
      .of(id)
      .add(id === 3 ? [5] : [1, 2, 3, 4]);
  }
}
