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
  const { where, statement } = changes;
  const bound = `${value.compared} ${key.direction === 'asc' ? '<=' : '>='} ${value.bind(text, statement)}`;
  return { ...changes, where: where === undefined ? bound : `${where} AND ${bound}` };
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

/**
 * Reads the value of the first key at a rank; null for NULL, for a value that is not compared as it is read, and for a text of which
 * the engine orders by a part alone: no text that comes before one that is ordered as a whole is greater than it.
 */
async function valueAt<E extends ObjectLiteral>(
  { builder, plan, finish }: OrderedTable<E>,
  rank: number,
): Promise<string | null | undefined> {
  const rows = selectBeside(builder, `rank-${rank}`).from<ObjectLiteral>(plan.schema.metadata.target, root);
  rows.withDeleted();
  const everyRow: SqlPlan = { ...plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const changes = finish(compile(everyRow, rows));
  const leading = leadingKey(changes, plan.sort);
  if (leading === undefined) return undefined;
  const { value: stored } = leading;
  const [value, isWhole] = [changes.statement.name(), changes.statement.name()];
  const parts = { [value]: stored.selected, [isWhole]: stored.isOrderedByAll ?? '1' };
  const row = await rowAt(rows, { changes, leading, parts, rank }).getRawOne<RawRow>();
  if (row === undefined) return undefined;
  const text = stored.textOf(row[value]);
  return text !== null && stored.accepts(text) && Number(row[isWhole]) === 1 ? text : null;
}

/** A row by its place in an order, and what is read of it, by names. */
interface RankedRow {
  readonly changes: SqlChanges;
  readonly leading: LeadingKey;
  readonly parts: Readonly<Record<string, string>>;
  readonly rank: number;
}

function rowAt(
  rows: SelectQueryBuilder<ObjectLiteral>,
  { changes, leading, parts, rank }: RankedRow,
): SelectQueryBuilder<ObjectLiteral> {
  const { key, through } = leading;
  if (through !== undefined) return joinedRowAt(rows, { through, key, parts, rank });
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [key] });
  for (const [name, sql] of Object.entries(parts)) rows.addSelect(sql, name);
  return rows.limit(1).offset(rank);
}
