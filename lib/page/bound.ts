import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Bound, startsIndex } from '../adaptive/index.js';
import type { WrittenStatement } from '../prepared/index.js';
import {
  type OrderKey,
  type SqlChanges,
  type SqlPlan,
  addOrder,
  addWhere,
  compile,
  entityText,
  selectBeside,
  withCondition,
} from '../sql/index.js';
import type { RawRow } from './positions.js';
import { readValues } from './read-statement.js';
import { selectFrom } from './subquery.js';
import { type ThroughJoin, joinedRowAt, throughJoin } from './through-join.js';
import { type StoredValue, storedValue } from './stored-value.js';

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
export function leadingKey(changes: SqlChanges, sort: SqlPlan['sort']): LeadingKey | undefined {
  const { order, schema, leading } = changes;
  const [key] = order;
  if (key === undefined || key.emitNulls || key.isOrdinal || leading.length > 0) return undefined;
  if (key.expression?.exactOrder !== undefined) return undefined;
  if (key.rootColumn === undefined) {
    const through = throughJoin(changes, sort);
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

/** Adds to a compiled plan that its rows are not after the end of the first rows, among which are all with the same value. */
export function within(changes: SqlChanges, { key, value }: LeadingKey, text: string): SqlChanges {
  const sign = key.direction === 'asc' ? '<=' : '>=';
  const { statement } = changes;
  const operand = statement.unseen(() => value.bind(text, statement));
  return withCondition(changes, `${value.compared} ${sign} ${operand}`);
}

/** The alias of the table of a list, in a statement about all of its rows. */
const root = 'nf_root';

/** All rows of a table in an order, whoever may see them. */
interface OrderedTable<E extends ObjectLiteral> {
  /** The builder whose connection is used. */
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** Adds the direction, or the position that the rows are after, to a compiled plan. */
  readonly finish: (changes: SqlChanges) => SqlChanges;
}

/**
 * Asks for the value of the first key at a rank, and at twice the rank: where that is the same value, the rows that have it are too
 * many; where there is no such row, the table is small.
 */
export async function findBound<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  const order = orderOf(table);
  if (order === undefined) return { type: 'none' };
  const write = (): WrittenStatement<ObjectLiteral> => {
    const [near, beyond] = [rowAt(order, rank), rowAt(order, 2 * rank)];
    const rows = selectFrom(near, near.getQuery(), 'nf_near');
    rows.innerJoin(`(${beyond.getQuery()})`, 'nf_beyond', '1 = 1').setParameters(beyond.getParameters());
    const names = ['nf_near', 'nf_beyond'].map((from) => {
      rows.addSelect(`${rows.escape(from)}.${rows.escape(order.name)}`, `${from}_value`);
      return `${from}_value`;
    });
    return { builder: rows, names };
  };
  const { row, names } = await readRow(order, ['bound', String(rank)], write);
  if (row === undefined) return { type: 'small' };
  const [near, beyond] = names.map((name) => order.textOf(row[name]));
  return near === undefined || near === beyond ? { type: 'none' } : boundAt(near);
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
  readonly table: OrderedTable<E>;
  readonly changes: SqlChanges;
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
function orderOf<E extends ObjectLiteral>(table: OrderedTable<E>): TableOrder<E> | undefined {
  const { plan, finish } = table;
  const everyRow: SqlPlan = { ...plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const changes = finish(compile(everyRow, rowsOf(table)));
  const leading = leadingKey(changes, plan.sort);
  if (leading === undefined) return undefined;
  const { value } = leading;
  const { selected, isOrderedByAll } = value;
  return {
    ...leading,
    ...{ table, changes },
    name: changes.statement.name(),
    sql: isOrderedByAll === undefined ? selected : `CASE WHEN ${isOrderedByAll} THEN ${selected} END`,
    textOf: (given) => {
      const text = value.textOf(given);
      return text !== null && value.accepts(text) ? text : null;
    },
  };
}

function rowsOf<E extends ObjectLiteral>(
  { builder, plan }: OrderedTable<E>,
  name?: string,
): SelectQueryBuilder<ObjectLiteral> {
  return selectBeside(builder, name).from<ObjectLiteral>(plan.schema.metadata.target, root).withDeleted();
}

/** Selects the value of the first key at a rank. */
function rowAt<E extends ObjectLiteral>(order: TableOrder<E>, rank: number): SelectQueryBuilder<ObjectLiteral> {
  const { table, changes, through, key, sql, name } = order;
  const rows = rowsOf(table, `rank-${rank}`);
  if (through !== undefined) return joinedRowAt(rows, { through, key, sql, name, rank });
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [key] });
  return rows.addSelect(sql, name).limit(1).offset(rank);
}

/** Reads the only row of a statement. It is not named on the server: where a bound lies depends on the position alone. */
async function readRow<E extends ObjectLiteral>(
  { table: { builder, plan }, changes, sql, path }: TableOrder<E>,
  texts: readonly string[],
  write: () => WrittenStatement<ObjectLiteral>,
): Promise<{ readonly row: RawRow | undefined; readonly names: readonly string[] }> {
  changes.statement.planForValues();
  const selected = [...texts, entityText(plan.schema.metadata), path, sql];
  const { raw, names } = await readValues({ builder, changes, selected, write });
  return { row: raw[0], names };
}
