import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { junction } from '../dialects/index.js';
import type { WrittenStatement } from '../prepared/index.js';
import { addOrder, addWhere, copyOf, withOwnStatement } from '../sql/index.js';
import type { KeysetQuery, RowPosition } from './positions.js';
import { readEntities } from './read-statement.js';
import { clearLimits } from './window.js';

/** Loads the entities at the positions, by primary key, in the order of the query. */
export async function rowsAt<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { changes: list, keys }: KeysetQuery,
  positions: readonly RowPosition[],
): Promise<E[]> {
  const changes = withOwnStatement(list);
  // The query's own conditions are left out: a row that ceases to satisfy them between the two statements stays on its page.
  const where = isOneOf(positions, { changes, keys });
  const write = (): WrittenStatement<E> => {
    const copy = copyOf(builder);
    addWhere(copy, { ...changes, where });
    addOrder(copy, changes);
    return { builder: clearLimits(copy), names: [] };
  };
  const { entities } = await readEntities({
    builder,
    changes,
    rowsAs: 'entities',
    selected: ['at positions', where],
    write,
  });
  return entities;
}

/** Returns the condition that a row is one of those at some positions, by their primary keys. */
export function isOneOf(
  positions: readonly RowPosition[],
  { changes: { primaryKey, statement }, keys }: Pick<KeysetQuery, 'changes' | 'keys'>,
): string {
  // A total order has every column of the primary key among its keys, so each position holds the values to look up.
  const indexes = primaryKey.map(({ metadata }) => keys.findIndex(({ key }) => key.rootColumn?.metadata === metadata));
  const columns = indexes.map((index) => keys[index]?.value.compared ?? '');
  const rows = positions.map(({ position }) =>
    indexes.map((index) => keys[index]?.value.bind(position[index] ?? '', statement) ?? ''),
  );
  return membershipSql(columns, rows);
}

/** Returns the condition that the columns equal one of the rows: IN for one column, an OR of equalities for several. */
function membershipSql(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  const each = rows.map((row) => `(${row.map((value, index) => `${columns[index]} = ${value}`).join(' AND ')})`);
  return junction('OR', each);
}
