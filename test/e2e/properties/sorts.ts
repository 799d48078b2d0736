import fc from 'fast-check';
import { filtersOf } from './filters.js';
import { type Handler, type RootName, handlersOf } from './handlers.js';
import type { Conditions } from './tree.js';

/** A request for rows in an order. */
export interface SortRequest {
  readonly root: RootName;
  readonly filters: Conditions | undefined;
  readonly sort: readonly string[];
  /** Rows per page. */
  readonly pageSize: number;
  readonly handler: Handler;
}

/**
 * Columns that every engine orders alike, through every sort of relation. What is missing: texts of which collations
 * have their own ideas, enums, which some engines order by position, and date-times that SQLite may hold in two
 * spellings.
 */
const postKeys = [
  'id',
  'slug',
  'views',
  'visits',
  'rating',
  'score',
  'isFeatured',
  'publishedOn',
  'createdAt',
  'externalId',
]
  .concat(['author.id', 'author.name', 'author.bornOn'])
  .concat([
    'comments.id',
    'comments.stars',
    'comments.approved',
    'comments.$count',
    'tags.id',
    'tags.name',
    'tags.$count',
  ]);

const direction = fc.constantFrom('', ':asc', ':desc', ':DESC');
const nulls = fc.constantFrom('', '', ':nullsFirst', ':nullsLast');

function termsOf(keys: readonly string[]): fc.Arbitrary<string[]> {
  const term = fc.tuple(fc.constantFrom(...keys), direction, nulls);
  return fc
    .uniqueArray(term, { minLength: 1, maxLength: 4, size: 'max', selector: ([key]) => key })
    .map((parts) => parts.map((part) => part.join('')));
}

/**
 * Requests for rows of an entity, in the order of some of the keys. With few conditions many rows are left, and ties.
 */
export function sortRequestsFor(root: RootName, keys: readonly string[]): fc.Arbitrary<SortRequest> {
  return fc.record({
    root: fc.constant(root),
    filters: fc.option(filtersOf(root, { parts: 4 }), { nil: undefined, freq: 2 }),
    sort: termsOf(keys),
    pageSize: fc.integer({ min: 3, max: 40 }),
    handler: fc.constantFrom(...handlersOf(root)),
  });
}

export const sortsOfPosts = sortRequestsFor('Post', postKeys);
