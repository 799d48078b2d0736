import { readAggregates } from '../../aggregates/index.js';
import {
  type AggregateRequest,
  type Condition,
  type DeletedRows,
  type FacetRequest,
  type PageStyle,
  type PopulateRequest,
  type PrintedQuery,
  type QueryPlan,
  type Search,
  type Selection,
  type Slice,
  type SortTerm,
  printAggregates,
  printFacets,
  printObject,
  printPopulate,
  printSlice,
  printSort,
  withoutRepetition,
} from '../../ast/index.js';
import { readDeleted } from '../../deleted/index.js';
import { readFacets } from '../../facets/index.js';
import { type Node, type NodeOf, readFilters, readSlice, readSort, report } from '../../parse/index.js';
import { type ReadPopulate, readPopulate } from '../../populate/index.js';
import type { View, ViewKind } from '../../schema/index.js';
import { readSearch } from '../../search/index.js';
import { readSelection } from '../../selection/index.js';
import { type Parameter, parameters } from '../../wire/index.js';
import type { Lists } from './lists.js';

/** Meaning of each parameter after reading. */
interface Meanings {
  readonly filters: Condition;
  readonly sort: readonly SortTerm[];
  readonly pagination: Slice;
  readonly search: Search;
  readonly facets: readonly FacetRequest[];
  readonly aggregates: readonly AggregateRequest[];
  readonly fields: Selection;
  readonly populate: readonly ReadPopulate[];
  readonly deleted: DeletedRows;
}

/** Printed form of each parameter. */
interface Printable extends Omit<Meanings, 'populate'> {
  readonly populate: readonly PopulateRequest[];
}

/** Meaning of each parameter. Undefined for one that was not sent, or is empty. */
type ReadParameters = { readonly [P in Parameter]: Meanings[P] | undefined };

/** The parts of a request that are printed. */
type PrintableParameters = { readonly [P in Parameter]: Printable[P] | undefined };

/** A request as it was understood. */
export type ParsedRequest = ReadParameters;

/** List of a request, for reading its parameters. */
export interface ReadableList {
  /** The members that the request may name. */
  readonly view: View;
  /** Declarations for the parameters that are only read if declared. */
  readonly lists: Lists;
  /** Styles of `pagination` that the handler reads. Without any, the parameter is refused. */
  readonly styles: readonly PageStyle[];
  /** True where a page size above the maximum is lowered to it. */
  readonly clamps?: boolean | undefined;
}

/** A parameter of ours: where and how it is read, and how its meaning is printed in canonical form. */
interface ParameterRow<P extends Parameter> {
  /** Returns true where a list reads it. Otherwise, the parameter is the host's. */
  readonly isRead: (lists: Lists) => boolean;
  /**
   * Reads its value. Returns undefined where it was refused, or says nothing. Rows after `pagination` know the slice
   * that was read there.
   */
  readonly read: (node: Node, list: ReadableList, slice: Slice | undefined) => Meanings[P] | undefined;
  /** Prints its meaning, in the names of a kind of view. Parsing the result gives the same meaning. */
  readonly print: (meaning: Printable[P], kind: ViewKind) => PrintedQuery[P];
}

const always = (): boolean => true;

/**
 * Every parameter, in the order of reading and printing. To add one, add its name to `wire/names/parameters.ts`; the
 * compiler then asks for its meaning and its row here.
 */
