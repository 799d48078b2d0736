import type { RampReading, RampRequest } from '../../engine/index.js';
import { Location } from '../../issues/index.js';
import type { PlainObject, RequestTree } from '../../wire/index.js';
import { finish, objectOf } from '../shared/conditions.js';
import { readDeleted } from '../shared/deleted.js';
import { named, onceAs } from '../shared/parameters.js';
import { type Echo, echoOf } from './echo.js';
import { isFilter, readFilterKeys } from './filter-keys.js';
import type { NestjsPaginateOptions } from './options.js';
import { readSlice } from './slice.js';
import { readSearch } from './search.js';
import { readSelect, readSortBy } from './sort-and-select.js';

/** The parameters of nestjs-paginate that do not begin with `filter`. */
const parameters = ['page', 'limit', 'sortBy', 'search', 'searchBy', 'select', 'cursor', 'withDeleted'].map(named);

/** Returns true for a parameter of nestjs-paginate, and for one that is evidently meant to be its `filter`. */
export function claims({ key }: { readonly key: string }): boolean {
  return isFilter(key) || parameters.some((isMine) => isMine(key));
}

/** The keys that parts of a request are known by where no key of its own is to blame. */
const usual = [
  ['/sort', 'sortBy'],
  ['/pagination/page', 'page'],
  ['/search', 'search'],
  ['/fields', 'select'],
  ['/deleted', 'withDeleted'],
] as const;

/** Reads a request of nestjs-paginate. */
export function readRequest(request: RampRequest, options: NestjsPaginateOptions): RampReading {
  refuseUnread(request);
  const { search, conditions } = readSearch(request, options);
  const slice = readSlice(request, options);
  const [sort, fields] = [readSortBy(request), readSelect(request)];
  const parts = [...readFilterKeys(request), ...conditions];
  const filters = filtersOf(parts);
  const finished = finish(filters, Location.root('filters'));
  const tree: RequestTree = {
    ...(parts.length > 0 && { filters: finished.tree }),
    ...(sort.length > 0 && { sort }),
    ...(slice.pagination && { pagination: slice.pagination }),
    ...(search !== undefined && { search }),
    ...(fields.length > 0 && { fields }),
    ...readDeleted(request, { name: 'withDeleted', yes: 'true', no: 'false' }),
  };
  const echo: Echo = echoOf({ ...request, refuse: () => undefined }, slice.limit);
  return {
    tree,
    nullOfRelated: 'absence',
    names: new Map([...usual, ['/filters', filterKey(request)], ['/pagination', pageKey(request)], ...finished.names]),
    all: slice.all,
    echo,
  };
}

/** Returns the key that asks for a page, to be named where a list has none. */
function pageKey({ pairs }: RampRequest): string {
  return pairs.some(({ key }) => key === 'page') ? 'page' : 'limit';
}

/** Returns the first key with conditions, to be named where none of them alone is to blame. */
function filterKey({ pairs }: RampRequest): string {
  return pairs.find(({ key }) => isFilter(key))?.key ?? 'filter';
}

/** Joins the conditions of the keys, the expression and the search. None shares its related row with another. */
function filtersOf(parts: readonly PlainObject[]): PlainObject {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : objectOf([['$and', parts]]);
}

/** The parameters that have no equivalent here, and what to do. */
const unread: Readonly<Record<string, string>> = {
  cursor: 'is not read here, because cursors are made of other values; ask for pages by number',
};

function refuseUnread(request: RampRequest): void {
  for (const [name, text] of Object.entries(unread)) {
    const sent = onceAs(request, name);
    if (sent !== undefined) request.refuse(sent.key, { code: 'unknown_parameter', allowed: [] }, text);
  }
}
