import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Condition, Related } from '../ast/index.js';
import { type ColumnSchema, type FilterSchema, type RelationStrategy, type Report, isOf } from '../schema/index.js';
import { ConditionCompiler } from './conditions.js';
import { OrderCompiler } from './order.js';
import type { OrderJoin, OrderKey, OrderPlan } from './order-key.js';
import type { Rows } from './rows.js';
import { ShapeCompiler, constantOf } from './shapes.js';
import { type RelatedShapes, Statement, prefix } from './statement.js';
import { dataSourceOf, entityMetadataOf, includesDeleted, namesIn } from './typeorm.js';

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

/**
 * Compiles a plan to SQL for a builder. The builder is read, for its alias, its names and its data source, and is not changed:
 * `addWhere()` and `addOrder()` add the result. Throws a FilterConfigurationError for a builder of another entity.
 */
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
    leading: leadingOf(plan, rows),
    statement,
    schema: rows.schema,
    primaryKey: plan.schema.primaryKey,
    source: dataSourceOf(builder),
  };
}

/** Returns what is the same in every row, and is ordered by first so that the planner uses the index that it should. */
function leadingOf({ leading = [], shapes }: SqlPlan, rows: Rows): readonly string[] {
  const columns = leading.map((column) => `${rows.alias}.${column}`);
  if (shapes === undefined) return columns;
  const constants = [...shapes].map(([condition, shape]) =>
    shape === 'keys' ? constantOf(condition, rows) : undefined,
  );
  return [...constants.filter((sql) => sql !== undefined), ...columns];
}

/** A subquery, without brackets, and its parameters. */
interface Subquery {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Writes the subquery for the keys of the rows that some row is related to that satisfies a condition; a key may be there twice. */
export function keySubquery<E extends ObjectLiteral>(
  condition: Related,
  plan: SqlPlan,
  builder: SelectQueryBuilder<E>,
): Subquery {
  const statement = statementFor(builder, plan);
  const sql = new ShapeCompiler(statement, new ConditionCompiler(statement)).keysOf(condition);
  return { sql, parameters: statement.parameters };
}

/**
 * Starts a statement whose names avoid those of the builder. Most engines ignore case in names, so `NF_1` in the builder would
 * collide with our `nf_1`.
 */
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
    strategy: plan.strategy,
    shapes: plan.shapes,
    naming: plan.naming,
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
