import { aggregatesOf, readAggregates } from '../aggregates/index.js';
import {
  type AggregateRequest,
  type AggregateSchema,
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
} from '../ast/index.js';
import {
  type FacetSchema,
  type FieldPath,
  type FieldSchema,
  type FilterSchema,
  type View,
  type ViewKind,
  keyOf,
  unconditionalPaths,
  withFormerKeys,
} from '../schema/index.js';
import { checkNames } from '../configuration/index.js';
import { type DeclaredDeleted, declaredDeleted, readDeleted } from '../deleted/index.js';
import { facetsOf, readFacets } from '../facets/index.js';
import type { Limits } from '../limits.js';
import {
  type Populatables,
  type ReadPopulate,
  type TrustedReader,
  populatablesOf,
  readPopulate,
} from '../populate/index.js';
import { inheritedFieldsOf, readSearch, searchFieldsOf } from '../search/index.js';
import { type Selectable, loadedFields, readSelection, selectableOf } from '../selection/index.js';
import type { Overrides } from './options.js';
import { type Node, type NodeOf, readFilters, readSlice, readSort, report } from '../parse/index.js';
import { type Parameter, parameters } from '../wire/index.js';

/** Declarations for the parameters that a list only reads if declared. Undefined for undeclared ones. */
export interface Lists {
  readonly search: readonly FieldPath[] | undefined;
  /** Facets, by their names in requests. */
  readonly facets: ReadonlyMap<string, FacetSchema> | undefined;
  /** The aggregates by the names that requests use for their fields. */
  readonly aggregates: ReadonlyMap<string, AggregateSchema> | undefined;
  /** The columns that `fields` may name. */
  readonly selectable: Selectable | undefined;
  /** The aggregates of related rows that are part of every row. */
  readonly loaded: readonly FieldSchema[] | undefined;
  /** The soft-deleted rows that `deleted` may ask for. */
  readonly deleted: DeclaredDeleted | undefined;
  /** The relations that `populate` may name, by the names in requests. Empty where it is read, and none is declared. */
  readonly populate: Populatables | undefined;
}

/** Declarations of a list without any. */
export const noLists: Lists = Object.freeze({
  search: undefined,
  facets: undefined,
  aggregates: undefined,
  selectable: undefined,
  loaded: undefined,
  populate: undefined,
  deleted: undefined,
});

/** List whose declarations are looked up: an entity's, or a handler's. */
export interface ListOwner {
  readonly schema: FilterSchema;
  readonly overrides: Pick<
    Overrides,
    'search' | 'facets' | 'aggregates' | 'select' | 'populate' | 'deleted' | 'operators'
  >;
  /** Returns the members that requests may name. */
  readonly view: (kind: ViewKind) => View;
  readonly subject: string;
  readonly limits: Pick<Limits, 'searchTerms'>;
  /** Reads the program's own declarations of populated relations. Undefined where nothing is populated. */
  readonly reader: TrustedReader | undefined;
  /** True where `populate` is read whatever is declared. */
  readonly readsPopulate?: boolean | undefined;
}

/**
 * Looks up the declarations for the parameters that a list only reads if declared: the handler's own, or its entity's
 * as far as the handler exposes their fields.
 *
 * @throws FilterConfigurationError for an unknown name in a list
 */
export function listsOf(owner: ListOwner): (kind: ViewKind) => Lists {
  const { overrides, schema, view, subject } = owner;
  const { select, deleted: option } = overrides;
  const search = searchOf(owner);
  const facets = facetsIn(owner);
  const aggregates = aggregatesIn(owner);
  const deleted = option && declaredDeleted(schema, option, subject);
  const made = (kind: ViewKind): Lists => ({
    search,
    facets: facets && byName(facets, kind, subject),
    aggregates: aggregates && byName(aggregates, kind, subject),
    selectable: select && selectableOf(view(kind), select, subject),
    loaded: undefined,
    populate: undefined,
    deleted,
  });
  // A builder, which is all that code gets, has no place for related rows.
  const code = { ...made('code'), populate: undefined };
  const lists = {
    client: { ...made('client'), loaded: loadedFields(view('client')), populate: populateOf(owner) },
    code,
  };
  return (kind) => (kind === 'client' ? lists.client : lists.code);
}

/**
 * Checks an entity's declarations, even if no handler uses them.
 *
 * @throws FilterConfigurationError with every mistake in the declarations
 */
export function checkDeclaredLists(schema: FilterSchema, limits: Limits, reader: TrustedReader): void {
  const { search, facets, aggregates, populate } = schema.lists;
  const { subject } = schema.declaration;
  checkNames({ subject, name: 'search', value: search });
  const view = (kind: ViewKind) => schema.view(kind);
  listsOf({ schema, overrides: { search, facets, aggregates, populate }, view, subject, limits, reader });
}

const trusted = new WeakMap<FilterSchema, Lists>();

/** Returns the lists of an entity for the program's own requests, without limits and `when`. */
export function trustedLists(schema: FilterSchema, subject: string): Lists {
  const existing = trusted.get(schema);
  if (existing !== undefined) return existing;
  const owner: ListOwner = {
    schema,
    overrides: {},
    view: (kind) => schema.view(kind),
    subject,
    limits: noLimits,
    reader: undefined,
  };
  const lists = listsOf(owner)('code');
  const all = { ...lists, search: lists.search && unconditionalPaths(lists.search) };
  trusted.set(schema, all);
  return all;
}

const noLimits = { searchTerms: Infinity };

function searchOf({ schema, overrides, view, subject, limits: { searchTerms: most } }: ListOwner): Lists['search'] {
  const { search } = overrides;
  if (search === false) return undefined;
  if (search !== undefined) return searchFieldsOf(view('code'), { names: search, subject, most });
  const { search: names } = schema.lists;
  return names && someOf(inheritedFieldsOf(view('code'), { names, subject, most }));
}

function facetsIn({ schema, overrides, view, subject }: ListOwner): readonly FacetSchema[] | undefined {
  const { facets = schema.lists.facets } = overrides;
  if (facets === undefined || facets === false) return undefined;
  const isInherited = overrides.facets === undefined;
  return someOf(facetsOf(view('code'), { rules: facets, subject, isInherited }));
}

function aggregatesIn({ schema, overrides, view, subject }: ListOwner): readonly AggregateSchema[] | undefined {
  const { aggregates = schema.lists.aggregates } = overrides;
  if (aggregates === undefined || aggregates === false) return undefined;
  const isInherited = overrides.aggregates === undefined;
  return someOf(aggregatesOf(view('code'), { rules: aggregates, subject, isInherited }));
}

function byName<Path extends FieldPath>(
  paths: readonly Path[],
  kind: ViewKind,
  subject: string,
): ReadonlyMap<string, Path> {
  const named = new Map(paths.map((path) => [keyOf(kind, path), path]));
  return kind === 'client' ? withFormerKeys(named, subject) : named;
}

function populateOf({ schema, overrides, view, subject, reader, readsPopulate }: ListOwner): Lists['populate'] {
  const { populate = schema.lists.populate, operators } = overrides;
  if (reader !== undefined && populate !== undefined && populate !== false) {
    return populatablesOf({ view: view('client'), rules: populate, subject, operators, reader });
  }
  return readsPopulate ? new Map() : undefined;
}

/** A list without remaining members is not declared. */
function someOf<Member>(members: readonly Member[]): readonly Member[] | undefined {
  return members.length === 0 ? undefined : members;
}

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
