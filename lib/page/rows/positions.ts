import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type List, type Read, type Window, read } from '../../statements/index.js';
import { type SqlChanges, type Statement, addOrder, addSelections, addWhere } from '../../sql/index.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';
import { clearLimits } from '../list/builder.js';
import type { ColumnSchema } from '../../schema/index.js';
import { type Row, columnNameOf, hasOrder, ordersOf, selectionsOf, sideCopyOf } from '../../typeorm/index.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import { selectFrom } from './matching-rows.js';

export function selectedOf(keys: readonly KeysetKey[]): readonly string[] {
  return keys.map(({ value }) => value.selected);
}

/*
 * Positions of rows, read from the columns that a page selects anyway, where these give whole values. A further
 * expression costs the server, the wire and the driver as much as a column: on SQLite, a third of the time of a page.
 */

/** Columns that did not give a row's whole value. */
const indirect = new WeakSet<ColumnSchema>();

/** Returns the name of each key's own column in a row. Undefined for a key whose value is selected beside the entity. */
export function directNames<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): readonly (string | undefined)[] {
  return keys.map(({ key: { rootColumn: column, comparand, sql }, value }) => {
    if (column === undefined || comparand !== sql || value.directTextOf === undefined) return undefined;
    return indirect.has(column) ? undefined : columnNameOf(builder, column);
  });
}

/**
 * Returns the position of a row. Undefined where a column does not give its whole value, which is remembered.
 *
 * @param columns the names of the keys' own columns
 * @param names the names of the values selected beside the entity
 */
export function positionIn(
  row: Row,
  keys: readonly KeysetKey[],
  columns: readonly (string | undefined)[],
  names: readonly string[],
): Position | undefined {
  let selected = 0;
  const position: (string | null)[] = [];
  for (const [index, { key, value }] of keys.entries()) {
    const column = columns[index];
    const text = column === undefined ? value.textOf(row[names[selected++] ?? '']) : value.directTextOf?.(row[column]);
    if (text === undefined) {
      if (key.rootColumn !== undefined) indirect.add(key.rootColumn);
      return undefined;
    }
    position.push(text);
  }
  return position;
}

/**
 * Finds the rows of a window, each once, by the values of their sort keys, without loading them. A builder that joins
 * to-many relations has several rows for one entity, so LIMIT would split entities. Here only the keys are selected,
 * and made distinct before the limit.
 */
export async function findPositions<E extends ObjectLiteral>(
  list: List<E>,
  keys: readonly KeysetKey[],
  own: Statement | undefined,
  window: Window,
): Promise<Position[]> {
  const { raw, names } = await read(list, positions, { selected: selectedOf(keys) }, { own, window });
  return raw.map((row) => keys.map(({ value }, index) => value.textOf(row[names[index] ?? ''])));
}

const positions: Read<{ readonly selected: readonly string[] }> = {
  write: (builder, changes, { selected }) => {
    const rows = dropIdleJoins(sideCopyOf(builder, 'pagination'));
    const hasDuplicates = !isOneRowEach(rows);
    const hasOwnOrder = hasOrder(rows);
    addWhere(rows, changes);
    selectOwnOrderOnly(rows, changes);
    addOrder(rows, changes);
    const names = addSelections(rows, changes, selected);
    // Only the builder's own order can use a to-many join. A query's sort has one value for each row.
    if (hasDuplicates && hasOwnOrder) return { builder: firstOfEach(rows, changes, names), names };
    return { builder: clearLimits(hasDuplicates ? rows.distinct(true) : rows), names };
  },
};

/** Reduces a builder's selection to the expressions of its own order, each under a name to order by. */
function selectOwnOrderOnly<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { statement }: SqlChanges): void {
  const selections = selectionsOf(builder);
  const orders = ordersOf(builder);
  builder.select([]).orderBy();
  for (const order of orders) {
    // An order by a selection's name keeps the selection. Any other order is an expression, and needs a name.
    const custom = selections.find(({ aliasName }) => aliasName === order.name);
    const name = custom === undefined ? statement.name() : order.name;
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
  { statement, primaryKey }: SqlChanges,
  selected: readonly string[],
): SelectQueryBuilder<ObjectLiteral> {
  const escape = (name: string): string => rows.escape(name);
  // All keys of the order are selected by their names.
  const order = ordersOf(rows).map(({ name, direction, nulls = '' }) => `${escape(name)} ${direction} ${nulls}`);
  const rowKeys = primaryKey.map(({ sqlOf }) => {
    const name = statement.name();
    rows.addSelect(sqlOf(escape(rows.alias)), name);
    return escape(name);
  });
  const [all, numbered, number] = [statement.name(), statement.name(), statement.name()];
  clearLimits(rows).orderBy().setOption('disable-global-order');
  const numbering = `ROW_NUMBER() OVER (ORDER BY ${order.join(', ')}) AS ${escape(number)}`;
  const numberedSql = `SELECT ${escape(all)}.*, ${numbering} FROM (${rows.getQuery()}) ${escape(all)}`;
  const firsts = selectFrom(rows, numberedSql, numbered);
  for (const name of selected) firsts.addSelect(`MIN(${escape(name)})`, name);
  for (const key of rowKeys) firsts.addGroupBy(key);
  return firsts.orderBy(`MIN(${escape(number)})`);
}
