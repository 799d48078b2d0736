import type { DataSource } from 'typeorm';
import type { Condition, Or, RelatedCount } from '../ast/index.js';
import type { ColumnSchema, FilterSchema, RelationStrategy, Report } from '../schema/index.js';
import type { OrderJoin, OrderKey, OrderPlan } from './order-key.js';
import type { Statement } from './statement.js';
import type { RelatedShapes } from './statement-facts.js';
import type { StatementTemplate } from './statement-template.js';

/** The part of a plan that becomes SQL. */
export interface SqlPlan extends OrderPlan {
  /** The entity that the builder selects, where that is one that extends the plan's: its scopes apply, too. */
  readonly selected?: FilterSchema | undefined;
  /** The conditions that all must hold: the client's, and those that the server adds. */
  readonly conditions: readonly Condition[];
  /** The visible rows of each entity that has a scope; applied wherever rows of the entity are reached. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Escaped columns of the entity that conditions fix at one value. Sorting by them first changes no order. */
  readonly leading?: readonly string[];
  /** The strategy of relations that declare none. */
  readonly strategy?: RelationStrategy | undefined;
  /** The shapes of the conditions that one was chosen for. */
  readonly shapes?: RelatedShapes | undefined;
  /** A disjunction whose alternatives are answered one by one, by the keys of the rows that satisfy each; undefined for none. */
  readonly union?: Or | undefined;
  /** A number of related rows that alone narrows a list, which is read whole: all related rows are read in groups. */
  readonly inGroups?: RelatedCount | undefined;
  /** Receives what puts an end to preparing statements on the server; undefined where they are not prepared there. */
  readonly naming?: Report | undefined;
  /** Names parameters uniquely in this process, for a builder that the host receives and may embed in another. */
  readonly givenAway?: boolean;
}

/** A compiled plan. It is complete before the builder is changed, so that an error leaves the builder as it was. */
export interface SqlChanges {
  /** One condition, in brackets where it has several parts; undefined where the plan has none. */
  readonly where: string | undefined;
  /** The joins that sort keys need. */
  readonly joins: readonly OrderJoin[];
  /** The sort keys, the first one first. */
  readonly order: readonly OrderKey[];
  /** Expressions that are the same in every row, and stand first in ORDER BY so that one index is read in its order, or another not. */
  readonly leading: readonly string[];
  /** The statement that the SQL belongs to: its parameters, and names for what is added later. */
  readonly statement: Statement;
  /** The entity whose rows the builder selects. */
  readonly schema: FilterSchema;
  /** The primary key of the entity, by which a page tells its rows apart. */
  readonly primaryKey: readonly ColumnSchema[];
  /** The data source of the builder, for statements beside the one that loads the rows. */
  readonly source: DataSource;
}

/** A compiled plan without the values of its request, and without its builder. */
export interface ChangesTemplate extends Pick<
  SqlChanges,
  'where' | 'joins' | 'order' | 'leading' | 'schema' | 'primaryKey'
> {
  readonly statement: StatementTemplate;
}
