import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type SqlChanges, addOrder, addWhere } from '../sql/index.js';
import { cut, selectFrom, sideCopyOf, uncut } from './copy.js';
import { dropIdleJoins, isOneRowEach } from './joins.js';
import type { KeysetKey } from './keyset.js';
import { type Place, type RawRow, type SelectedKey, placeOf, selectPositions } from './positions.js';

/** What is looked for: rows that satisfy the conditions, in an order whose keys tell one from another. */
export interface Sought {
  readonly changes: SqlChanges;
  readonly keys: readonly KeysetKey[];
  /** Whether cursors are made of the positions. */
  readonly forCursors: boolean;
}

interface Window {
  readonly skip: number;
  readonly take: number;
}

/** Finds the rows of a window, each once, by the values of their keys, without loading them. */
export async function findPositions<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  sought: Sought,
  window: Window,
): Promise<Place[]> {
  const rows = dropIdleJoins(sideCopyOf(builder, 'pagination'));
  const severalEach = !isOneRowEach(rows);
  const byOwnOrder = Object.keys(rows.expressionMap.orderBys).length > 0;
  addWhere(rows, sought.changes);
  keepOrderOnly(rows, sought);
  addOrder(rows, sought.changes);
  const selected = selectPositions(rows, sought, sought.forCursors);
  if (severalEach && byOwnOrder) return firstOfEach(rows, selected, sought, window);
  cut(rows, window);
  if (severalEach) rows.distinct(true);
  const found = await rows.getRawMany<RawRow>();
  return found.map((row) => placeOf(row, selected));
}

/** Selects nothing but what the builder's own order needs. */
function keepOrderOnly<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { changes }: Sought): void {
  const { expressionMap } = builder;
  const { selects, orderBys } = expressionMap;
  expressionMap.selects = [];
  expressionMap.orderBys = {};
  for (const [key, order] of Object.entries(orderBys)) {
    const custom = selects.find(({ aliasName }) => aliasName === key);
    const name = custom === undefined ? changes.statement.name() : key;
    builder.addSelect(custom?.selection ?? key, name);
    if (typeof order === 'string') builder.addOrderBy(name, order);
    else builder.addOrderBy(name, order.order, order.nulls);
  }
}

/**
 * Where a row stands several times, and the builder's own order is by what it joins, the row belongs where it stands first:
 * there `getMany()` would put it. So the joined rows are numbered, and each row of the entity takes the least number.
 */
async function firstOfEach<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  selected: readonly SelectedKey[],
  { changes: { statement, primaryKey } }: Sought,
  window: Window,
): Promise<Place[]> {
  const escape = (name: string): string => rows.escape(name);
  const order = orderText(rows);
  const rowKeys = primaryKey.map(({ sql }) => {
    const name = statement.name();
    rows.addSelect(`${escape(rows.alias)}.${sql}`, name);
    return escape(name);
  });
  const [all, numbered, number] = [statement.name(), statement.name(), statement.name()];
  // Which row DISTINCT ON takes of each group is decided by the order within.
  if (rows.expressionMap.selectDistinctOn.length === 0) rows.orderBy();
  uncut(rows).setOption('disable-global-order');
  const numbering = `ROW_NUMBER() OVER (ORDER BY ${order}) AS ${escape(number)}`;
  const text = `SELECT ${escape(all)}.*, ${numbering} FROM (${rows.getQuery()}) ${escape(all)}`;
  const firsts = selectFrom(rows, text, numbered);
  for (const { name } of selected) firsts.addSelect(`MIN(${escape(name)})`, name);
  for (const key of rowKeys) firsts.addGroupBy(key);
  cut(firsts.orderBy(`MIN(${escape(number)})`), window);
  const found = await firsts.getRawMany<RawRow>();
  return found.map((row) => placeOf(row, selected));
}

/** An order whose keys are all selected, by their names. */
function orderText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string {
  return Object.entries(builder.expressionMap.orderBys)
    .map(([name, placed]) => {
      const { order, nulls = '' } = typeof placed === 'string' ? { order: placed, nulls: '' } : placed;
      return `${builder.escape(name)} ${order} ${nulls}`;
    })
    .join(', ');
}
