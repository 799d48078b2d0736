import { adapted } from './adapted.js';
import type { AdaptedQuery, Conditions } from './conditions.js';
import { pathOf, sortTerm } from './names.js';
import { isMissing } from './operands.js';
import { ask, printed, refusal } from './operators.js';
import { pageFromZero } from './pages.js';
import { filterFns } from './tanstack-operators.js';

const adapter = 'fromTanStackTable';

/** Parts of a TanStack Table's state that make a request. */
export interface TanStackTableState {
  /** The filters of the columns. */
  readonly columnFilters?:
    | readonly {
        /** The id of the column. */
        readonly id: string;
        /** The value that its filter function takes. */
        readonly value: unknown;
      }[]
    | undefined;
  /** The order, the most important column first. */
  readonly sorting?:
    | readonly {
        /** The id of the column. */
        readonly id: string;
        /** True for a descending order. */
        readonly desc: boolean;
      }[]
    | undefined;
  /** The page. */
  readonly pagination?:
    | {
        /** The number of the page, from 0. */
        readonly pageIndex: number;
        /** The number of rows on a page. */
        readonly pageSize: number;
      }
    | undefined;
  /** The text of the search box. */
  readonly globalFilter?: unknown;
}

/** The name of a filter function of TanStack Table. */
export type TanStackFilterFn = keyof typeof filterFns;

/** Facts about the columns that the state lacks, by their ids. */
export interface TanStackTableOptions {
  /**
   * Filter functions of the columns. Without one, a text means `includesString`, and a pair of numbers `inNumberRange`.
   */
  readonly filterFns?: Readonly<Record<string, TanStackFilterFn>> | undefined;
  /** Paths of the columns with other ids: the table turns `accessorKey: 'author.name'` into `author_name`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes a request from the state of a TanStack Table whose filters, order and pages are the server's.
 *
 * @throws TypeError for a filter that has no exact meaning here, with the name of its function and column
 * @example
 * toQueryString(fromTanStackTable({ columnFilters, sorting, pagination, globalFilter }, { filterFns: { cuisine:
 * 'arrHas' } }));
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

/** Reads one filter. The table removes filters without a value, so that one in the state is left out, too. */
function filterOf(id: string, value: unknown, field: string, named: string | undefined): Conditions {
  const path = pathOf(field, adapter);
  if (isMissing(value)) return {};
  const name = named ?? usualFor(value);
  if (name !== undefined) return ask(filterFns, name, { place: `${adapter}: ${printed(name)} of ${id}`, path, value });
  throw refusal(`${adapter}: the filter of ${id}`, 'may mean several things; name its function in filterFns');
}

/** Returns the function that the table itself would choose for the value, or none where several are likely. */
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
