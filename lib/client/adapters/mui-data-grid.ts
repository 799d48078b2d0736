import {
  type AdaptedQuery,
  type Asked,
  type Conditions,
  type Operand,
  type Operators,
  adapted,
  aggregateOf,
  any,
  ask,
  at,
  is,
  isMissing,
  isNot,
  isObject,
  numeric,
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
  withoutValue,
} from './shared.js';

/** Columns of text. Negative operators include rows without a value, as in the grid. */
const texts = {
  contains: (asked) => is(asked, '$containsi', trimmed(asked.value, asked)),
  doesNotContain: (asked) => isNot(asked, '$containsi', trimmed(asked.value, asked)),
  equals: (asked) => is(asked, '$eqi', trimmed(asked.value, asked)),
  doesNotEqual: (asked) => isNot(asked, '$eqi', trimmed(asked.value, asked)),
  startsWith: (asked) => is(asked, '$startsWithi', trimmed(asked.value, asked)),
  endsWith: (asked) => is(asked, '$endsWithi', trimmed(asked.value, asked)),
  isEmpty: ({ path }) => withoutText(path),
  isNotEmpty: ({ path }) => withText(path),
  isAnyOf: (asked) => any(members(asked).map((member) => is(asked, '$eqi', trimmed(member, asked)))),
} satisfies Operators;

const numbers = {
  '=': (asked) => is(asked, '$eq', numeric(asked.value, asked)),
  // Rows without a value are included: in the grid, they differ from the number.
  '!=': (asked) => isNot(asked, '$eq', numeric(asked.value, asked)),
  '>': (asked) => is(asked, '$gt', numeric(asked.value, asked)),
  '>=': (asked) => is(asked, '$gte', numeric(asked.value, asked)),
  '<': (asked) => is(asked, '$lt', numeric(asked.value, asked)),
  '<=': (asked) => is(asked, '$lte', numeric(asked.value, asked)),
  isEmpty: hasNoValue,
  isNotEmpty: hasValue,
  isAnyOf: (asked) =>
    oneOf(
      asked.path,
      members(asked).map((member) => numeric(member, asked)),
    ),
} satisfies Operators;

/** Columns of days. Only `isEmpty` finds rows without a value. */
const dates = {
  is: (asked) => is(asked, '$eq', day(asked)),
  not: (asked) => is(asked, '$ne', day(asked)),
  after: (asked) => is(asked, '$gt', day(asked)),
  onOrAfter: (asked) => is(asked, '$gte', day(asked)),
  before: (asked) => is(asked, '$lt', day(asked)),
  onOrBefore: (asked) => is(asked, '$lte', day(asked)),
  isEmpty: hasNoValue,
  isNotEmpty: hasValue,
} satisfies Operators;

/** Columns of instants. The grid compares with the beginning of a minute; `is` finds the whole minute. */
const dateTimes = {
  is: (asked) => at(asked.path, { $gte: minute(asked), $lt: minute(asked, 1) }),
  not: (asked) => any([is(asked, '$lt', minute(asked)), is(asked, '$gte', minute(asked, 1))]),
  after: (asked) => is(asked, '$gt', minute(asked)),
  onOrAfter: (asked) => is(asked, '$gte', minute(asked)),
  before: (asked) => is(asked, '$lt', minute(asked)),
  onOrBefore: (asked) => is(asked, '$lte', minute(asked)),
  isEmpty: hasNoValue,
  isNotEmpty: hasValue,
} satisfies Operators;

/** Columns of booleans. A missing value counts as false. */
const booleans = {
  is: (asked) => (boolean(asked) ? is(asked, '$eq', true) : isNot(asked, '$eq', true)),
} satisfies Operators;

/** Columns of a choice. Negative operators include rows without a value. */
const choices = {
  is: (asked) => is(asked, '$eq', choice(asked.value, asked)),
  not: (asked) => isNot(asked, '$eq', choice(asked.value, asked)),
  isAnyOf: (asked) =>
    oneOf(
      asked.path,
      members(asked).map((member) => (member === null ? null : choice(member, asked))),
    ),
} satisfies Operators;

