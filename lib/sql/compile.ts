import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Condition } from '../ast/index.js';
import { type ColumnSchema, type FilterSchema, isOf } from '../schema/index.js';
import { ConditionCompiler } from './conditions.js';
import { OrderCompiler, type OrderJoin, type OrderKey, type OrderPlan } from './order.js';
import type { Rows } from './rows.js';
import { Statement, prefix } from './statement.js';
import { dataSourceOf, entityMetadataOf, includesDeleted, namesIn } from './typeorm.js';

/** The part of a plan that becomes SQL. */
export interface SqlPlan extends OrderPlan {
  /** The entity that the builder selects, where that is one that extends the plan's: its scopes apply, too. */
  readonly selected?: FilterSchema | undefined;
  readonly conditions: readonly Condition[];
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Escaped columns of the entity that conditions fix at one value. Sorting by them first changes no order. */
  readonly leading?: readonly string[];
  /** Names parameters uniquely in this process, for a builder that the host receives and may embed in another. */
  readonly givenAway?: boolean;
}

/** A compiled plan. It is complete before the builder is changed, so that an error leaves the builder as it was. */
export interface SqlChanges {
  /** One condition, in brackets where it has several parts; undefined where the plan has none. */
  readonly where: string | undefined;
  /** The joins that sort keys need. */
  readonly joins: readonly OrderJoin[];
  readonly order: readonly OrderKey[];
  /** Expressions that are the same in every row, and stand first in ORDER BY so that an index is read in its order. */
  readonly leading: readonly string[];
  /** The statement that the SQL belongs to: its parameters, and names for what is added later. */
  readonly statement: Statement;
  readonly primaryKey: readonly ColumnSchema[];
  readonly source: DataSource;
}

/** Compiles a plan to SQL for a builder, which is read and not changed; see {@link addWhere} and {@link addOrder}. */
export function compile<E extends ObjectLiteral>(plan: SqlPlan, builder: SelectQueryBuilder<E>): SqlChanges {
  checkEntity(builder, plan.schema);
  const statement = statementFor(builder, plan);
  const rows: Rows = { alias: builder.escape(builder.alias), schema: plan.selected ?? plan.schema };
  const conditions = new ConditionCompiler(statement);
  const parts = plan.conditions.map((condition) => conditions.compile(condition, rows));
  parts.push(...conditions.scope(rows));
  const order = new OrderCompiler(statement, conditions, rows);
  return {
    where: parts.length === 0 ? undefined : `(${parts.join(' AND ')})`,
    order: order.compile(plan),
    joins: order.joins,
    leading: (plan.leading ?? []).map((column) => `${rows.alias}.${column}`),
    statement,
    primaryKey: plan.schema.primaryKey,
    source: dataSourceOf(builder),
  };
}

/** Most engines do not tell upper from lower case in a name, so `NF_1` in the builder collides with our `nf_1`. */
function statementFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): Statement {
  const names: string[] = [];
  for (const name of namesIn(builder)) {
    const lower = name.toLowerCase();
    if (lower.startsWith(prefix)) names.push(lower);
  }
  return new Statement({
    dialect: plan.schema.dialect,
    escape: (name) => builder.escape(name),
    isTaken: (name) => names.includes(name) || builder.hasParameter(name),
    scopes: plan.scopes,
    withDeleted: includesDeleted(builder),
    uniqueParameters: plan.givenAway,
  });
}

/** Throws where the builder selects another entity: a query says nothing about its rows. */
function checkEntity<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, schema: FilterSchema): void {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined) {
    throw new FilterConfigurationError(`The query is about ${schema.name}, but the builder selects from no entity.`);
  }
  if (metadata === schema.metadata || isOf(metadata.target, schema.metadata.target)) return;
  throw new FilterConfigurationError(
    `The query is about ${schema.name}, but the builder selects ${metadata.name}; give it a builder of ${schema.name}.`,
  );
}
