import {
  type AdaptedQuery,
  type Asked,
  type Conditions,
  type Operand,
  type Operators,
  adapted,
  ask,
  at,
  ends,
  is,
  isMissing,
  list,
  oneOf,
  operand,
  pageFromZero,
  pathOf,
  printed,
  refusal,
  sortTerm,
  text,
  withText,
  withoutText,
} from './shared.js';

/**
 * Filter functions of TanStack Table. In the browser, some read a missing value as 0 or the empty text; here, as in
 * SQL, it satisfies no comparison.
 */
export const filterFns = {
  includesString: (asked) => is(asked, '$containsi', text(asked.value, asked)),
  includesStringSensitive: (asked) => is(asked, '$containsc', text(asked.value, asked)),
  equalsString: (asked) => is(asked, '$eqi', text(asked.value, asked)),
  equalsStringSensitive: (asked) => is(asked, '$eqc', text(asked.value, asked)),
  startsWith: (asked) => is(asked, '$startsWithi', text(asked.value, asked)),
  endsWith: (asked) => is(asked, '$endsWithi', text(asked.value, asked)),
  equals: (asked) => is(asked, '$eq', operand(asked.value, asked)),
  weakEquals: (asked) => is(asked, '$eq', operand(asked.value, asked)),
  // The table removes a filter whose value is false.
  empty: (asked) => (asked.value === false ? {} : withoutText(asked.path)),
  notEmpty: (asked) => (asked.value === false ? {} : withText(asked.path)),
  greaterThan: (asked) => is(asked, '$gt', operand(asked.value, asked)),
  greaterThanOrEqualTo: (asked) => is(asked, '$gte', operand(asked.value, asked)),
  lessThan: (asked) => is(asked, '$lt', operand(asked.value, asked)),
  lessThanOrEqualTo: (asked) => is(asked, '$lte', operand(asked.value, asked)),
  between: (asked) => range(asked, '$gt', '$lt', inOrder(asked)),
  betweenInclusive: (asked) => range(asked, '$gte', '$lte', inOrder(asked)),
  inNumberRange: (asked) => range(asked, '$gte', '$lte', swapped(asked, numberIn)),
  inDateRange: (asked) => range(asked, '$gte', '$lte', swapped(asked, dateIn)),
  arrHas: (asked) => filled(asked, () => oneOf(asked.path, members(asked))),
  // Before version 9 of the table, the value is a single one.
  arrIncludes: (asked) =>
    Array.isArray(asked.value)
      ? filled(asked, () => is(asked, '$hasSome', list(asked.value, asked)))
      : is(asked, '$has', operand(asked.value, asked)),
  arrIncludesSome: (asked) => filled(asked, () => is(asked, '$hasSome', list(asked.value, asked))),
  arrIncludesAll: (asked) => filled(asked, () => is(asked, '$hasEvery', list(asked.value, asked))),
} satisfies Operators;

type End = Operand | undefined;

/** Returns the condition of a non-empty list. The table removes a filter with an empty list. */
function filled({ value }: Asked, condition: () => Conditions): Conditions {
  return Array.isArray(value) && value.length === 0 ? {} : condition();
}

/** Returns the condition of a range. The table removes a range with two empty ends; any other needs a value. */
function range(asked: Asked, lower: string, upper: string, [from, to]: readonly [End, End]): Conditions {
  if (from === undefined && to === undefined) {
    return ends(asked.value, asked).every(isMissing) ? {} : is(asked, '$notNull', true);
  }
  return at(asked.path, { ...(from !== undefined && { [lower]: from }), ...(to !== undefined && { [upper]: to }) });
}

/**
 * Reads the ends of `between`. The table reads null as 0, and an upper end below the lower one as
 * missing: both are refused.
 */
function inOrder(asked: Asked): readonly [End, End] {
  const [from, to] = ends(asked.value, asked).map((end) =>
    end === undefined || end === '' ? undefined : operand(end, asked),
  );
  if (from !== undefined && to !== undefined && Number(from) > Number(to)) {
    throw refusal(asked.place, 'needs the lower end first');
  }
  return [from, to];
}

/** Reads the ends of a range that the table itself puts in order. NaN, and Infinity in its place, count as missing. */
function swapped(asked: Asked, read: (end: unknown, asked: Asked) => Operand): readonly [End, End] {
  const [lower, upper] = ends(asked.value, asked);
  const isOpen = (end: unknown, infinity: number) => isMissing(end) || Number.isNaN(end) || end === infinity;
  const from = isOpen(lower, -Infinity) ? undefined : read(lower, asked);
  const to = isOpen(upper, Infinity) ? undefined : read(upper, asked);
  return from !== undefined && to !== undefined && rankOf(from) > rankOf(to) ? [to, from] : [from, to];
}

function rankOf(end: Operand): number {
  return typeof end === 'string' ? new Date(end).getTime() : Number(end);
}

/** Reads a number, or its text from an input of a page. */
function numberIn(end: unknown, { place }: Asked): Operand {
  const read = typeof end === 'string' && end.trim() !== '' ? Number(end) : end;
  if (typeof read === 'number' && Number.isFinite(read)) return read;
  throw refusal(place, 'needs a pair of numbers');
}

/** Reads an instant: a Date, or its milliseconds. A text stays as it is, because a day alone means the whole day. */
function dateIn(end: unknown, asked: Asked): Operand {
  const date = operand(typeof end === 'number' ? new Date(end) : end, asked);
  if (date instanceof Date) return date;
  if (typeof date === 'string' && !Number.isNaN(new Date(date).getTime())) return date;
  throw refusal(asked.place, 'needs a pair of dates');
}

function members(asked: Asked): readonly (Operand | null)[] {
  if (!Array.isArray(asked.value)) throw refusal(asked.place, 'needs a list');
  return asked.value.map((member) => (member === null ? null : operand(member, asked)));
}

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
 * Makes a request from the state of a TanStack Table with manual filters, order and pages.
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
  throw refusal(`${adapter}: globalFilter`, 'is not a text; set the words to search for');
}

function own<T>(record: Readonly<Record<string, T>> | undefined, id: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, id) ? record[id] : undefined;
}
