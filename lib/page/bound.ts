import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Bound, startsIndex } from '../adaptive/index.js';
import {
  type OrderKey,
  type SqlChanges,
  type SqlPlan,
  addOrder,
  addWhere,
  compile,
  selectBeside,
} from '../sql/index.js';
import type { RawRow } from './positions.js';
import { type StoredValue, storedValue } from './stored-value.js';

/** The first key of an order that an index serves. */
export interface LeadingKey {
  readonly key: OrderKey;
  readonly value: StoredValue;
}

/** Returns the first key of an order, where rows can be read by it from an index; undefined where they would be sorted. */
export function leadingKey({ order: [key], schema, leading }: SqlChanges): LeadingKey | undefined {
  if (key?.rootColumn === undefined || key.emitNulls || leading.length > 0) return undefined;
  if (key.isOrdinal || !startsIndex(schema, key.rootColumn.columnName)) return undefined;
  const value = storedValue(key, schema.dialect);
  return { key, value };
}

/**
 * True where the rows up to a value of the key are the first rows of the list: values are compared as they are ordered, and none of
 * the rows before them has NULL, which no comparison finds.
 */
export function isBoundable({ key, value }: LeadingKey): boolean {
  return value.isKnown && value.isOrderedByAll === undefined && !(key.nullable && key.nullsFirst);
}

/** Adds to a compiled plan that its rows are not after the end of the first rows, among which are all with the same value. */
export function within(changes: SqlChanges, { key, value }: LeadingKey, text: string): SqlChanges {
  const { where, statement } = changes;
  const bound = `${value.compared} ${key.direction === 'asc' ? '<=' : '>='} ${value.bind(text, statement)}`;
  return { ...changes, where: where === undefined ? bound : `${where} AND ${bound}` };
}

/** All rows of a table in an order, whoever may see them. */
interface OrderedTable<E extends ObjectLiteral> {
  /** The builder whose connection is used. */
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** Adds the direction, or the position that the rows are after, to a compiled plan. */
  readonly finish: (changes: SqlChanges) => SqlChanges;
}

/**
 * Asks for the value of the first key at a rank, and once more at twice the rank: where that is the same value, the rows that have it
 * are too many; where there is no such row, the table is small.
 */
export async function findBound<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  const beyond = await valueAt(table, 2 * rank);
  if (beyond === undefined) return { type: 'small' };
  const text = await valueAt(table, rank);
  return text === beyond ? { type: 'none' } : boundAt(text);
}

/** Asks for the value of the first key at a rank after a position. */
export async function findBoundAfter<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  return boundAt(await valueAt(table, rank));
}

function boundAt(text: string | null | undefined): Bound {
  return text === null || text === undefined ? { type: 'none' } : { type: 'value', text };
}

/** Reads the value of the first key at a rank; null for NULL and for a value that is not compared as it is read. */
async function valueAt<E extends ObjectLiteral>(
  { builder, plan, finish }: OrderedTable<E>,
  rank: number,
): Promise<string | null | undefined> {
  const rows = selectBeside(builder, `rank-${rank}`).from<ObjectLiteral>(plan.schema.metadata.target, 'nf_root');
  rows.withDeleted();
  const everyRow: SqlPlan = { ...plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const changes = finish(compile(everyRow, rows));
  const leading = leadingKey(changes);
  if (leading === undefined) return undefined;
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [leading.key] });
  const name = changes.statement.name();
  const row = await rows.addSelect(leading.value.selected, name).limit(1).offset(rank).getRawOne<RawRow>();
  if (row === undefined) return undefined;
  const text = leading.value.textOf(row[name]);
  return text !== null && leading.value.accepts(text) ? text : null;
}
