import type { DataSource } from 'typeorm';
import { Author, Book, Review, Shelf } from './library.entities.js';

const code = (id: number) => `00000000-0000-4000-8000-00000000000${id}`;
const createdAt = (day: number) => new Date(Date.UTC(2024, 2, day, 10));

/**
 * Five books: 5 has no author, 3 no price; 2 has a review that is deleted; the others' are told apart by every
 * question.
 */
export async function seed({ manager }: DataSource): Promise<void> {
  await manager.save(Author, [
    { id: 1, name: 'Kai', place: { city: 'Oslo' } },
    { id: 2, name: 'Ada', place: { city: 'London' } },
  ]);
  await manager.save(Shelf, [
    { id: 1, name: 'new' },
    { id: 2, name: 'old' },
  ]);
  await manager.save(Book, [
    book(1, 'The Fjord', 12.5, '0.50', 1, [1]),
    book(2, 'the engine', 20, '1.25', 2, [1, 2]),
    book(3, 'Poems', null, null, 2, [2]),
    book(4, '100% Wool', 7.99, '0.75', 1, []),
    book(5, 'Nobody', 20, '2.00', null, []),
  ]);
  await manager.save(Review, [
    { id: 1, stars: 5, approved: true, book: { id: 1 } },
    { id: 2, stars: 2, approved: false, book: { id: 1 } },
    { id: 3, stars: 5, approved: false, book: { id: 2 } },
    { id: 4, stars: 1, approved: true, book: { id: 2 }, deletedAt: new Date(0) },
    { id: 5, stars: 4, approved: true, book: { id: 4 } },
  ]);
}

function book(
  id: number,
  title: string,
  price: number | null,
  weight: string | null,
  author: number | null,
  shelves: readonly number[],
) {
  return {
    ...{ id, title, price, weight, code: code(id), createdAt: createdAt(id) },
    author: author === null ? null : { id: author },
    shelves: shelves.map((shelf) => ({ id: shelf })),
  };
}