const parameterTable: { readonly [P in Parameter]: ParameterRow<P> } = {
  filters: {
    isRead: always,
    read: (node, { view }) => readFilters(node, view),
    print: (condition) => printObject(withoutRepetition(condition)),
  },
  sort: {
    isRead: always,
    read: (node, { view }) => readSort(node, view),
    print: (terms, kind) => terms.map((term) => printSort(term, kind)),
  },
  pagination: {
    isRead: always,
    read: (node, { styles, clamps }) => readSlice(node, styles, clamps),
    print: printSlice,
  },
  search: {
    isRead: ({ search }) => search !== undefined,
    read: (node, { lists: { search = [] } }) => readSearch(node, search),
    print: ({ text }) => text,
  },
  facets: {
    isRead: ({ facets }) => facets !== undefined,
    read: (node, { lists: { facets } }) => facets && readFacets(node, facets),
    print: printFacets,
  },
  aggregates: {
    isRead: ({ aggregates }) => aggregates !== undefined,
    read: (node, { lists: { aggregates } }) => aggregates && readAggregates(node, aggregates),
    print: printAggregates,
  },
  fields: {
    isRead: ({ selectable }) => selectable !== undefined,
    read: (node, { lists: { selectable } }) => selectable && readSelection(node, selectable),
    print: ({ names }) => names,
  },
  populate: {
    isRead: ({ populate }) => populate !== undefined,
    read: (node, { lists }, slice) => {
      const { populate } = lists;
      return populate === undefined ? refuseUnread(node, lists) : readPopulate(node, populate, sizeOf(slice, node));
    },
    print: printPopulate,
  },
  deleted: {
    isRead: ({ deleted }) => deleted !== undefined,
    read: (node, { lists: { deleted } }) => deleted && readDeleted(node, deleted),
    print: ({ mode }) => mode,
  },
};

/** Returns the parameters that a list reads. */
export function parametersRead(lists: Lists): readonly Parameter[] {
  return parameters.filter((parameter) => parameterTable[parameter].isRead(lists));
}

/**
 * Reads all parameters of a request. After an issue, the result must not be used.
 *
 * @param nodeOf returns the node of a parameter, or undefined for one that was not sent
 */
export function readParameters(nodeOf: NodeOf, list: ReadableList): ParsedRequest {
  let slice: Slice | undefined;
  const read = <P extends Parameter>(parameter: P): Meanings[P] | undefined => {
    const node = nodeOf(parameter);
    return node && parameterTable[parameter].read(node, list, slice);
  };
  // Written out, so that every request is an object of one shape.
  return {
    filters: read('filters'),
    sort: read('sort'),
    pagination: (slice = read('pagination')),
    search: read('search'),
    facets: read('facets'),
    aggregates: read('aggregates'),
    fields: read('fields'),
    populate: read('populate'),
    deleted: read('deleted'),
  };
}

/** Returns the most rows of the page that a slice asks for. */
function sizeOf(slice: Slice | undefined, { context }: Node): number {
  if (slice === undefined) return context.budget.limits.pageSize;
  return slice.type === 'offset' ? slice.limit : slice.pageSize;
}

/** Refuses a parameter that other requests of this list read, and this one does not: a builder has no related rows. */
function refuseUnread(node: Node, lists: Lists): undefined {
  const allowed = parametersRead(lists);
  return report(node, { code: 'unknown_parameter', allowed }, 'is not read here; only pages have related rows');
}

/** The client's parts of a plan. */
type ClientParts = Pick<
  QueryPlan,
  'filters' | 'sort' | 'slice' | 'search' | 'facets' | 'aggregates' | 'selection' | 'deleted'
> & {
  readonly populate: readonly PopulateRequest[];
  readonly view: { readonly kind: ViewKind };
};

/** Prints the client's part of a request: equal requests give equal objects, and parsing one gives an equal request. */
export function printQuery(client: ClientParts): PrintedQuery {
  const { filters, sort, slice, search, facets, aggregates, selection, populate, deleted, view } = client;
  const parsed: PrintableParameters = {
    filters,
    sort: sort.length === 0 ? undefined : sort,
    pagination: slice,
    search,
    facets: facets.length === 0 ? undefined : facets,
    aggregates: aggregates.length === 0 ? undefined : aggregates,
    fields: selection,
    populate: populate.length === 0 ? undefined : populate,
    deleted,
  };
  const printed: PrintedQuery = {};
  for (const parameter of parameters) printInto(printed, parameter, parsed, view.kind);
  return printed;
}

function printInto<P extends Parameter>(
  printed: PrintedQuery,
  parameter: P,
  parsed: PrintableParameters,
  kind: ViewKind,
) {
  const meaning: Printable[P] | undefined = parsed[parameter];
  if (meaning !== undefined) printed[parameter] = parameterTable[parameter].print(meaning, kind);
}
