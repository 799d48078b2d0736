import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Bound, startsIndex } from '../../adaptive/index.js';
import type { KeyPart, TwinQuestion } from '../../caches/index.js';
import { type List, type ListPlan, type WrittenStatement, listOf } from '../../statements/index.js';
import {
  type Addition,
  type AdditionBinder,
  type OrderKey,
  type SqlPlan,
  addOrder,
  addWhere,
  compile,
} from '../../sql/index.js';
import { selectBeside, statementOf } from '../../typeorm/index.js';
import type { RawRow } from '../rows/positions.js';
import { readValues } from '../rows/read-statement.js';
import { selectFrom } from '../rows/subquery.js';
import { type ThroughJoin, joinedRowAt, throughJoin } from './through-join.js';
import { type StoredValue, storedValue } from '../order/stored-value.js';
import type { WindowOfList } from './window-of-list.js';

/** First key of an order, which an index serves. */
export interface LeadingKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
  /** The column, behind its relation. */
  readonly path: readonly KeyPart[];
  /** Join of the column's table. Undefined for the list's own table. */
  readonly through: ThroughJoin | undefined;
}

/** Returns the first key of an order if an index can read the rows by it. Undefined where they would be sorted. */
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
  return { key, value: storedValue(key, schema.dialect), path: [key.rootColumn], through: undefined };
}

/**
 * True where the rows up to a value of the key are the first rows of the list. Values must be compared as they are
 * ordered, and no earlier row may have NULL, which no comparison finds.
 */
export function isBoundable({ key, value }: LeadingKey): boolean {
  return value.isKnown && !(key.nullable && key.nullsFirst);
}

/** Returns the condition that rows are within the end of the first rows, including all rows with the same value. */
export function within({ key, value }: LeadingKey, text: string, binder: AdditionBinder): string {
  const sign = key.direction === 'asc' ? '<=' : '>=';
  return `${value.compared} ${sign} ${binder.unseen(() => value.bind(text, binder))}`;
}

/** The alias of the table of a list, in a statement about all of its rows. */
const root = 'nf_root';

/** A window of a list, whose whole table is read, visible or not. */
type OrderedTable<E extends ObjectLiteral> = Pick<WindowOfList<E>, 'list' | 'planOf' | 'beginningOf'>;

/**
 * Asks for the value of the first key at a rank, and at twice the rank. If both are equal, too many rows have the
 * value. If the second row is missing, the table is small.
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

/** Returns the question for a bound, for tests that compare it with a remembered one's. */
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

/** Order of a table, and the value of its first key. */
interface TableOrder<E extends ObjectLiteral> extends LeadingKey {
  readonly list: List<E>;
  readonly plan: ListPlan;
  /** Position before the rows. */
  readonly addition: Addition;
  /**
   * Expression that reads the value: NULL for a text that the engine orders only by its beginning. No earlier text is
   * greater than a wholly ordered one.
   */
  readonly sql: string;
  /** The name of the value in a row. */
  readonly name: string;
  /** Reads the value. Null for NULL, and for a value that cannot be a bound. */
  readonly textOf: (value: unknown) => string | null;
}

/** Compiles the order of a table, or returns undefined where its rows are not read by the first key. */
function orderOf<E extends ObjectLiteral>(table: OrderedTable<E>): TableOrder<E> | undefined {
  const { list } = table;
  const everyRow: SqlPlan = { ...list.plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const rows = tableOf(list);
  const plan = table.planOf(listOf(rows, everyRow), 'bound', () => compile(everyRow, rows));
  const leading = leadingKey(plan);
  if (leading === undefined) return undefined;
  const { value } = leading;
  const { selected } = value;
  return {
    ...leading,
    ...{ list, plan, addition: table.beginningOf(plan) },
    name: 'nf_first',
    sql: selected,
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

/** Reads the only row of a statement. It has no name on the server, because the bound depends only on the position. */
async function readRow<E extends ObjectLiteral>(
  { plan, addition, sql, path }: TableOrder<E>,
  texts: readonly string[],
  write: () => WrittenStatement<ObjectLiteral>,
): Promise<{ readonly row: RawRow | undefined; readonly names: readonly string[] }> {
  const selected = [...texts, ...path, sql];
  const { raw, names } = await readValues({ plan, addition, selected, write, isPlannedForValues: true });
  return { row: raw[0], names };
}
