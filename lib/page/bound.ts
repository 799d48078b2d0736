import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Bound, startsIndex } from '../adaptive/index.js';
import type { TwinQuestion } from '../caches/index.js';
import { type List, ListPlan, type WrittenStatement, listOf } from '../prepared/index.js';
import {
  type Addition,
  type AdditionBinder,
  type OrderKey,
  type SqlPlan,
  addOrder,
  addWhere,
  compile,
  noAddition,
  selectBeside,
  statementOf,
} from '../sql/index.js';
import type { RawRow } from './positions.js';
import { readValues } from './read-statement.js';
import { selectFrom } from './subquery.js';
import { type ThroughJoin, joinedRowAt, throughJoin } from './through-join.js';
import { type StoredValue, storedValue } from './stored-value.js';
import type { WindowOfList } from './window-of-list.js';

/** The first key of an order that an index serves. */
export interface LeadingKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
  /** The column, by its path from the list. */
  readonly path: string;
  /** The join of the table that has the column; undefined for the list's own. */
  readonly through: ThroughJoin | undefined;
}

/** Returns the first key of an order, where rows can be read by it from an index; undefined where they would be sorted. */
export function leadingKey({ list, sql }: ListPlan): LeadingKey | undefined {
  const { order, schema, leading } = sql;
  const [key] = order;
  if (key === undefined || key.emitNulls || key.isOrdinal || leading.length > 0) return undefined;
  if (key.expression?.exactOrder !== undefined) return undefined;
  if (key.rootColumn === undefined) {
    const through = throughJoin(sql, list);
    return through && { key, value: storedValue(key, schema.dialect), path: through.path, through };
  }
  const { columnName } = key.rootColumn;
  if (!startsIndex(schema, columnName)) return undefined;
  return { key, value: storedValue(key, schema.dialect), path: columnName, through: undefined };
}

/**
 * True where the rows up to a value of the key are the first rows of the list: values are compared as they are ordered, and none of
 * the rows before them has NULL, which no comparison finds.
 */
export function isBoundable({ key, value }: LeadingKey): boolean {
  return value.isKnown && !(key.nullable && key.nullsFirst);
}

/** Returns the condition that rows are not after the end of the first rows, among which are all with the same value. */
export function within({ key, value }: LeadingKey, text: string, binder: AdditionBinder): string {
  const sign = key.direction === 'asc' ? '<=' : '>=';
  return `${value.compared} ${sign} ${binder.unseen(() => value.bind(text, binder))}`;
}

/** The alias of the table of a list, in a statement about all of its rows. */
const root = 'nf_root';

/** A window of a list, of whose table all rows are looked at, whoever may see them. */
type OrderedTable<E extends ObjectLiteral> = Pick<WindowOfList<E>, 'list' | 'kind' | 'turn' | 'begin'>;

/**
 * Asks for the value of the first key at a rank, and at twice the rank: where that is the same value, the rows that have it are too
 * many; where there is no such row, the table is small.
 */
export async function findBound<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  const order = orderOf(table);
  if (order === undefined) return { type: 'none' };
  const { row, names } = await readRow(order, ['bound', String(rank)], () => atTwoRanks(order, rank));
  if (row === undefined) return { type: 'small' };
  const [near, beyond] = names.map((name) => order.textOf(row[name]));
  return near === undefined || near === beyond ? { type: 'none' } : boundAt(near);
}

/** Selects the values of the first key at a rank and at twice the rank. */
function atTwoRanks<E extends ObjectLiteral>(order: TableOrder<E>, rank: number): WrittenStatement<ObjectLiteral> {
  const [near, beyond] = [rowAt(order, rank), rowAt(order, 2 * rank)];
  const rows = selectFrom(near, near.getQuery(), 'nf_near');
  rows.innerJoin(`(${beyond.getQuery()})`, 'nf_beyond', '1 = 1').setParameters(beyond.getParameters());
  const names = ['nf_near', 'nf_beyond'].map((from) => {
    rows.addSelect(`${rows.escape(from)}.${rows.escape(order.name)}`, `${from}_value`);
    return `${from}_value`;
  });
  return { builder: rows, names };
}

