import {
  type Condition,
  type FacetRequest,
  type PageStyle,
  type PrintedQuery,
  type QueryPlan,
  type Search,
  type Selection,
  type Shaped,
  type Slice,
  type SortTerm,
  printFacets,
  printObject,
  printSlice,
  printSort,
  withoutRepetition,
} from '../ast/index.js';
import { readFacets } from '../facets/index.js';
import type { WorkParts } from '../cost.js';
import { type Node, type RequestNodes, readFilters, readSlice, readSort } from '../parse/index.js';
import type { View, ViewKind } from '../schema/index.js';
import { readSearch } from '../search/index.js';
import { readSelection } from '../selection/index.js';
import { type Parameter, parameters } from '../wire/index.js';
import type { Lists } from './lists.js';

/** What each parameter means once it is read. */
interface Meanings {
  readonly filters: Condition;
  readonly sort: readonly SortTerm[];
  readonly pagination: Slice;
  readonly search: Search;
  readonly facets: readonly FacetRequest[];
  readonly fields: Selection;
}

/** The meaning of each parameter; undefined for one that was not sent, or says nothing. */
type ReadParameters = { readonly [P in Parameter]: Meanings[P] | undefined };

/** A request as it was understood. */
export type ParsedRequest = ReadParameters & {
  /** The shape of the request, where it was known. */
  readonly shaped: Shaped | undefined;
  /** The work that the conditions and the sort ask for; undefined where the shape was known. */
  readonly work: WorkParts | undefined;
};

/** The list that a request is about, as its parameters are read against it. */
export interface ReadableList {
  /** The members that the request may name. */
  readonly view: View;
  /** The declarations for the parameters that are read only where they are declared. */
  readonly lists: Lists;
  /** The styles of `pagination` that the handler reads; where there is none, sending it is refused. */
  readonly styles: readonly PageStyle[];
}

/** A parameter of ours: where it is read, how, and how its meaning is printed in canonical form. */
interface ParameterRow<P extends Parameter> {
  /** Returns true where a list reads it. Where it does not, the parameter is the host's. */
  readonly isRead: (lists: Lists) => boolean;
  /** Reads its value; undefined where it was refused, or says nothing. */
  readonly read: (node: Node, list: ReadableList) => Meanings[P] | undefined;
  /** Prints its meaning, in the names of a kind of view. Parsing the result gives the same meaning. */
  readonly print: (meaning: Meanings[P], kind: ViewKind) => PrintedQuery[P];
}

const always = (): boolean => true;

/**
 * Every parameter, in the order in which they are read and printed. To add one, add its name to `wire/parameters.ts`; the
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
    read: (node, { styles }) => readSlice(node, styles),
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
  fields: {
    isRead: ({ selectable }) => selectable !== undefined,
    read: (node, { lists: { selectable } }) => selectable && readSelection(node, selectable),
    print: ({ names }) => names,
  },
};

/** Returns the parameters that a list reads. */
export function parametersRead(lists: Lists): readonly Parameter[] {
  return parameters.filter((parameter) => parameterTable[parameter].isRead(lists));
}

/**
 * Reads all parameters of a request. The result means nothing where issues were reported.
 *
 * @param nodes the nodes of the parameters that were sent, and the budget that they spend
 */
export function readParameters({ nodeOf, budget }: RequestNodes, list: ReadableList): ParsedRequest {
  const read = <P extends Parameter>(parameter: P): Meanings[P] | undefined => {
    const node = nodeOf(parameter);
    return node && parameterTable[parameter].read(node, list);
  };
  const filters = read('filters');
  const sort = read('sort');
  const work = budget.parts;
  // Written out, so that every request is an object of one shape.
  return {
    filters,
    sort,
    pagination: read('pagination'),
    search: read('search'),
    facets: read('facets'),
    fields: read('fields'),
    shaped: undefined,
    work,
  };
}

/** The parts of a plan that came from the client. */
type ClientParts = Pick<QueryPlan, 'filters' | 'sort' | 'slice' | 'search' | 'facets' | 'selection'> & {
  readonly view: { readonly kind: ViewKind };
};

/** Prints the client's part of a request: equal requests give equal objects, and parsing one gives an equal request. */
export function printQuery({ filters, sort, slice, search, facets, selection, view }: ClientParts): PrintedQuery {
  const parsed: ReadParameters = {
    filters,
    sort: sort.length === 0 ? undefined : sort,
    pagination: slice,
    search,
    facets: facets.length === 0 ? undefined : facets,
    fields: selection,
  };
  const printed: PrintedQuery = {};
  for (const parameter of parameters) printInto(printed, parameter, parsed, view.kind);
  return printed;
}

function printInto<P extends Parameter>(printed: PrintedQuery, parameter: P, parsed: ReadParameters, kind: ViewKind) {
  const meaning: Meanings[P] | undefined = parsed[parameter];
  if (meaning !== undefined) printed[parameter] = parameterTable[parameter].print(meaning, kind);
}
