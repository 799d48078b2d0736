import { adapted } from './adapted.js';
import { aggregateOf } from './aggregates.js';
import { type AdaptedQuery, type Conditions, any } from './conditions.js';
import { muiOperators } from './mui-operators.js';
import { pathOf, sortTerm } from './names.js';
import { isMissing } from './operands.js';
import { type Operators, ask, printed, refusal } from './operators.js';
import { pageFromZero } from './pages.js';

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
 * Makes a request from the models of a MUI Data Grid whose filters, order and pages are the server's.
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
    'is no word; use texts without quotes, and not of white space alone',
  );
}
