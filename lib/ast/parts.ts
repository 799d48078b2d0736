import type { AggregateFunction } from '../operators/index.js';
import type { FacetSchema, FieldPath, FieldSchema, RelationSchema, SortTarget, View } from '../schema/index.js';
import type { Condition } from './condition.js';

/** A field of the list's rows, and the functions over it that clients may ask for. */
export interface AggregateSchema extends FieldPath {
  readonly functions: readonly AggregateFunction[];
}

/** A request for one aggregate of all rows that a query finds. */
export interface AggregateRequest {
  readonly aggregate: AggregateSchema;
  readonly function: AggregateFunction;
  /** The name that the client uses for the field, and that the aggregate is answered under. */
  readonly name: string;
}

/** A request for one facet: the distinct values of a field among the rows that a query finds, or their range. */
export interface FacetRequest {
  readonly facet: FacetSchema;
  /** Client's name for it, under which it is answered: `tags.name`. */
  readonly name: string;
  /** Greatest number of values that the client wants. Undefined for the declaration's or the limits' own. */
  readonly limit: number | undefined;
  /** Text that the values must contain. Undefined for all values. */
  readonly search: string | undefined;
}

/** The ways to make entities of the rows of a page: by a compiled function, or by TypeORM's own code. */
export const hydrations = ['compiled', 'typeorm'] as const;

/** A way to make entities of rows, as the option `hydration` names it. */
export type Hydration = (typeof hydrations)[number];

/**
 * Counting of rows for a page's total: all of them (`exact`), none, up to a number (`capped`), or an estimate by
 * PostgreSQL's planner. The planner's statistics cover all rows and would betray hidden ones, so `estimate` becomes
 * `{ capped: 1000 }` where the server narrows the list by a scope, `and()`, defaults, or a condition of the builder.
 */
export type CountMode = 'exact' | 'none' | 'estimate' | { readonly capped: number };

/** The styles of pagination: by page number, by offset, by cursor. */
export const pageStyles = ['page', 'offset', 'cursor'] as const;

/** A style of pagination, as the option `pagination.styles` names it. */
export type PageStyle = (typeof pageStyles)[number];

/** Options of pagination, for a module or a handler. */
export interface PageSettings {
  /**
   * Counting of rows for the total; `exact` by default. A client can still leave out the total by `withCount=false`.
   */
  readonly count?: CountMode | undefined;
  /**
   * Styles that a client may use; all by default. `page()` answers a request without `pagination` in the first of them.
   */
  readonly styles?: readonly PageStyle[] | undefined;
  /**
   * `all` answers a request without `pagination` with all rows, in one page, and refuses it where there are more than
   * `max`. For handlers alone, and not beside `populate`. By default such a request has the first page.
   *
   * @example
   * pagination: { absent: 'all', max: 5_000 }
   */
  readonly absent?: 'all' | undefined;
  /** The most rows of an answer with all of them: 1 to 10,000. It stands beside `absent: 'all'`. */
  readonly max?: number | undefined;
  /** `clamp` lowers a page size above the maximum to it. By default it is refused (`refuse`). */
  readonly oversize?: 'refuse' | 'clamp' | undefined;
  /**
   * Secret that encrypts cursors, so that clients can neither read nor forge them: at least 16 characters. Without it,
   * cursors carry only a checksum, and a list whose order the client could not ask for has none. An option that is
   * present but undefined or empty, as a missing environment variable would make it, is a configuration error.
   *
   * A list holds the current secret and then former ones, whose cursors stay valid.
   *
   * @example
   * secret: [config.cursorSecret, config.formerCursorSecret]
   */
  readonly secret?: string | readonly string[] | undefined;
}

/** Returns the most rows that a request without a page may have, where it has all. Undefined where it has a page. */
export function mostUnpaged({ absent, max }: PageSettings): number | undefined {
  return absent === 'all' ? max : undefined;
}

/** Returns the secrets of cursors, the current one first. Empty where cursors are not encrypted. */
export function secretsOf({ secret }: PageSettings): readonly string[] {
  if (secret === undefined) return [];
  return typeof secret === 'string' ? [secret] : secret;
}

/** Fields of the entity itself that a client wants in the answer. */
export interface Selection {
  /** The names as the client wrote them: `name`, `address.city`, or `address` for all columns under it. */
  readonly names: readonly string[];
  /** Property paths of their columns. The answer always has the primary key, too. */
  readonly propertyPaths: readonly string[];
  /** Aggregates of related rows among them. Undefined where none is named. */
  readonly aggregates?: SelectedAggregates | undefined;
}

/** The aggregates of related rows that a client names by `fields`. */
export interface SelectedAggregates {
  readonly fields: readonly FieldSchema[];
  /** Every other name that `fields` may have, for a refusal where only columns can be answered. */
  readonly columns: readonly string[];
}

/** The values of `deleted`: soft-deleted rows beside the others, or alone. */
export const deletedModes = ['with', 'only'] as const;

