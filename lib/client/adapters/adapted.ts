import type { PaginationInput } from '../../input/index.js';
import { type AdaptedQuery, type Conditions, all, saysAnything } from './conditions.js';

/** The parts of a request, as the adapters find them. */
interface Parts {
  readonly conditions?: readonly Conditions[];
  readonly sort?: readonly `${string}:${'asc' | 'desc'}`[];
  readonly pagination?: PaginationInput | undefined;
  readonly search?: string | undefined;
}

/** Makes a request of its parts, without those that say nothing: an empty list cannot be written in a query string. */
export function adapted({ conditions = [], sort = [], pagination, search }: Parts): AdaptedQuery {
  const filters = all(conditions);
  return {
    ...(saysAnything(filters) && { filters }),
    ...(sort.length > 0 && { sort }),
    ...(pagination && { pagination }),
    ...(search !== undefined && { search }),
  };
}
