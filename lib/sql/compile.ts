import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Related } from '../ast/index.js';
import { type ExpressionSchema, type FilterSchema, type RelationSchema, isOf } from '../schema/index.js';
import { ConditionCompiler } from './conditions/conditions.js';
import { OrderCompiler } from './order.js';
import { type Rows, Statement } from './statement.js';
import { constantOf, keysSql } from './conditions/shapes.js';
import type { SqlChanges, SqlPlan } from './plan.js';
import { entityMetadataOf } from '../typeorm/index.js';
import { type GroupedRows, openRelation, tiesOf, whereSql } from './conditions/related-rows.js';

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
  };
}

function leadingOf({ leading = [], shapes = new Map() }: SqlPlan, rows: Rows): readonly string[] {
  const constants = [...shapes].flatMap(([condition, shape]) =>
    shape === 'keys' ? (constantOf(condition, rows) ?? []) : [],
  );
  return [...constants, ...leading.map((column) => `${rows.alias}.${column}`)];
}

/** Compiles the subquery for the keys of rows with a satisfying related row, a key perhaps twice, without brackets. */
export function keySubquery<E extends ObjectLiteral>(
  condition: Related,
  plan: SqlPlan,
  builder: SelectQueryBuilder<E>,
): SqlChanges {
  const statement = statementFor(builder, plan);
  const where = keysSql(new ConditionCompiler(statement), condition);
  const { schema } = plan;
  return { where, order: [], joins: [], leading: [], statement, schema, primaryKey: schema.primaryKey };
}

function statementFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): Statement {
  const statement = new Statement(plan, builder);
  statement.from(plan.schema.table);
  return statement;
}

/** Throws where the builder selects another entity: a query says nothing about its rows. */
export function checkEntity<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, schema: FilterSchema): void {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined) {
    throw new FilterConfigurationError(`The query is for ${schema.name}, but the builder selects from no entity.`);
  }
  if (metadata === schema.metadata || isOf(metadata.target, schema.metadata.target)) return;
  throw new FilterConfigurationError(
    `The query is for ${schema.name}, but the builder selects ${metadata.name}; pass a builder of ${schema.name}.`,
  );
}

/** Writes the value of an expression for rows of a statement, and binds the values that it needs. */
export function valueSql(statement: Statement, expression: ExpressionSchema, rows: Rows): string {
  if (expression.aggregate === undefined) return expression.sqlOf(rows.alias);
  return new ConditionCompiler(statement).value(expression, rows);
}

/**
 * Compiles the visible rows at the end of a path of relations to a subquery, to join to the rows at its beginning. It
 * has inner joins alone, which engines flatten into the outer statement. A row of the entity occurs once for each row
 * at the end of the path.
 *
 * @param hops one relation or more
 * @param select returns the selected expressions, each with its name, by the escaped alias of the rows at the end
 * @returns the name of the table is not escaped
 */
export function pathRows(
  statement: Statement,
  hops: readonly RelationSchema[],
  from: Rows,
  select: (alias: string) => string,
): Omit<GroupedRows, 'value'> {
  const conditions = new ConditionCompiler(statement);
  const name = statement.name();
  const tables: string[] = [];
  const where: string[] = [];
  const keys: string[] = [];
  const on: string[] = [];
  let rows = from;
  for (const hop of hops) {
    const related = openRelation(statement, hop, rows);
    if (rows !== from) where.push(...tiesOf(related));
    else {
      for (const { outer, inner } of related.ties) {
        const key = statement.alias();
        keys.push(`${inner} AS ${key}`);
        on.push(`${statement.escaped(name)}.${key} = ${outer}`);
      }
    }
    tables.push(related.from);
    where.push(...conditions.visible(related.rows));
    ({ rows } = related);
  }
  const selected = [...keys, select(rows.alias)].join(', ');
  return { table: `(SELECT ${selected} FROM ${tables.join(', ')}${whereSql(where)})`, name, on: on.join(' AND ') };
}
