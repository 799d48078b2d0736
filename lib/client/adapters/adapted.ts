import type { PaginationInput } from '../../contract/index.js';
import { type AdaptedQuery, type Conditions, all, saysAnything } from './conditions.js';

/** Parts of a request, as an adapter finds them. */
interface Parts {
  readonly conditions?: readonly Conditions[];
  readonly sort?: readonly `${string}:${'asc' | 'desc'}`[];
  readonly pagination?: PaginationInput | undefined;
  readonly search?: string | undefined;
  readonly aggregates?: readonly string[];
}

/** Makes a request from its parts. Empty parts are left out, because a query string cannot contain an empty list. */
export function adapted({ conditions = [], sort = [], pagination, search, aggregates = [] }: Parts): AdaptedQuery {
  const filters = all(conditions);
  return {
    ...(saysAnything(filters) && { filters }),
    ...(sort.length > 0 && { sort }),
    ...(pagination && { pagination }),
    ...(search !== undefined && { search }),
    ...(aggregates.length > 0 && { aggregates: aggregates as NonNullable<AdaptedQuery['aggregates']> }),
  };
}
