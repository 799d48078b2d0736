import type { DataSource } from 'typeorm';
import type {
  FacetSchema,
  FieldSchema,
  FilterSchema,
  RelatedAggregate,
  RelationStrategy,
  Report,
  View,
} from '../schema/index.js';
import type { WorkParts } from '../cost.js';
import type { DeprecatedName } from '../issues/index.js';
import type { Limits } from '../limits.js';
import type { FlatRules, ParameterNames, SentNames, SentPair } from '../wire/index.js';
import type { AggregateRequest, AggregateSchema } from './aggregates.js';
import type { Condition } from './condition.js';
import type { DeletedRows, Selection } from './selection.js';
import type { FacetRequest } from './facets.js';
import type { Hydration } from './hydration.js';
import type { Moment } from './moment.js';
import type { PageSettings, PageStyle } from './page-settings.js';
import type { Populated } from './populate.js';
import type { PrintedQuery } from './print/print.js';
import type { Search } from './search.js';
import type { Slice } from './slice.js';
import type { SortTerm } from './sort.js';

/**
 * A whole request after validation: the private content of a `FilterQuery`, for the engine. A new member does not
 * compile without its part in cache keys (`cache-key.ts`), in scopes (`engine/requests/reach.ts`) and in SQL
 * (`page/list/parts-of-sql.ts`): each has a table of all members.
 */
export interface QueryPlan {
  /** The entity that the request is about. */
  readonly schema: FilterSchema;
  /** Entity that the builder selects, if it extends the schema's. Set once there is a builder. */
  readonly selected?: FilterSchema | undefined;
  /** The members of the entity that this request may name. */
  readonly view: View;
  /** The deprecated names that the request has used. Nearly always none. */
  readonly used?: readonly DeprecatedName[] | undefined;
  /** True where the client's conditions have named filters. */
  readonly isNamed?: boolean | undefined;
  /** The client's own conditions. Undefined where it sent none. */
  readonly filters: Condition | undefined;
  /** The client's own sort keys; empty where it sent none. */
  readonly sort: readonly SortTerm[];
  readonly slice: Slice | undefined;
  /** The client's search. Undefined where it sent none. */
  readonly search: Search | undefined;
  /** The facets that the client wants; empty where it sent none. */
  readonly facets: readonly FacetRequest[];
  /** Facets that the list declares, for any client. Undefined where it declares none. */
  readonly declaredFacets: ReadonlyMap<string, FacetSchema> | undefined;
  /** The aggregates of the list that the client wants; empty where it sent none. */
  readonly aggregates: readonly AggregateRequest[];
  /** The aggregates that the list declares, whoever may ask for them. Undefined where it declares none. */
  readonly declaredAggregates: ReadonlyMap<string, AggregateSchema> | undefined;
  /** Fields of the answer. Undefined where the client does not choose them. */
  readonly selection: Selection | undefined;
  /** Aggregates of related rows that are answered in each row. Undefined for none. */
  readonly answered?: readonly FieldSchema[] | undefined;
  /** The relations whose rows are answered with each row; empty where the client sent none. */
  readonly populate: readonly Populated[];
  /** The soft-deleted rows that the request sees. Undefined where it sees none. */
  readonly deleted?: DeletedRows | undefined;
  /** The server's conditions, from `and()` and defaults, and what the client's `deleted` adds: never printed. */
  readonly added: readonly Condition[];
  /** The order of a request without sort keys: never printed. */
  readonly defaultSort: readonly SortTerm[];
  /** Visible rows of each entity with a scope, in the context of this request. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Declared conditions of the aggregates of related rows that the query reaches. Undefined where there are none. */
  readonly aggregated?: ReadonlyMap<RelatedAggregate, Condition | undefined> | undefined;
  /** Names of the parameters that this handler reads. */
  readonly params: ParameterNames;
  /** Counting of pages, and encryption of cursors. */
  readonly pagination: PageSettings;
  /** Page style for a request without a slice. */
  readonly pageStyle: PageStyle;
  /**
   * Identifies overrides that change a list's rows or their order, to bind cursors to them.
   * Empty without such overrides.
   */
  readonly handler: string;
  /** Strategy for conditions on relations that declare none. */
  readonly strategy: RelationStrategy;
  /** Way to make the entities of the rows. */
  readonly hydration: Hydration;
  /** Called when named statements stop working on the server. Without it, none are used. */
  readonly naming?: Report | undefined;
  /** Direction of the primary key at the end of the order. Undefined for the last sort key's direction. */
  readonly keyDirection?: 'asc' | undefined;
  /** Limits of the validation. Undefined for a request of the program itself. */
  readonly limits?: Limits | undefined;
  /**
   * Settings that an answer depends on, as one text made at boot, for cache keys. Undefined for a request of the
   * program itself, which never becomes a `FilterQuery`.
   */
  readonly settings: string | undefined;
  /** Context of scopes and visibility. */
  readonly context: unknown;
  /** The names that the client used for parts of the request. Undefined where all have their own. */
  readonly sent?: SentNames | undefined;
  /**
   * The flat names of the list, for links. Undefined where links have brackets, and `closed` where the list refuses
   * these, and the URL has not the names.
   */
  readonly flat?: FlatRules | 'closed' | undefined;
  /** Tells the parameters of the URL that an on-ramp reads, which links say in brackets. Undefined without one. */
  readonly isForeign?: ((pair: SentPair) => boolean) | undefined;
  /** The work that the client asks for, by kind. Undefined for a request of the program itself. */
  readonly work?: WorkParts | undefined;
  /** The moment of the request's relative dates. Undefined where the list reads none. */
  readonly moment?: Moment | undefined;
  /** Prints the client's part of a plan in canonical form. */
  readonly print: (plan: QueryPlan) => PrintedQuery;
  /** Validates the request again for another data source, whose names and dialect may differ. */
  readonly rebind: (source: DataSource) => QueryPlan;
}
