import fc from 'fast-check';
import { filtersOf } from './filters.js';
import { type Handler, handlers } from './handlers.js';
import type { Conditions } from './tree.js';

/** A request for posts in an order. */
export interface SortRequest {
  readonly filters: Conditions | undefined;
  readonly sort: readonly string[];
  /** Rows per page. */
  readonly pageSize: number;
  readonly handler: Handler;
}

/**
 * Columns that every engine orders alike, through every sort of relation. What is missing: texts of which collations have
 * their own ideas, enums, which some engines order by position, and date-times that SQLite may hold in two spellings.
 */
const keys = [
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

const terms = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), direction, nulls), {
    minLength: 1,
    maxLength: 4,
    size: 'max',
    selector: ([key]) => key,
  })
  .map((parts) => parts.map((part) => part.join('')));

/** Many rows, or the ties say nothing. */
const fewConditions = fc.option(filtersOf('Post', { parts: 4 }), { nil: undefined, freq: 2 });

export const sortRequests: fc.Arbitrary<SortRequest> = fc.record({
  filters: fewConditions,
  sort: terms,
  pageSize: fc.integer({ min: 3, max: 40 }),
  handler: fc.constantFrom(...handlers),
});
