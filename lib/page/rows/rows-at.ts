import type { ObjectLiteral } from 'typeorm';
import type { Hydration } from '../../ast/index.js';
import { junction } from '../../dialects/index.js';
import type { WrittenStatement } from '../../statements/index.js';
import { type Binder, type SqlChanges, addOrder, addWhere, additionIn, withOwnStatement } from '../../sql/index.js';
import { copyOf } from '../../typeorm/index.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';
import type { KeysetQuery } from './positions.js';
import { readEntities } from './read-statement.js';
import { clearLimits } from '../list/window.js';

/** A query whose entities are loaded at positions. */
interface RowsQuery<E extends ObjectLiteral> extends Pick<KeysetQuery<E>, 'plan' | 'keys'> {
  readonly hydration: Hydration;
}

/** Loads the entities at the positions, by primary key, in the order of the query. */
export async function rowsAt<E extends ObjectLiteral>(
  { plan, keys, hydration }: RowsQuery<E>,
  positions: readonly Position[],
): Promise<E[]> {
  const { builder } = plan.list;
  const changes = withOwnStatement(plan.changes);
  // The query's own conditions are left out: a row that stops satisfying them between the two
  // statements stays on its page.
  const of = keysAt(positions, changes.primaryKey, { keys, binder: changes.statement });
  const where = membershipSql(of);
  // A key that is no column would be computed again for each row of a join, only to order rows whose order is known.
  const isComputed = changes.order.some(({ rootColumn }) => rootColumn === undefined);
  const place = isComputed ? placeSql(of) : undefined;
  const placeName = changes.statement.name();
  const write = (): WrittenStatement<E> => {
    const copy = copyOf(builder);
    addWhere(copy, { ...changes, where });
    if (place === undefined) addOrder(copy, changes);
    else copy.addSelect(place, placeName).addOrderBy(placeName);
    return { builder: clearLimits(copy), names: [] };
  };
  const addition = additionIn(changes.statement, plan.names);
  const selected = ['at positions', where];
  return (await readEntities({ plan, addition, rowsAs: 'entities', selected, write, hydration })).entities;
}

/** Keys of an order, and the binder of their values. */
interface BoundKeys {
  readonly keys: readonly KeysetKey[];
  readonly binder: Binder;
}

/** Columns of a primary key, and bound values of it. */
interface KeysAt {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Binds the primary keys at positions. */
function keysAt(
  positions: readonly Position[],
  primaryKey: SqlChanges['primaryKey'],
  { keys, binder }: BoundKeys,
): KeysAt {
  // A total order contains every column of the primary key, so each position holds the values to look up.
  const indexes = primaryKey.map(({ metadata }) => keys.findIndex(({ key }) => key.rootColumn?.metadata === metadata));
  const columns = indexes.map((index) => keys[index]?.value.compared ?? '');
  const rows = positions.map((position) =>
    indexes.map((index) => keys[index]?.value.bind(position[index] ?? '', binder) ?? ''),
  );
  return { columns, rows };
}

/** Returns the condition that the columns equal one of the rows: IN for one column, an OR of equalities for several. */
function membershipSql({ columns, rows }: KeysAt): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  return junction(
    'OR',
    rows.map((row) => `(${equalSql(columns, row)})`),
  );
}

/** Returns the place of a row among the keys. */
function placeSql({ columns, rows }: KeysAt): string {
  const each = rows.map((row, place) => `WHEN ${equalSql(columns, row)} THEN ${place}`);
  return `CASE ${each.join(' ')} END`;
}

function equalSql(columns: readonly string[], row: readonly string[]): string {
  return row.map((value, index) => `${columns[index]} = ${value}`).join(' AND ');
}
