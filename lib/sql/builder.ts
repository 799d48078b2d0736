import type { DataSource, EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError, describeValue } from '../configuration/index.js';
import type { Condition, SortTerm } from '../ast/index.js';
import { type ColumnSchema, type FilterSchema, isOf } from '../schema/index.js';
import { ConditionWriter } from './conditions.js';
import { isColumnName, orderOfDistinct } from './distinct.js';
import { nextToJoins } from './from.js';
import { type NullsDefault, type OrderJoin, type OrderKey, OrderWriter } from './order.js';
import { lockByTable } from './lock.js';
import type { Rows } from './rows.js';
import { Statement, prefix } from './statement.js';

/** The part of a plan that becomes SQL. */
export interface SqlPlan {
  readonly schema: FilterSchema;
  /** The entity that the builder selects, where that is one that extends the plan's: its scopes hold, too. */
  readonly selected?: FilterSchema | undefined;
  readonly conditions: readonly Condition[];
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  readonly sort: readonly SortTerm[];
  /** Columns of the entity, escaped, that conditions hold at one value: to name them in the order changes no order. */
  readonly leading?: readonly string[];
  /** Whether the primary key is appended to the order, so that it is total. */
  readonly total: boolean;
  /** In which direction; undefined: in that of the last key, so that one index read backwards serves both. */
  readonly keyDirection?: 'asc' | undefined;
  readonly nulls: NullsDefault;
  /** Whether the host is given the builder, and may put it into another. */
  readonly givenAway?: boolean;
}

/** What is to be done to a builder; made completely before the builder is touched, so that an error leaves it whole. */
export interface SqlChanges {
  readonly where: string | undefined;
  readonly joins: readonly OrderJoin[];
  readonly order: readonly OrderKey[];
  /** What is the same in every row, and is named before the order for an index's sake. */
  readonly leading: readonly string[];
  readonly statement: Statement;
  readonly primaryKey: readonly ColumnSchema[];
  readonly source: DataSource;
}

/** Writes a plan's SQL for a builder. */
export function write<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): SqlChanges {
  checkEntity(builder, plan.schema);
  const statement = statementFor(builder, plan);
  const rows: Rows = { alias: builder.escape(builder.alias), schema: plan.selected ?? plan.schema };
  const conditions = new ConditionWriter(statement);
  const parts = plan.conditions.map((condition) => conditions.write(condition, rows));
  parts.push(...conditions.scope(rows));
  const order = new OrderWriter(statement, conditions, plan.nulls);
  const keys = plan.sort.map((term) => order.key(term, rows));
  const total = plan.total ? primaryKeys(plan, keys, order, rows) : [];
  const where = parts.length === 0 ? undefined : `(${parts.join(' AND ')})`;
  const source = dataSourceOf(builder);
  return {
    where,
    joins: order.joins,
    order: [...keys, ...total],
    leading: (plan.leading ?? []).map((column) => `${rows.alias}.${column}`),
    statement,
    primaryKey: plan.schema.primaryKey,
    source,
  };
}

/** Adds the conditions, as one conjunct. Whatever WHERE the builder has is put in brackets first: it may end in an OR. */
export function addWhere<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { where, statement }: SqlChanges,
): void {
  if (where !== undefined) {
    const { wheres } = builder.expressionMap;
    if (wheres.length > 0) {
      builder.expressionMap.wheres = [{ type: 'simple', condition: { operator: 'brackets', condition: wheres } }];
    }
    builder.andWhere(where);
  }
  builder.setParameters(statement.parameters);
}

/** Adds the joins and the order, after whatever order the builder has. */
export function addOrder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges): void {
  if (changes.joins.length > 0) addJoins(builder, changes);
  // What the builder is ordered by already decides; the order's own keys are all different.
  const before = Object.keys(builder.expressionMap.orderBys);
  for (const sql of changes.leading) addLeading(builder, sql, changes);
  const first = before.length === 0 ? distinctFirst(builder, changes) : [];
  for (const key of changes.order) {
    if (!first.includes(key)) addOrderKey(builder, key, changes.statement, before);
  }
}

/** Orders by what DISTINCT ON is about, and gives the keys that were among it. */
function distinctFirst<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { order, statement }: SqlChanges,
): readonly (OrderKey | string)[] {
  const { alias, expressionMap } = builder;
  if (!statement.dialect.distinctOn || order.length === 0) return [];
  const first = orderOfDistinct(alias, expressionMap.selectDistinctOn, order);
  for (const key of first) {
    if (typeof key !== 'string') addOrderKey(builder, key, statement, []);
    else if (isColumnName(key)) builder.addOrderBy(key);
    else {
      const name = statement.name();
      builder.addSelect(key, name).addOrderBy(name);
    }
  }
  return first;
}

function addJoins<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { joins, statement }: SqlChanges): void {
  const { mainAlias, joinAttributes } = builder.expressionMap;
  const before = [mainAlias, ...joinAttributes.map(({ alias }) => alias)].flatMap((alias) => alias?.name ?? []);
  builder.expressionMap.aliases = nextToJoins(builder.alias, builder.expressionMap.aliases, joinAttributes);
  for (const { type, schema, alias, on } of joins) {
    if (type === 'inner') builder.innerJoin(schema.metadata.target, alias, `(${on})`);
    else builder.leftJoin(schema.metadata.target, alias, `(${on})`);
  }
  lockByTable(builder, before, statement);
}

