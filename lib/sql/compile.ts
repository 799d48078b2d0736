import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Related } from '../ast/index.js';
import { type FilterSchema, isOf } from '../schema/index.js';
import { ConditionCompiler } from './conditions/conditions.js';
import { OrderCompiler } from './order/order.js';
import type { Rows } from './statement/rows.js';
import { ShapeCompiler, constantOf } from './conditions/shapes.js';
import type { SqlChanges, SqlPlan } from './changes.js';
import { prefix } from './statement/own-names.js';
import { Statement } from './statement/statement.js';
import type { StatementFacts } from './statement/facts.js';
import { dataSourceOf, entityMetadataOf, includesDeleted, namesIn } from '../typeorm/index.js';

/**
 * Compiles a plan to SQL for a builder. The builder is read for its alias, names and data source, and not changed:
 * `addWhere()` and `addOrder()` add the result.
 *
 * @throws FilterConfigurationError for a builder of another entity
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

/** Returns constant expressions to order by first, so that the planner uses the right index. */
function leadingOf({ leading = [], shapes }: SqlPlan, rows: Rows): readonly string[] {
  const columns = leading.map((column) => `${rows.alias}.${column}`);
  if (shapes === undefined) return columns;
  const constants = [...shapes].map(([condition, shape]) =>
    shape === 'keys' ? constantOf(condition, rows) : undefined,
  );
  return [...constants.filter((sql) => sql !== undefined), ...columns];
}

/**
 * Compiles the subquery for the keys of rows with a related row that satisfies a condition. A key may occur twice. It
 * replaces the conditions, without brackets.
 */
export function keySubquery<E extends ObjectLiteral>(
  condition: Related,
  plan: SqlPlan,
  builder: SelectQueryBuilder<E>,
): SqlChanges {
  const statement = statementFor(builder, plan);
  const where = new ShapeCompiler(statement, new ConditionCompiler(statement)).keysOf(condition);
  const { schema } = plan;
  const { primaryKey } = schema;
  return { where, order: [], joins: [], leading: [], statement, schema, primaryKey, source: dataSourceOf(builder) };
}

function statementFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): Statement {
  const statement = new Statement(statementFacts(builder, plan));
  statement.from(plan.schema.table);
  return statement;
}

/**
 * Returns the facts of a statement whose names avoid the builder's. Most engines ignore case in names, so `NF_1` in the
 * builder would collide with our `nf_1`.
 */
export function statementFacts<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): StatementFacts {
  let names: readonly string[] | undefined;
  return {
    dialect: plan.schema.dialect,
    escape: (name) => builder.escape(name),
    isTaken: (name) => (names ??= ownNamesIn(builder)).includes(name) || builder.hasParameter(name),
    scopes: plan.scopes,
    aggregated: plan.aggregated,
    withDeleted: plan.relatedDeleted === true || includesDeleted(builder),
    strategy: plan.strategy,
    shapes: plan.shapes,
    union: plan.union,
    inGroups: plan.inGroups,
    naming: plan.naming,
    uniqueParameters: plan.givenAway,
  };
}

/** Returns the builder's names that begin like the library's own. */
function ownNamesIn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): readonly string[] {
  return namesIn(builder)
    .map((name) => name.toLowerCase())
    .filter((name) => name.startsWith(prefix));
}

/** Throws where the builder selects another entity: a query says nothing about its rows. */
export function checkEntity<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, schema: FilterSchema): void {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined) {
    throw new FilterConfigurationError(`The query is about ${schema.name}, but the builder selects from no entity.`);
  }
  if (metadata === schema.metadata || isOf(metadata.target, schema.metadata.target)) return;
  throw new FilterConfigurationError(
    `The query is about ${schema.name}, but the builder selects ${metadata.name}; give it a builder of ${schema.name}.`,
  );
}
