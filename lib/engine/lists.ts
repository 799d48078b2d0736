import {
  type FacetSchema,
  type FieldPath,
  type FilterSchema,
  type View,
  type ViewKind,
  keyOf,
  unconditionalPaths,
} from '../schema/index.js';
import { checkNames } from '../configuration/index.js';
import { facetsOf } from '../facets/index.js';
import type { Limits } from '../limits.js';
import { inheritedFieldsOf, searchFieldsOf } from '../search/index.js';
import { type Selectable, selectableOf } from '../selection/index.js';
import type { Overrides } from './overrides.js';

/** The declarations for the parameters that a list reads only where they are declared; undefined where one is not. */
export interface Lists {
  /** The fields that `search` looks in. */
  readonly search: readonly FieldPath[] | undefined;
  /** The facets by the names that requests use for them. */
  readonly facets: ReadonlyMap<string, FacetSchema> | undefined;
  /** The columns that `fields` may name. */
  readonly selectable: Selectable | undefined;
}

/** The declarations of a list that declares nothing. */
export const noLists: Lists = Object.freeze({ search: undefined, facets: undefined, selectable: undefined });

/** The list that declarations are looked up for: of an entity, or of one handler. */
export interface ListOwner {
  readonly schema: FilterSchema;
  /** The overrides of the handler. */
  readonly overrides: Pick<Overrides, 'search' | 'facets' | 'select'>;
  /** Returns the members that requests may name. */
  readonly view: (kind: ViewKind) => View;
  readonly subject: string;
  /** The limits on what one request may search for. */
  readonly limits: Pick<Limits, 'searchTerms'>;
}

/**
 * Looks up what a list declares for the parameters that it reads only where they are declared: the handler's own lists, or those
 * of its entity as far as the handler exposes the fields in them.
 *
 * @throws FilterConfigurationError where a list names what does not exist
 */
export function listsOf(owner: ListOwner): (kind: ViewKind) => Lists {
  const { overrides, view, subject } = owner;
  const { select } = overrides;
  const search = searchOf(owner);
  const facets = facetsIn(owner);
  const made = (kind: ViewKind): Lists => ({
    search,
    facets: facets && new Map(facets.map((facet) => [keyOf(kind, facet), facet])),
    selectable: select && selectableOf(view(kind), select, subject),
  });
  const lists = { client: made('client'), code: made('code') };
  return (kind) => (kind === 'client' ? lists.client : lists.code);
}

/**
 * Checks what an entity declares for its lists, none of which may have a handler.
 *
 * @throws FilterConfigurationError with every mistake in the declarations
 */
export function checkDeclaredLists(schema: FilterSchema, limits: Limits): void {
  const { search, facets } = schema.lists;
  const subject = `@Filterable() on ${schema.name}`;
  checkNames({ subject, name: 'search', value: search });
  listsOf({ schema, overrides: { search, facets }, view: (kind) => schema.view(kind), subject, limits });
}

const trusted = new WeakMap<FilterSchema, Lists>();

/** Returns the lists of an entity for the program's own requests, which neither a limit nor a `when` concerns. */
export function trustedLists(schema: FilterSchema, subject: string): Lists {
  const existing = trusted.get(schema);
  if (existing !== undefined) return existing;
  const owner: ListOwner = { schema, overrides: {}, view: (kind) => schema.view(kind), subject, limits: noLimits };
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

/** A list of which nothing is left is not declared. */
function someOf<Member>(members: readonly Member[]): readonly Member[] | undefined {
  return members.length === 0 ? undefined : members;
}