/** A value of `deleted`. */
export type DeletedMode = (typeof deletedModes)[number];

/** The soft-deleted rows that a request sees. */
export interface DeletedRows {
  readonly mode: DeletedMode;
  /** True where related rows count whether they are deleted or not: in filters, counts, sorts and what is loaded. */
  readonly related: boolean;
  /** The condition that deleted rows alone satisfy. Undefined for `with`. */
  readonly condition: Condition | undefined;
}

/** The direction of a sort key. */
export type SortDirection = 'asc' | 'desc';

/** Place of NULL in a sort key's order. Undefined for the module's option `nulls`. */
export type NullsPlacement = 'first' | 'last' | undefined;

/** A sort key: the column or count to sort by, and the direction. */
export interface SortTerm {
  readonly target: SortTarget;
  readonly direction: SortDirection;
  /** The client's own choice; the module's default is applied when SQL is compiled. */
  readonly nulls: NullsPlacement;
}

/** Creates a frozen sort key, because requests are immutable. */
export function sortTerm(target: SortTarget, direction: SortDirection, nulls: NullsPlacement): SortTerm {
  return Object.freeze({ target, direction, nulls });
}

/** The client's part of a populated relation: all that a request says, and all that is printed of it. */
export interface PopulateRequest {
  /** The client's name for the relation. */
  readonly name: string;
  /** The client's names from the list onwards, joined by dots, as `meta.populate` has them: `chef.city`. */
  readonly path: string;
  /** The members of the related entity that the client may name at this place. */
  readonly view: View;
  /** The client's own conditions on related rows. Undefined where it sent none. */
  readonly filters: Condition | undefined;
  /** The options that the client itself named. */
  readonly asked: AskedOptions;
  /** The relations of the related rows that are answered with them. */
  readonly populate: readonly PopulateRequest[];
}

/** The client's options of a populated relation. Undefined, or empty, where the declaration decides. */
export interface AskedOptions {
  readonly sort: readonly SortTerm[];
  readonly limit: number | undefined;
  readonly selection: Selection | undefined;
}

/**
 * A relation whose rows are answered with each row of the list, as it was understood.
 *
 * The visible rows of the related entity are in the `scopes` of the plan, as for every entity that the query
 * reaches: under {@link Populated.relation}'s `target`.
 */
export interface Populated extends PopulateRequest {
  /** The relation, as the program knows it. */
  readonly relation: RelationSchema;
  /** The declared condition, in the context of the request. Undefined where there is none. */
  readonly where: Condition | undefined;
  /** The order of related rows: the client's, or else the declared one. It does not end with the primary key yet. */
  readonly sort: readonly SortTerm[];
  /** Greatest number of related rows for each parent. Undefined for a relation to one row. */
  readonly limit: number | undefined;
  /**
   * The property paths of the columns that are answered. The primary key is answered whether it is among them or not.
   */
  readonly propertyPaths: readonly string[];
  /** The aggregates of rows related to them that are answered, too. Undefined for none. */
  readonly answered?: readonly FieldSchema[] | undefined;
  readonly populate: readonly Populated[];
}

/** Returns the most related rows that are answered with one row of the list, on all paths together. */
export function rowsOfEach(populate: readonly Populated[]): number {
  let rows = 0;
  for (const { limit = 1, populate: deeper } of populate) rows += limit * (1 + rowsOfEach(deeper));
  return rows;
}

/** Iterates over populated relations, each before those below it. */
export function* populatedIn(populate: readonly Populated[]): Generator<Populated> {
  for (const node of populate) {
    yield node;
    yield* populatedIn(node.populate);
  }
}

/** A search as it was understood: its words, and their condition. */
export interface Search {
  /** The words in canonical form, one space between them: for links, cursors and cache keys. */
  readonly text: string;
  /** Condition that each word is in one of the searched fields. */
  readonly condition: Condition;
}

/** The slice of a list that a client requests. Numbers are validated; a cursor is decoded when the page is read. */
export type Slice = PageSlice | OffsetSlice | CursorSlice;

/** The option that all slices share. */
interface Countable {
  /** The client's choice of a total. Undefined for the handler's configuration. */
  readonly withCount: boolean | undefined;
}

/** A numbered page: `pagination[page]` and `pagination[pageSize]`. */
export interface PageSlice extends Countable {
  readonly type: 'page';
  /** The number of the page, from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** A slice by offset: `pagination[start]`, from 0, and `pagination[limit]`. */
export interface OffsetSlice extends Countable {
  readonly type: 'offset';
  readonly start: number;
  readonly limit: number;
}

/**
 * A page by cursor: `pagination[after]` or `pagination[before]`. An empty cursor is the
 * beginning or the end of the list.
 */
export interface CursorSlice extends Countable {
  readonly type: 'cursor';
  readonly direction: 'after' | 'before';
  /** The text that the client sent, not yet decoded. */
  readonly cursor: string;
  readonly pageSize: number;
}
