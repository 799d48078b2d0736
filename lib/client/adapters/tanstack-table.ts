import { adapted } from './adapted.js';
import type { AdaptedQuery, Conditions } from './conditions.js';
import { pathOf, sortTerm } from './names.js';
import { isMissing } from './operands.js';
import { ask, printed, refusal } from './operators.js';
import { pageFromZero } from './pages.js';
import { filterFns } from './tanstack-operators.js';

const adapter = 'fromTanStackTable';

/** The parts of the state of a TanStack Table that a request is made of. */
export interface TanStackTableState {
  readonly columnFilters?: readonly { readonly id: string; readonly value: unknown }[] | undefined;
  readonly sorting?: readonly { readonly id: string; readonly desc: boolean }[] | undefined;
  readonly pagination?: { readonly pageIndex: number; readonly pageSize: number } | undefined;
  readonly globalFilter?: unknown;
}

/** The name of a filter function of TanStack Table. */
export type TanStackFilterFn = keyof typeof filterFns;

/** What the state of a table does not say about its columns, by their ids. */
export interface TanStackTableOptions {
  /** The filter functions of the columns. Without one, a text means `includesString`, and a pair of numbers `inNumberRange`. */
  readonly filterFns?: Readonly<Record<string, TanStackFilterFn>> | undefined;
  /** The paths of the columns whose ids are others: the table makes `author_name` of `accessorKey: 'author.name'`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes a request from the state of a TanStack Table whose filters, order and pages are the server's.
 *
 * @throws TypeError for a filter that has no exact meaning here, with the name of its function and column
 * @example
 * toQueryString(fromTanStackTable({ columnFilters, sorting, pagination, globalFilter }, { filterFns: { cuisine: 'arrHas' } }));
 */
export function fromTanStackTable(state: TanStackTableState, options: TanStackTableOptions = {}): AdaptedQuery {
  const { columnFilters = [], sorting = [], pagination, globalFilter } = state;
  const fieldOf = (id: string): string => own(options.fields, id) ?? id;
  return adapted({
    conditions: columnFilters.map(({ id, value }) => filterOf(id, value, fieldOf(id), own(options.filterFns, id))),
    sort: sorting.map(({ id, desc }) => sortTerm(fieldOf(id), desc ? 'desc' : 'asc', adapter)),
    pagination: pagination && pageFromZero(pagination.pageIndex, pagination.pageSize, adapter),
    search: searchOf(globalFilter),
  });
}

/** Reads one filter. The table removes those without a value, so that one in the state is no condition either. */
function filterOf(id: string, value: unknown, field: string, named: string | undefined): Conditions {
  const path = pathOf(field, adapter);
  if (isMissing(value)) return {};
  const name = named ?? usualFor(value);
  if (name !== undefined) return ask(filterFns, name, { place: `${adapter}: ${printed(name)} of ${id}`, path, value });
  throw refusal(`${adapter}: the filter of ${id}`, 'may mean several things; name its function in filterFns');
}

/** The function that the table itself would choose for such a value; none where several are likely. */
function usualFor(value: unknown): TanStackFilterFn | undefined {
  if (typeof value === 'string') return 'includesString';
  if (Array.isArray(value)) return isNumberRange(value) ? 'inNumberRange' : undefined;
  return typeof value === 'object' ? undefined : 'equals';
}

function isNumberRange(value: readonly unknown[]): boolean {
  const isEnd = (end: unknown) => typeof end === 'number' || isMissing(end);
  return value.length === 2 && value.every(isEnd);
}

function searchOf(globalFilter: unknown): string | undefined {
  if (isMissing(globalFilter)) return undefined;
  if (typeof globalFilter === 'string') return globalFilter;
  throw refusal(`${adapter}: globalFilter`, 'is no text; give the words that are searched for');
}

function own<T>(record: Readonly<Record<string, T>> | undefined, id: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, id) ? record[id] : undefined;
}
