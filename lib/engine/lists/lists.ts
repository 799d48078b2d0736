import { aggregatesOf } from '../../aggregates/index.js';
import type { AggregateSchema } from '../../ast/index.js';
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
} from '../../schema/index.js';
import { checkNames } from '../../configuration/index.js';
import { type DeclaredDeleted, declaredDeleted } from '../../deleted/index.js';
import { facetsOf } from '../../facets/index.js';
import type { Limits } from '../../limits.js';
import { type Populatables, type TrustedReader, populatablesOf } from '../../populate/index.js';
import { inheritedFieldsOf, searchFieldsOf } from '../../search/index.js';
import { type Selectable, loadedFields, selectableOf } from '../../selection/index.js';
import type { Overrides } from '../options/overrides.js';

/** Declarations for the parameters that a list only reads if declared. Undefined for undeclared ones. */
export interface Lists {
  /** The fields that `search` looks in. */
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
  /** The overrides of the handler. */
  readonly overrides: Pick<
    Overrides,
    'search' | 'facets' | 'aggregates' | 'select' | 'populate' | 'deleted' | 'operators'
  >;
  /** Returns the members that requests may name. */
  readonly view: (kind: ViewKind) => View;
  readonly subject: string;
  /** Limits on the search of one request. */
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
