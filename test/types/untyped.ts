/* oxlint-disable typescript/no-explicit-any -- code that is not typed goes through these types, too */
import type { FieldName, QueryInput, SortKey } from '../../lib/contract/index.js';
import type { Post } from './entities.js';

// where the entity's properties are not known, names and values are not checked
export const byAny: QueryInput<any> = { filters: { a: { $eq: 1 }, $or: [{ b: null }] }, sort: 'a.b.c:desc' };
export const byRecord: QueryInput<Record<string, unknown>> = { filters: { a: { b: [1] } }, sort: { a: { b: 'asc' } } };
export const names: FieldName<any> = 'a';
export const keys: SortKey<Record<string, unknown>> = 'a.b';
// @ts-expect-error groups have their shape all the same
export const badGroup: QueryInput<any> = { filters: { $and: { a: 1 } } };

// a typed query goes where any query does
declare const typed: QueryInput<Post>;
export const passed: QueryInput<any> = typed;

// a class of which nothing is known has no fields
export const byUnknown: QueryInput<unknown> = { filters: {} };
// @ts-expect-error nothing is known of this one
export const named: QueryInput<object> = { filters: { a: 1 } };

// a plain interface, as a browser has it
interface Book {
  isbn: string;
  pages?: number;
  language: 'en' | 'fr';
  author: { id: number; name: string };
  reviews: { id: number; stars: number }[];
}

export const books: QueryInput<Book> = {
  filters: { isbn: { $startsWith: '978' }, language: 'en', author: { name: 'Kai' }, reviews: { $none: { stars: 1 } } },
  sort: ['pages:desc:nullsLast', 'author.name', 'reviews.$count'],
};
// @ts-expect-error this is not one of its fields
export const noBooks: QueryInput<Book> = { filters: { title: 'a' } };