/** In the direction of the first key, so that one index is read one way. */
function addLeading<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  sql: string,
  { order, statement }: SqlChanges,
): void {
  const name = statement.name();
  builder.addSelect(sql, name).addOrderBy(name, order[0]?.direction === 'desc' ? 'DESC' : 'ASC');
}

function addOrderKey<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  key: OrderKey,
  statement: Statement,
  before: readonly string[],
): void {
  const direction = key.direction === 'asc' ? 'ASC' : 'DESC';
  const phrase = key.nullsSaid && statement.dialect.nullsPhrase;
  if (key.nullsSaid && !phrase) {
    const name = statement.name();
    builder.addSelect(`${key.sql} IS NULL`, name).addOrderBy(name, key.nullsFirst ? 'DESC' : 'ASC');
  }
  // One row of the entity has one row of a to-one relation, so the groups stay the same.
  if (key.joined && builder.expressionMap.groupBys.length > 0) builder.addGroupBy(key.sql);
  const name = nameFor(builder, key, statement);
  if (before.includes(name)) return;
  if (!phrase) builder.addOrderBy(name, direction);
  else builder.addOrderBy(name, direction, key.nullsFirst ? 'NULLS FIRST' : 'NULLS LAST');
}

/** TypeORM's own name for a column that is selected; anything else is selected under a name of ours, or `take` would fail. */
function nameFor<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { rootColumn, sql }: OrderKey,
  statement: Statement,
): string {
  const { alias, expressionMap } = builder;
  if (rootColumn !== undefined) {
    const { propertyPath, isSelect, isVirtual } = rootColumn.metadata;
    const property = `${alias}.${propertyPath}`;
    const selected = expressionMap.selects.some(
      ({ selection, aliasName }) =>
        aliasName === undefined && ((selection === alias && isSelect) || selection === property),
    );
    if (selected && !isVirtual) return property;
  }
  const name = statement.name();
  builder.addSelect(sql, name);
  return name;
}

function primaryKeys(
  { schema, keyDirection }: SqlPlan,
  keys: readonly OrderKey[],
  order: OrderWriter,
  root: Rows,
): OrderKey[] {
  const direction = keyDirection ?? keys.at(-1)?.direction ?? 'asc';
  return schema.primaryKey
    .filter(({ metadata }) => !keys.some((key) => key.rootColumn?.metadata === metadata))
    .map((column) => order.keyOfColumn(column, root, direction));
}

/** Most engines do not tell upper from lower case in a name, so a builder's `NF_1` is our `nf_1`. */
function statementFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): Statement {
  const { expressionMap } = builder;
  const names: string[] = [];
  const add = (name: string): void => {
    const lower = name.toLowerCase();
    if (lower.startsWith(prefix)) names.push(lower);
  };
  for (const { name } of expressionMap.aliases) add(name);
  for (const { aliasName } of expressionMap.selects) if (aliasName !== undefined) add(aliasName);
  const isTaken = (name: string): boolean => names.includes(name) || builder.hasParameter(name);
  const escape = (name: string): string => builder.escape(name);
  return new Statement(plan.schema.dialect, escape, isTaken, plan.scopes, expressionMap.withDeleted, plan.givenAway);
}

/** A query about one entity says nothing about the rows of another. */
function checkEntity<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, schema: FilterSchema): void {
  const metadata = selectedBy(builder);
  if (metadata !== undefined) {
    if (metadata === schema.metadata || isOf(metadata.target, schema.metadata.target)) return;
    throw new FilterConfigurationError(
      `The query is about ${schema.name}, but the builder selects ${metadata.name}; give it a builder of ${schema.name}.`,
    );
  }
  throw new FilterConfigurationError(`The query is about ${schema.name}, but the builder selects from no entity.`);
}

/** The entity that a builder selects, if it selects one. */
export function selectedBy<E extends ObjectLiteral>({
  expressionMap,
}: SelectQueryBuilder<E>): EntityMetadata | undefined {
  const alias = expressionMap.mainAlias;
  return alias?.hasMetadata ? alias.metadata : undefined;
}

/** A repository, a manager or an entity in the builder's place has no expressions to add to. */
function checkBuilder(builder: unknown): void {
  if (typeof builder === 'object' && builder !== null && 'expressionMap' in builder) return;
  throw new FilterConfigurationError(
    `A query is applied to a query builder, such as repository.createQueryBuilder('post'), not to ${describeValue(builder)}; ` +
      'page() and count() also take a repository.',
  );
}

/** Before TypeORM 1.0 the data source of a builder was called its connection. */
export function dataSourceOf(builder: {
  readonly dataSource?: DataSource;
  readonly connection?: DataSource;
}): DataSource {
  checkBuilder(builder);
  const source = builder.dataSource ?? builder.connection;
  if (source === undefined) throw new TypeError('the builder belongs to no data source');
  return source;
}
