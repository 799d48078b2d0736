import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { OrderKey } from './order.js';
import type { SqlChanges } from './changes.js';
import type { Statement } from './statement.js';
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
): readonly string[] {
  const names = selections.map((sql) => {
    const name = statement.name();
    builder.addSelect(sql, name);
    return name;
  });
  builder.setParameters(statement.parameters);
  return names;
}

/** Adds the joins and the order of a compiled plan to a builder, after the order that the builder has. */
export function addOrder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges): void {
  if (changes.joins.length > 0) addJoins(builder, changes);
  new OrderWriter(builder, changes, true).write();
}

/**
 * Adds both to a builder without `take` and DISTINCT. Joined columns are ordered by directly: SQLite takes a fifth
 * longer to order by a selection.
 */
export function addPlainOrder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, changes: SqlChanges): void {
  if (changes.joins.length > 0) addJoins(builder, changes);
  new OrderWriter(builder, changes, false).write();
}

/** Adds the joins of an order. TypeORM itself adds the condition on the delete date to the join of an entity. */
export function addJoins<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { joins, statement }: SqlChanges,
): void {
  if (statement.dialect.locksByTable) lockOnlyPresentTables(builder);
  moveMainTableLast(builder);
  const join = (): void => {
    for (const { type, table, alias, on } of joins) {
      const joined = typeof table === 'string' ? table : table.metadata.target;
      if (type === 'inner') builder.innerJoin(joined, alias, `(${on})`);
      else builder.leftJoin(joined, alias, `(${on})`);
    }
  };
  if (statement.facts.withDeleted) joinDeleted(builder, join);
  else join();
}

/**
 * Writes sort keys to a builder. TypeORM orders by names, and its `take` reads them as entity columns or selections; so
 * every other expression is selected under a name of the library's own.
 */
class OrderWriter<E extends ObjectLiteral> {
  private readonly statement: Statement;

  constructor(
    private readonly builder: SelectQueryBuilder<E>,
    private readonly changes: SqlChanges,
    private readonly selectsJoined: boolean,
  ) {
    this.statement = changes.statement;
  }

  /** Adds all sort keys: DISTINCT ON's first, if PostgreSQL demands it, then the others in their order. */
  write(): void {
    const { leading, order } = this.changes;
    // A repeated sort key decides nothing.
    const existing = ordersOf(this.builder).map(({ name }) => name);
    // In the direction of the first key, so that one index is read in one direction.
    for (const sql of leading)
      this.builder.addOrderBy(this.select(sql), order[0]?.direction === 'desc' ? 'DESC' : 'ASC');
    const first = existing.length === 0 ? this.distinctKeys() : [];
    for (const key of order) {
      if (!first.includes(key)) this.key(key, existing);
    }
  }

  /**
   * Sorts by the expressions of DISTINCT ON, which must stand first: by the sort key on the column, if any, and
   * otherwise by the builder's own text. Returns the sort keys among them.
   */
  private distinctKeys(): readonly OrderKey[] {
    const { builder, statement } = this;
    const { order } = this.changes;
    const first: OrderKey[] = [];
    if (!statement.dialect.distinctOn || order.length === 0) return first;
    for (const text of distinctOnOf(builder)) {
      const key = order.find(({ rootColumn }) => `${builder.alias}.${rootColumn?.metadata.propertyPath}` === text);
      // TypeORM orders by `alias.property` itself.
      if (key === undefined) builder.addOrderBy(/^\w+\.\w+$/.test(text) ? text : this.select(text));
      else {
        this.key(key, []);
        first.push(key);
      }
    }
    return first;
  }

  /**
   * Adds one sort key. MySQL and MariaDB have no NULLS FIRST or LAST: there the first key is `key IS NULL`.
   *
   * @param existing the names that the builder already sorts by
   */
  private key(key: OrderKey, existing: readonly string[]): void {
    const direction = key.direction === 'asc' ? 'ASC' : 'DESC';
    const phrase = key.emitNulls && this.statement.dialect.nullsPhrase;
    if (key.emitNulls && !phrase) {
      this.builder.addOrderBy(this.select(`${key.sql} IS NULL`), key.nullsFirst ? 'DESC' : 'ASC');
    }
    // One row of the entity has at most one row of a to-one relation, so the groups stay the same.
    if (key.joined && hasGroups(this.builder)) this.builder.addGroupBy(key.sql);
    const name = this.nameOf(key);
    if (existing.includes(name)) return;
    if (!phrase) this.builder.addOrderBy(name, direction);
    else this.builder.addOrderBy(name, direction, key.nullsFirst ? 'NULLS FIRST' : 'NULLS LAST');
  }

  /**
   * Returns the property path of a column that is selected with its entity, the SQL of a join's column, or the name of
   * a new selection.
   */
  private nameOf({ rootColumn, sql, joined }: OrderKey): string {
    if (rootColumn === undefined) return joined && !this.selectsJoined ? sql : this.select(sql);
    const { metadata } = rootColumn;
    return isSelected(this.builder, metadata) ? `${this.builder.alias}.${metadata.propertyPath}` : this.select(sql);
  }

  private select(sql: string): string {
    const name = this.statement.name();
    this.builder.addSelect(sql, name);
    return name;
  }
}
