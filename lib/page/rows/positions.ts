import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { type Addition, type SqlChanges, addOrder, addWhere } from '../../sql/index.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/order.js';
import { type Window, clearLimits } from '../list/builder.js';
import type { ColumnSchema } from '../../schema/index.js';
import { columnNameOf, hasOrder, ordersOf, selectionsOf, sideCopyOf } from '../../typeorm/index.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import { readValues } from './read-statement.js';
import { selectFrom } from './matching-rows.js';

/** A row as the driver gives it, by the names of the selected expressions. */
export type RawRow = Readonly<Record<string, unknown>>;

/** A query for rows in a total order, whose keys identify each row. */
export interface KeysetQuery<E extends ObjectLiteral = ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** Beginning and end of the rows, beside their window. */
  readonly addition: Addition;
  readonly keys: readonly KeysetKey[];
  readonly window: Window;
}

/** A sort key, and the name of its selected value. */
export interface SelectedKey {
  readonly key: KeysetKey;
  readonly name: string;
}

/** Selects the values of the sort keys in a builder, under generated names. */
export function selectPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { keys, changes }: Pick<KeysetQuery, 'keys'> & { readonly changes: SqlChanges },
): SelectedKey[] {
  return keys.map((key) => {
    const name = changes.statement.name();
    builder.addSelect(key.value.selected, name);
    return { key, name };
  });
}

/** Returns the expressions of {@link selectPositions}, which tell its statement from others. */
export function textsOf(keys: readonly KeysetKey[]): readonly string[] {
  return keys.map(({ value }) => value.selected);
}

/** Returns the names of selected keys, for a later statement with the same text. */
export function namesOf(selected: readonly SelectedKey[]): readonly string[] {
  return selected.map(({ name }) => name);
}

/** Returns keys with names that {@link namesOf} gave for the same keys. */
export function selectedKeys(keys: readonly KeysetKey[], names: readonly string[]): SelectedKey[] {
  return keys.map((key, index) => ({ key, name: names[index] ?? '' }));
}

/** Reads the position of a row from the expressions that {@link selectPositions} added. */
export function positionOf(row: RawRow, selected: readonly SelectedKey[]): Position {
  return selected.map(({ key, name }) => key.value.textOf(row[name]));
}

/*
 * Positions of rows, read from the columns that a page selects anyway, where these give whole values. A further
 * expression costs the server, the wire and the driver as much as a column: on SQLite, a third of the time of a page.
 */

/** Sort keys of a page, by the place of their values in its rows. */
export interface DividedKeys {
  readonly keys: readonly KeysetKey[];
  /** Name of each key's own column. Undefined for a key whose value is selected beside the entity. */
  readonly columns: readonly (string | undefined)[];
  /** The keys whose values are selected beside the entity. */
  readonly beside: readonly KeysetKey[];
}

/** Columns that did not give a row's whole value. */
const indirect = new WeakSet<ColumnSchema>();

/** Divides keys into those whose own selected columns give whole values, and the others. */
export function dividedKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  keys: readonly KeysetKey[],
): DividedKeys {
  const columns = keys.map((key) => directName(builder, key));
  return { keys, columns, beside: keys.filter((_, index) => columns[index] === undefined) };
}

/** Returns keys whose values are all selected beside the entity. */
export function undivided(keys: readonly KeysetKey[]): DividedKeys {
  return { keys, columns: [], beside: keys };
}

/**
 * Returns the name of a key's own column in a row. Undefined where it is not selected, or does not give whole values.
 */
function directName<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { key, value }: KeysetKey,
): string | undefined {
  const { rootColumn: column, comparand, sql } = key;
  if (column === undefined || comparand !== sql || indirect.has(column)) return undefined;
  if (value.directTextOf === undefined) return undefined;
  return columnNameOf(builder, column);
}

/**
 * Returns the position of a row. Undefined where a column does not give its whole value, which is remembered.
 *
 * @param names the names of the values selected beside the entity
 */
export function positionIn(
  row: RawRow,
  { keys, columns, beside }: DividedKeys,
  names: readonly string[],
): Position | undefined {
  const selected = selectedKeys(beside, names).values();
  const position: (string | null)[] = [];
  for (const [index, { key, value }] of keys.entries()) {
    const column = columns[index];
    const expression = column === undefined ? selected.next().value : undefined;
    const text = expression ? value.textOf(row[expression.name]) : value.directTextOf?.(row[column ?? '']);
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
