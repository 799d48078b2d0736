import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { OrderKey } from './order.js';
import type { SqlChanges } from './plan.js';
import {
  bracketWhere,
  distinctOnOf,
  hasGroups,
  isSelected,
  joinDeleted,
  lockOnlyPresentTables,
  moveMainTableLast,
  ordersOf,
} from '../typeorm/index.js';

/** Adds the conditions of a compiled plan to a builder, as one conjunct beside its own WHERE, and all parameters. */
export function addWhere<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { where, statement }: Pick<SqlChanges, 'where' | 'statement'>,
): void {
  if (where !== undefined) {
    bracketWhere(builder);
    builder.andWhere(where);
  }
  builder.setParameters(statement.parameters);
}

/** Adds selections under names of the statement's own, and all parameters, and returns the names. */
export function addSelections<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { statement }: Pick<SqlChanges, 'statement'>,
  selections: readonly string[],
): string[] {
  const names = selections.map((sql) => select(builder, statement, sql));
  builder.setParameters(statement.parameters);
  return names;
}

function select<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  statement: SqlChanges['statement'],
  sql: string,
): string {
  const name = statement.name();
  builder.addSelect(sql, name);
  return name;
}

/** Adds the joins of an order. TypeORM itself adds the condition on the delete date to the join of an entity. */
export function addJoins<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { joins, statement }: SqlChanges,
): void {
  if (joins.length === 0) return;
  if (statement.dialect.locksByTable) lockOnlyPresentTables(builder);
  moveMainTableLast(builder);
  const join = (): void => {
    for (const { type, table, alias, on } of joins) {
      const joined = typeof table === 'string' ? table : table.metadata.target;
      if (type === 'inner') builder.innerJoin(joined, alias, `(${on})`);
      else builder.leftJoin(joined, alias, `(${on})`);
    }
  };
  if (statement.withDeleted) joinDeleted(builder, join);
  else join();
}

/** Adds the joins and the order of a compiled plan to a builder, after the order that the builder has. */
export function addOrder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges): void {
  writeOrder(builder, changes, true);
}

/** Adds both to a builder without `take` and DISTINCT. SQLite takes a fifth longer to order by a selection. */
export function addPlainOrder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges): void {
  writeOrder(builder, changes, false);
}

/**
 * TypeORM orders by names, and its `take` reads them as entity columns or selections; so every expression but a
 * selected column is selected under a name of the library's own. DISTINCT ON's keys come first: PostgreSQL demands it.
 */
function writeOrder<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  selectsJoined: boolean,
): void {
  addJoins(builder, changes);
  const { order, leading, statement } = changes;
  // A repeated sort key decides nothing.
  const existing = ordersOf(builder).map(({ name }) => name);
  // In the direction of the first key, so that one index is read in one direction.
  for (const sql of leading)
    builder.addOrderBy(select(builder, statement, sql), order[0]?.direction === 'desc' ? 'DESC' : 'ASC');
  const addKey = (key: OrderKey, before: readonly string[]): void => {
    const direction = key.direction === 'asc' ? 'ASC' : 'DESC';
    const phrase = key.emitNulls && statement.dialect.nullsPhrase;
    // MySQL and MariaDB have no NULLS FIRST or LAST.
    if (key.emitNulls && !phrase)
      builder.addOrderBy(select(builder, statement, `${key.sql} IS NULL`), key.nullsFirst ? 'DESC' : 'ASC');
    // One row of the entity has at most one row of a to-one relation, so the groups stay the same.
    if (key.joined && hasGroups(builder)) builder.addGroupBy(key.sql);
    const name = nameOf(key);
    if (before.includes(name)) return;
    if (!phrase) builder.addOrderBy(name, direction);
    else builder.addOrderBy(name, direction, key.nullsFirst ? 'NULLS FIRST' : 'NULLS LAST');
  };
  const nameOf = ({ rootColumn, sql, joined }: OrderKey): string => {
    if (rootColumn === undefined) return joined && !selectsJoined ? sql : select(builder, statement, sql);
    const { metadata } = rootColumn;
    const isNamed = isSelected(builder, metadata);
    return isNamed ? `${builder.alias}.${metadata.propertyPath}` : select(builder, statement, sql);
  };
  const first: OrderKey[] = [];
  const distinctOn =
    existing.length === 0 && order.length > 0 && statement.dialect.distinctOn ? distinctOnOf(builder) : [];
  for (const text of distinctOn) {
    const key = order.find(({ rootColumn }) => `${builder.alias}.${rootColumn?.metadata.propertyPath}` === text);
    // TypeORM orders by `alias.property` itself.
    if (key === undefined) builder.addOrderBy(/^\w+\.\w+$/.test(text) ? text : select(builder, statement, text));
    else {
      addKey(key, []);
      first.push(key);
    }
  }
  for (const key of order) if (!first.includes(key)) addKey(key, existing);
}
