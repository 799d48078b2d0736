import type { ParseOverrides } from 'nestjs-filterable';
import type { Post } from './model.js';

/** A request for a page of 20 posts: a row of the table of what shards send. */
export interface GrowthRequest {
  readonly name: string;
  readonly query: string;
  readonly overrides?: ParseOverrides<Post>;
  /** The page is one in the middle of the list, by cursor. */
  readonly isDeep?: true;
  /** The largest size at which it is measured, for requests that take minutes beyond. */
  readonly upTo?: number;
  /** The most rows that shards may send, whatever the size. */
  readonly most?: number;
}

const page = 'pagination[pageSize]=20';
const uncounted = `${page}&pagination[withCount]=false`;
const cursor = `${page}&pagination[after]=`;

/** Requests in the order of the documentation. */
export const growthRequests: readonly GrowthRequest[] = [
  { name: 'page, own field, indexed sort', query: `sort=score:desc&${uncounted}`, most: 300 },
  { name: 'page by cursor, in the middle', query: `sort=score:desc,id:desc&${cursor}`, isDeep: true, most: 300 },
  {
    name: 'page by cursor, in the middle, two directions',
    query: `sort=score:desc,id&${cursor}`,
    isDeep: true,
    most: 300,
  },
  { name: 'page 500', query: `sort=score:desc&${uncounted}&pagination[page]=500` },
  { name: 'page and exact total', query: `filters[status]=published&sort=score:desc&${page}` },
  {
    name: 'page and total capped at 1,000',
    query: `filters[status]=published&sort=score:desc&${page}`,
    overrides: { pagination: { count: { capped: 1_000 } } },
  },
  { name: 'to-many, a sixth of the comments', query: `filters[comments][stars]=5&sort=score:desc&${uncounted}` },
  { name: 'to-many, rare', query: `filters[comments][stars]=9&sort=score:desc&${uncounted}` },
  { name: 'to-many, `$none`', query: `filters[comments][$none][stars]=5&sort=score:desc&${uncounted}` },
  { name: 'to-many, `$count`', query: `filters[comments][$count][$gte]=3&sort=score:desc&${uncounted}` },
  { name: 'to-one', query: `filters[author][country]=7&sort=score:desc&${uncounted}` },
  { name: 'many-to-many, popular', query: `filters[tags][name]=tag 3&sort=score:desc&${uncounted}` },
  { name: 'sort through to-many', query: `sort=comments.stars:desc&${uncounted}`, upTo: 10_000 },
  { name: 'sort by `$count`', query: `sort=comments.$count:desc&${uncounted}`, upTo: 10_000 },
];
