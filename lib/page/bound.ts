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
import { selectFrom } from './subquery.js';

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
 * Asks for the value of the first key at a rank, and at twice the rank: where that is the same value, the rows that have it are too
 * many; where there is no such row, the table is small.
 */
export async function findBound<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  const [near, beyond] = [rank, 2 * rank].map((at) => rowAt(table, at));
  if (near === undefined || beyond === undefined) return { type: 'none' };
  const rows = selectFrom(near.rows, near.rows.getQuery(), 'nf_near');
  rows.innerJoin(`(${beyond.rows.getQuery()})`, 'nf_beyond', '1 = 1').setParameters(beyond.rows.getParameters());
  for (const [from, name] of Object.entries({ nf_near: near.name, nf_beyond: beyond.name })) {
    rows.addSelect(`${rows.escape(from)}.${rows.escape(name)}`, `${from}_value`);
  }
  const row = await rows.getRawOne<RawRow>();
  if (row === undefined) return { type: 'small' };
  const text = near.textOf(row['nf_near_value']);
  return text === near.textOf(row['nf_beyond_value']) ? { type: 'none' } : boundAt(text);
}

/** Asks for the value of the first key at a rank after a position. */
export async function findBoundAfter<E extends ObjectLiteral>(table: OrderedTable<E>, rank: number): Promise<Bound> {
  const at = rowAt(table, rank);
  const row = await at?.rows.getRawOne<RawRow>();
  return at === undefined || row === undefined ? { type: 'none' } : boundAt(at.textOf(row[at.name]));
}

function boundAt(text: string | null): Bound {
  return text === null ? { type: 'none' } : { type: 'value', text };
}

/** The statement for the value of the first key at a rank. */
interface RowAt {
  readonly rows: SelectQueryBuilder<ObjectLiteral>;
  /** The name of the value in the row. */
  readonly name: string;
  /** Reads the value; null for NULL and for a value that is not compared as it is read. */
  readonly textOf: (value: unknown) => string | null;
}

function rowAt<E extends ObjectLiteral>({ builder, plan, finish }: OrderedTable<E>, rank: number): RowAt | undefined {
  const rows = selectBeside(builder, `rank-${rank}`).from<ObjectLiteral>(plan.schema.metadata.target, 'nf_root');
  rows.withDeleted();
  const everyRow: SqlPlan = { ...plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const changes = finish(compile(everyRow, rows));
  const leading = leadingKey(changes);
  if (leading === undefined) return undefined;
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [leading.key] });
  const { value } = leading;
  const name = changes.statement.name();
  rows.addSelect(value.selected, name).limit(1).offset(rank);
  const textOf = (given: unknown): string | null => {
    const text = value.textOf(given);
    return text !== null && value.accepts(text) ? text : null;
  };
  return { rows, name, textOf };
}