/** Returns what is asked for a bound, for the tests that compare it with what was asked for one that is remembered. */
export function boundAsked<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): TwinQuestion {
  const order = orderOf(table);
  const asked = order === undefined ? { text: '', values: [] } : statementOf(atTwoRanks(order, rank).builder, 'values');
  return { ...asked, ask: () => findBound(table, rank) };
}

/** Asks for the value of the first key at a rank after a position. */
export async function findBoundAfter<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  const order = orderOf(table);
  if (order === undefined) return { type: 'none' };
  const write = () => ({ builder: rowAt(order, rank), names: [order.name] });
  const { row, names } = await readRow(order, ['bound after', String(rank)], write);
  return row === undefined ? { type: 'none' } : boundAt(order.textOf(row[names[0] ?? '']));
}

function boundAt(text: string | null): Bound {
  return text === null ? { type: 'none' } : { type: 'value', text };
}

/** The order of a table, and the value of its first key. */
interface TableOrder<E extends ObjectLiteral> extends LeadingKey {
  readonly list: List<E>;
  readonly plan: ListPlan;
  /** The position that the rows are after. */
  readonly addition: Addition;
  /**
   * The expression that reads the value: NULL for a text of which the engine orders by a part alone. No text that comes before one
   * that is ordered as a whole is greater than it.
   */
  readonly sql: string;
  /** The name of the value in a row. */
  readonly name: string;
  /** Reads the value; null for NULL, and for a value that no bound can be made of. */
  readonly textOf: (value: unknown) => string | null;
}

/** Compiles the order of a table; undefined where its rows are not read by the first key. */
function orderOf<E extends ObjectLiteral>({ list, kind, turn, begin }: OrderedTable<E>): TableOrder<E> | undefined {
  const everyRow: SqlPlan = { ...list.plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const rows = tableOf(list);
  const plan = new ListPlan(listOf(rows, everyRow), `${kind}bound`, () => turn(compile(everyRow, rows)));
  const leading = leadingKey(plan);
  if (leading === undefined) return undefined;
  const { value } = leading;
  const { selected, isOrderedByAll } = value;
  return {
    ...leading,
    ...{ list, plan, addition: begin?.(plan) ?? noAddition },
    name: 'nf_first',
    sql: isOrderedByAll === undefined ? selected : `CASE WHEN ${isOrderedByAll} THEN ${selected} END`,
    textOf: (given) => {
      const text = value.textOf(given);
      return text !== null && value.accepts(text) ? text : null;
    },
  };
}

function tableOf<E extends ObjectLiteral>(
  { builder, plan }: List<E>,
  name?: string,
): SelectQueryBuilder<ObjectLiteral> {
  return selectBeside(builder, name).from<ObjectLiteral>(plan.schema.metadata.target, root).withDeleted();
}

/** Selects the value of the first key at a rank. */
function rowAt<E extends ObjectLiteral>(order: TableOrder<E>, rank: number): SelectQueryBuilder<ObjectLiteral> {
  const { list, plan, addition, through, key, sql, name } = order;
  const rows = tableOf(list, `rank-${rank}`);
  if (through !== undefined) return joinedRowAt(rows, { through, key, sql, name, rank });
  const changes = plan.with(addition);
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [key] });
  return rows.addSelect(sql, name).limit(1).offset(rank);
}

/** Reads the only row of a statement. It is not named on the server: where a bound lies depends on the position alone. */
async function readRow<E extends ObjectLiteral>(
  { plan, addition, sql, path }: TableOrder<E>,
  texts: readonly string[],
  write: () => WrittenStatement<ObjectLiteral>,
): Promise<{ readonly row: RawRow | undefined; readonly names: readonly string[] }> {
  const selected = [...texts, path, sql];
  const { raw, names } = await readValues({ plan, addition, selected, write, isPlannedForValues: true });
  return { row: raw[0], names };
}