/**
 * Operators of the grid, by the type of the column: one name has several meanings.
 *
 * @internal exported for its tests
 */
export const muiOperators: Readonly<Record<string, Operators>> = {
  string: texts,
  longText: texts,
  number: numbers,
  date: dates,
  dateTime: dateTimes,
  boolean: booleans,
  singleSelect: choices,
};

function hasNoValue({ path }: Asked): Conditions {
  return withoutValue(path);
}

function hasValue({ path }: Asked): Conditions {
  return at(path, { $notNull: true });
}

function members(asked: Asked): readonly unknown[] {
  if (Array.isArray(asked.value)) return asked.value;
  throw refusal(asked.place, 'needs a list');
}

function trimmed(value: unknown, asked: Asked): string {
  return text(text(value, asked).trim(), asked);
}

/** Reads the day of a Date that the grid made from an input's text: midnight in UTC. */
function day(asked: Asked): string {
  return dateOf(asked).toISOString().slice(0, 10);
}

/** Reads the beginning of a minute, or of a later one. */
function minute(asked: Asked, later = 0): Date {
  const date = dateOf(asked);
  date.setSeconds(0, 0);
  return new Date(date.getTime() + later * 60_000);
}

function dateOf({ value, place }: Asked): Date {
  const date = new Date(typeof value === 'string' || value instanceof Date ? value : NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw refusal(place, 'needs a Date, or its text');
}

function boolean({ value, place }: Asked): boolean {
  const name = String(value).toLowerCase();
  if (name === 'true' || name === 'false') return name === 'true';
  throw refusal(place, 'needs true or false');
}

/** Reads an option of a column, or the value of an option with a label. */
function choice(value: unknown, asked: Asked): Operand {
  return operand(isObject(value) && 'value' in value ? value['value'] : value, asked);
}

const adapter = 'fromMuiDataGrid';

/** Models of a MUI Data Grid that make a request. */
export interface MuiDataGridModels {
  /** The filters of the columns, and the quick filter. */
  readonly filterModel?: MuiFilterModel | undefined;
  /** The order, the most important column first. */
  readonly sortModel?:
    | readonly {
        /** The column. */
        readonly field: string;
        /** Its direction; without one, the column orders nothing. */
        readonly sort?: 'asc' | 'desc' | null | undefined;
      }[]
    | undefined;
  /** The functions over all rows, by field. */
  readonly aggregationModel?: Readonly<Record<string, string>> | undefined;
  /** The page. */
  readonly paginationModel?:
    | {
        /** The number of the page, from 0. */
        readonly page: number;
        /** The number of rows on a page. */
        readonly pageSize: number;
      }
    | undefined;
}

interface MuiFilterModel {
  readonly items: readonly MuiFilterItem[];
  readonly logicOperator?: string | undefined;
  readonly quickFilterValues?: readonly unknown[] | undefined;
  readonly quickFilterLogicOperator?: string | undefined;
}

interface MuiFilterItem {
  readonly field: string;
  readonly operator: string;
  readonly value?: unknown;
}

/** Facts about the columns that the models lack. */
export interface MuiDataGridOptions {
  /**
   * Columns of the grid. Their types decide the meaning of `is`, `not`, `isEmpty`, `isAnyOf` and the date operators.
   */
  readonly columns?:
    | readonly {
        /** The column. */
        readonly field: string;
        /** Its type in the grid; by default `string`. */
        readonly type?: string | undefined;
      }[]
    | undefined;
}

/**
 * Makes a request from the models of a MUI Data Grid with filters, order and pages by the server.
 *
 * @throws TypeError for a filter that has no exact meaning here, with its operator and column
 * @example
 * toQueryString(fromMuiDataGrid({ filterModel, sortModel, paginationModel }, { columns }));
 */
export function fromMuiDataGrid(models: MuiDataGridModels, options: MuiDataGridOptions = {}): AdaptedQuery {
  const { filterModel, sortModel = [], paginationModel, aggregationModel = {} } = models;
  return adapted({
    conditions: filterModel && itemsOf(filterModel, options),
    sort: sortModel.flatMap(({ field, sort }) => (sort ? [sortTerm(field, sort, adapter)] : [])),
    pagination: paginationModel && pageFromZero(paginationModel.page, paginationModel.pageSize, adapter),
    search: filterModel && searchOf(filterModel),
    aggregates: Object.entries(aggregationModel).map(([field, row]) => aggregateOf(field, row, adapter)),
  });
}

/** Reads the items of a filter. Items without a value are left out, as in the grid. */
function itemsOf({ items, logicOperator = 'and' }: MuiFilterModel, options: MuiDataGridOptions): readonly Conditions[] {
  const conditions = items.filter(isComplete).map((item) => itemOf(item, options));
  if (logicOperator === 'and') return conditions;
  if (logicOperator === 'or') return conditions.length > 0 ? [any(conditions)] : [];
  throw refusal(`${adapter}: the logicOperator ${printed(logicOperator)}`, 'is unknown; use one of: and, or');
}

function isComplete({ operator, value }: MuiFilterItem): boolean {
  const takesNone = operator === 'isEmpty' || operator === 'isNotEmpty';
  return takesNone || !(isMissing(value) || (Array.isArray(value) && value.length === 0));
}

function itemOf({ field, operator, value }: MuiFilterItem, { columns = [] }: MuiDataGridOptions): Conditions {
  const place = `${adapter}: ${printed(operator)} of ${printed(field)}`;
  const path = pathOf(field, adapter);
  const column = columns.find((known) => known.field === field);
  const operators = column ? operatorsOf(column.type ?? 'string', place) : operatorsWith(operator, place);
  return ask(operators, operator, { place, path, value });
}

function operatorsOf(type: string, place: string): Operators {
  const operators = Object.hasOwn(muiOperators, type) ? muiOperators[type] : undefined;
  if (operators !== undefined) return operators;
  throw refusal(
    place,
    `is of the type ${printed(type)}; only ${Object.keys(muiOperators).join(', ')} have a meaning here`,
  );
}

/** Returns the operators of a column of unknown type, if only one type has this operator. */
function operatorsWith(name: string, place: string): Operators {
  const tables = new Set(Object.values(muiOperators).filter((operators) => Object.hasOwn(operators, name)));
  const [operators] = tables;
  if (operators === undefined) throw refusal(place, 'has no meaning here; use an operator of the grid');
  if (tables.size === 1) return operators;
  throw refusal(place, 'depends on the type of the column; pass the columns of the grid');
}

/** Writes the words of the quick filter as a search for rows with all of them. */
function searchOf({ quickFilterValues = [], quickFilterLogicOperator = 'and' }: MuiFilterModel): string | undefined {
  const words = quickFilterValues.filter(Boolean).map(wordOf);
  if (words.length > 1 && quickFilterLogicOperator !== 'and') {
    const place = `${adapter}: the quickFilterLogicOperator ${printed(quickFilterLogicOperator)}`;
    throw refusal(place, 'has no meaning here: a search finds all words; use and');
  }
  return words.length > 0 ? words.join(' ') : undefined;
}

/**
 * Writes a value of the quick filter as a word. A value with white space becomes a phrase, which may not contain a
 * quote. The server reads white space alone as text, so it is refused.
 */
function wordOf(value: unknown): string {
  const word = typeof value === 'number' ? String(value) : value;
  if (typeof word === 'string' && !word.includes('"') && /\P{White_Space}/u.test(word)) {
    return /\p{White_Space}/u.test(word) ? `"${word}"` : word;
  }
  throw refusal(
    `${adapter}: a value of the quick filter`,
    'is not a word; use texts with more than white space, and without quotes',
  );
}
