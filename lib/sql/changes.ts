import type { Comparison, Condition, Hydration, Or, RelatedCount } from '../ast/index.js';
import type { ColumnSchema, FilterSchema, RelationStrategy, Report } from '../schema/index.js';
import type { OrderJoin, OrderKey, OrderPlan } from './order.js';
import type { AggregatedConditions, RelatedShapes, Statement } from './statement.js';

/** The part of a plan that becomes SQL. */
export interface SqlPlan extends OrderPlan {
  /** Entity that the builder selects, if it extends the plan's: its scopes apply, too. */
  readonly selected?: FilterSchema | undefined;
  /** Conditions that must all hold: the client's, and the server's. */
  readonly conditions: readonly Condition[];
  /** Visible rows of each entity with a scope. Applied wherever the entity's rows are reached. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly aggregated?: AggregatedConditions | undefined;
  /** Escaped columns that conditions fix at one value. Sorting by them first changes no order. */
  readonly leading?: readonly string[];
  /** The strategy of relations that declare none. */
  readonly strategy?: RelationStrategy | undefined;
  readonly shapes?: RelatedShapes | undefined;
  /** Disjunction to answer by the keys of each alternative's rows, if any. */
  readonly union?: Or | undefined;
  /** Condition on related rows that alone narrows a whole list: all of them are read in groups. */
  readonly inGroups?: Comparison | RelatedCount | undefined;
  /** Called when named statements stop working on the server. Undefined where none are used. */
  readonly naming?: Report | undefined;
  /** Maker of the entities. */
  readonly hydration?: Hydration | undefined;
  /** True where related rows count whether they are deleted or not, as by the builder's own `withDeleted()`. */
  readonly relatedDeleted?: boolean | undefined;
  /** Gives parameters names that are unique in this process, because the host may embed the builder in another. */
  readonly givenAway?: boolean;
}

/** Compiled plan without its values: one object serves all plans of a structure. */
export interface PlanSql {
  /** One condition, in brackets if it has several parts. Undefined for a plan without any. */
  readonly where: string | undefined;
  readonly joins: readonly OrderJoin[];
  /** The sort keys, the first one first. */
  readonly order: readonly OrderKey[];
  /**
   * Constant expressions to put first in ORDER BY, so that the planner reads a certain index in
   * its order, or avoids one.
   */
  readonly leading: readonly string[];
  readonly schema: FilterSchema;
  /** Primary key of the entity, which tells a page's rows apart. */
  readonly primaryKey: readonly ColumnSchema[];
}

/** Compiled plan. It is complete before the builder changes, so that an error leaves the builder as it was. */
export interface SqlChanges extends PlanSql {
  /** Statement of the SQL: its parameters, and names for what is added to it. */
  readonly statement: Statement;
}

/**
 * Returns a compiled plan for one statement, with the condition that the statement has beside it.
 *
 * @param statement has the parameters of the plan, and its own
 */
export function changesOf(sql: PlanSql, statement: Statement): SqlChanges {
  const { joins, order, leading, schema, primaryKey } = sql;
  const { condition } = statement;
  const both = sql.where === undefined ? condition : `${sql.where} AND ${condition}`;
  return { where: condition === '' ? sql.where : both, joins, order, leading, schema, primaryKey, statement };
}
