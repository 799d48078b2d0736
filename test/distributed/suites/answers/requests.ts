import fc from 'fast-check';
import { toQueryString } from 'nestjs-filterable/client';
import type { ParseOverrides } from 'nestjs-filterable';
import type { Post } from '../../../support/blog/entities.js';
import { type SortRequest, sortsOfPosts } from '../../../e2e/properties/requests.js';

/** A request for pages of posts: its conditions and order, how relations are asked for, and what the handler joins. */
export interface PageRequest {
  readonly sorted: SortRequest;
  readonly overrides: ParseOverrides<Post>;
  readonly isJoined: boolean;
}

const facets: ParseOverrides<Post>['facets'] = ['status', 'isFeatured', 'tags.name', { name: 'views', type: 'range' }];

/** The relations in the way that suits, and by one subquery each. */
const strategies: readonly ParseOverrides<Post>['relations'][] = [
  undefined,
  ['author', { name: 'comments', strategy: 'in' }, { name: 'tags', strategy: 'in' }],
];

const pageRequests: fc.Arbitrary<PageRequest> = fc.record({
  sorted: sortsOfPosts,
  overrides: fc.constantFrom(...strategies).map((relations) => ({ facets, ...(relations && { relations }) })),
  isJoined: fc.nat({ max: 5 }).map((number) => number === 0),
});

/** Returns random requests; the same for the same seed. */
export function samplePageRequests(numRuns: number, seed: number): PageRequest[] {
  return fc.sample(pageRequests, { numRuns, seed });
}

/** Prints a request with one of its slices. Facets are asked for once, with the first page. */
export function print(
  { sorted: { filters, sort, pageSize } }: PageRequest,
  slice: Readonly<Record<string, string>>,
): string {
  const pagination = { pageSize, ...slice };
  const text = toQueryString({ ...(filters && { filters }), sort: [...sort], pagination });
  return slice['page'] === '1' ? `${text}&facets=status,isFeatured,tags.name,views` : text;
}
