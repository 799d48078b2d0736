import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { WrittenStatement } from '../../statements/index.js';
import { type SqlChanges, addOrder, addWhere } from '../../sql/index.js';
import { hasOrder, ordersOf, selectionsOf, sideCopyOf } from '../../typeorm/index.js';
import type { Position } from '../order/cursor.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import {
  type KeysetQuery,
  type SelectedKey,
  namesOf,
  positionOf,
  selectPositions,
  selectedKeys,
  textsOf,
} from './positions.js';
import { readValues } from './read-statement.js';
import { selectFrom } from './subquery.js';
import { clearLimits } from '../list/window.js';

/**
 * Finds the rows of a window, each once, by the values of their sort keys, without loading them. A builder that joins
 * to-many relations has several rows for one entity, so LIMIT would split entities. Here only the keys are selected,
 * and made distinct before the limit.
 */
export async function findPositions<E extends ObjectLiteral>(list: KeysetQuery<E>): Promise<Position[]> {
  const { plan, addition, keys, window } = list;
  const selected = ['positions', ...textsOf(keys)];
  const write = () => writePositions(plan.list.builder, { ...list, changes: plan.with(addition) });
  const { raw, names } = await readValues({ plan, addition, window, selected, write });
  const columns = selectedKeys(keys, names);
  return raw.map((row) => positionOf(row, columns));
}

/** A query, compiled. */
interface WrittenQuery extends KeysetQuery {
  readonly changes: SqlChanges;
}

/** Writes the statement without its window, with the names of {@link namesOf}. */
function writePositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  query: WrittenQuery,
): WrittenStatement<ObjectLiteral> {
  const rows = dropIdleJoins(sideCopyOf(builder, 'pagination'));
  const hasDuplicates = !isOneRowEach(rows);
  const hasOwnOrder = hasOrder(rows);
  addWhere(rows, query.changes);
  selectOwnOrderOnly(rows, query);
  addOrder(rows, query.changes);
  const selected = selectPositions(rows, query);
  const names = namesOf(selected);
  // Only the builder's own order can use a to-many join. A query's sort has one value for each row.
  if (hasDuplicates && hasOwnOrder) return { builder: firstOfEach(rows, query, selected), names };
  return { builder: clearLimits<ObjectLiteral>(hasDuplicates ? rows.distinct(true) : rows), names };
}

/** Reduces a builder's selection to the expressions of its own order, each under a name to order by. */
function selectOwnOrderOnly<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { changes }: WrittenQuery): void {
  const selections = selectionsOf(builder);
  const orders = ordersOf(builder);
  builder.select([]).orderBy();
  for (const order of orders) {
    // An order by a selection's name keeps the selection. Any other order is an expression, and needs a name.
    const custom = selections.find(({ aliasName }) => aliasName === order.name);
    const name = custom === undefined ? changes.statement.name() : order.name;
    builder.addSelect(custom?.selection ?? order.name, name).addOrderBy(name, order.direction, order.nulls);
  }
}

/**
 * Writes the statement that finds each row at its first occurrence, for a builder ordered by columns of a to-many join.
 * There, a row occurs once for each related row, DISTINCT would keep all of them, and `getMany()` puts the entity at
 * its first occurrence. So the joined rows are numbered in that order, grouped by primary key, and each group is
 * ordered by its least number.
 */
function firstOfEach<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  { changes: { statement, primaryKey } }: WrittenQuery,
  selected: readonly SelectedKey[],
): SelectQueryBuilder<ObjectLiteral> {
  const escape = (name: string): string => rows.escape(name);
  const order = orderSql(rows);
  const rowKeys = primaryKey.map(({ sqlOf }) => {
    const name = statement.name();
    rows.addSelect(sqlOf(escape(rows.alias)), name);
    return escape(name);
  });
  const [all, numbered, number] = [statement.name(), statement.name(), statement.name()];
  clearLimits(rows).orderBy().setOption('disable-global-order');
  const numbering = `ROW_NUMBER() OVER (ORDER BY ${order}) AS ${escape(number)}`;
  const numberedSql = `SELECT ${escape(all)}.*, ${numbering} FROM (${rows.getQuery()}) ${escape(all)}`;
  const firsts = selectFrom(rows, numberedSql, numbered);
  for (const { name } of selected) firsts.addSelect(`MIN(${escape(name)})`, name);
  for (const key of rowKeys) firsts.addGroupBy(key);
  return firsts.orderBy(`MIN(${escape(number)})`);
}

/** Returns the ORDER BY of a builder as SQL, by the names under which all of its keys are selected. */
function orderSql<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string {
  return ordersOf(builder)
    .map(({ name, direction, nulls = '' }) => `${builder.escape(name)} ${direction} ${nulls}`)
    .join(', ');
}
