import type { DataSource } from 'typeorm';
import type { Comparison, Condition, Or, RelatedCount } from '../ast/index.js';
import type { ColumnSchema, FilterSchema, RelationStrategy, Report } from '../schema/index.js';
import type { Operands } from './binding.js';
import type { OrderJoin, OrderKey, OrderPlan } from './order.js';
import {
  type AggregatedConditions,
  type RelatedShapes,
  Statement,
  type StatementFacts,
  type StatementTemplate,
} from './statement.js';

/** The part of a plan that becomes SQL. */
export interface SqlPlan extends OrderPlan {
  /** Entity that the builder selects, if it extends the plan's: its scopes apply, too. */
  readonly selected?: FilterSchema | undefined;
  /** Conditions that must all hold: the client's, and the server's. */
  readonly conditions: readonly Condition[];
  /** Visible rows of each entity with a scope. Applied wherever the entity's rows are reached. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Declared conditions of the aggregates of related rows that the plan compares or sorts by. */
  readonly aggregated?: AggregatedConditions | undefined;
  /** Escaped columns that conditions fix at one value. Sorting by them first changes no order. */
  readonly leading?: readonly string[];
  /** The strategy of relations that declare none. */
  readonly strategy?: RelationStrategy | undefined;
  /** Chosen shapes of conditions. */
  readonly shapes?: RelatedShapes | undefined;
  /** Disjunction to answer by the keys of each alternative's rows, if any. */
  readonly union?: Or | undefined;
  /** Condition on related rows that alone narrows a whole list: all of them are read in groups. */
  readonly inGroups?: Comparison | RelatedCount | undefined;
  /** Called when named statements stop working on the server. Undefined where none are used. */
  readonly naming?: Report | undefined;
  /** True where related rows count whether they are deleted or not, as by the builder's own `withDeleted()`. */
  readonly relatedDeleted?: boolean | undefined;
  /** Gives parameters names that are unique in this process, because the host may embed the builder in another. */
  readonly givenAway?: boolean;
}

/** Compiled plan. It is complete before the builder changes, so that an error leaves the builder as it was. */
export interface SqlChanges {
  /** One condition, in brackets if it has several parts. Undefined for a plan without any. */
  readonly where: string | undefined;
  /** The joins that sort keys need. */
  readonly joins: readonly OrderJoin[];
  /** The sort keys, the first one first. */
  readonly order: readonly OrderKey[];
  /**
   * Constant expressions to put first in ORDER BY, so that the planner reads a certain index in
   * its order, or avoids one.
   */
  readonly leading: readonly string[];
  /** Statement of the SQL: its parameters, and names for later additions. */
  readonly statement: Statement;
  /** Entity that the builder selects. */
  readonly schema: FilterSchema;
  /** Primary key of the entity, which tells a page's rows apart. */
  readonly primaryKey: readonly ColumnSchema[];
  /** Data source of the builder, for further statements. */
  readonly source: DataSource;
}

/** Compiled plan without its request's values, and without its builder. */
export interface ChangesTemplate extends Omit<SqlChanges, 'statement' | 'source'> {
  readonly statement: StatementTemplate;
}

/**
 * Returns the template of a compiled plan, for another plan of its structure. Only the parameters' values are made
 * anew, from the new operands, by the functions of the first plan.
 *
 * @param operands the plan's own
 * @returns undefined where a value of the statement comes from anything but the operands
 */
export function changesTemplate(changes: SqlChanges, operands: Operands): ChangesTemplate | undefined {
  const { where, joins, order, leading, schema, primaryKey } = changes;
  const statement = changes.statement.template(operands);
  return statement && { where, joins, order, leading, schema, primaryKey, statement };
}

/**
 * Makes a compiled plan from the template of another one of its structure.
 *
 * @param values the values of the parameters, by `valuesFrom`
 */
export function changesFrom(
  template: ChangesTemplate,
  facts: StatementFacts,
  source: DataSource,
  values: readonly unknown[],
): SqlChanges {
  const { where, joins, order, leading, schema, primaryKey } = template;
  const statement = Statement.of(facts, template.statement, values);
  return { where, joins, order, leading, statement, schema, primaryKey, source };
}

/** Conditions and values that one statement adds to a compiled plan. */
export interface Addition {
  /** The conditions, each after an AND; empty for values alone. */
  readonly sql: string;
  /** Names of the parameters that were bound after the plan's own, and their values in the same order. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** True where the statement is the same whatever kinds the values are of, NULL among them. */
  readonly isOfAnyKind?: boolean | undefined;
}

/** Addition of nothing. */
export const noAddition: Addition = Object.freeze({ sql: '', names: Object.freeze([]), values: Object.freeze([]) });

/**
 * Returns an addition of values, and of a condition unless its text is empty. Their names follow the plan's own.
 *
 * @param bound the number of names in the plan
 * @param before an earlier addition, which this one follows
 * @param write binds the values, and returns the condition
 */
export function additionTo(
  facts: StatementFacts,
  bound: number,
  before: Addition,
  write: (statement: Statement) => string,
): Addition {
  const statement = new Statement(facts);
  statement.bindAfter(bound);
  const { parameters } = statement;
  for (const [place, name] of before.names.entries()) parameters[name] = before.values[place];
  const condition = write(statement);
  const sql = condition === '' ? before.sql : `${before.sql} AND ${condition}`;
  return { sql, names: Object.keys(parameters), values: Object.values(parameters) };
}

/** Returns a compiled plan with an addition, and a statement of its own. */
export function withAddition(changes: SqlChanges, { sql, names, values }: Addition): SqlChanges {
  const own = withOwnStatement(changes);
  for (const [place, name] of names.entries()) own.statement.parameters[name] = values[place];
  if (sql === '') return own;
  return { ...own, where: changes.where === undefined ? sql.slice(' AND '.length) : `${changes.where}${sql}` };
}

/** Returns the values of a statement that were bound after its plan's. */
export function additionIn({ parameters }: Statement, planned: readonly string[]): Addition {
  const names = Object.keys(parameters).filter((name) => !planned.includes(name));
  return { sql: '', names, values: names.map((name) => parameters[name]) };
}

/** Returns a compiled plan for one of several statements, with names and parameters of its own. */
export function withOwnStatement(changes: SqlChanges): SqlChanges {
  return { ...changes, statement: changes.statement.copy() };
}
