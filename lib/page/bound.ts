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
  withCondition,
} from '../sql/index.js';
import type { RawRow } from './positions.js';
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
  /** Reads the value; null for NULL, and for a value that no bound can be made of. */
  readonly textOf: (value: unknown) => string | null;
}

/**
 * Selects the value of the first key at a rank: NULL for a text of which the engine orders by a part alone. No text that comes before
 * one that is ordered as a whole is greater than it.
 */
function rowAt<E extends ObjectLiteral>({ builder, plan, finish }: OrderedTable<E>, rank: number): RowAt | undefined {
  const rows = selectBeside(builder, `rank-${rank}`).from<ObjectLiteral>(plan.schema.metadata.target, root);
  rows.withDeleted();
  const everyRow: SqlPlan = { ...plan, selected: undefined, conditions: [], scopes: new Map(), shapes: undefined };
  const changes = finish(compile(everyRow, rows));
  const leading = leadingKey(changes, plan.sort);
  if (leading === undefined) return undefined;
  const { value, key, through } = leading;
  const { selected, isOrderedByAll } = value;
  const name = changes.statement.name();
  const sql = isOrderedByAll === undefined ? selected : `CASE WHEN ${isOrderedByAll} THEN ${selected} END`;
  const textOf = (given: unknown): string | null => {
    const text = value.textOf(given);
    return text !== null && value.accepts(text) ? text : null;
  };
  if (through !== undefined) return { rows: joinedRowAt(rows, { through, key, sql, name, rank }), name, textOf };
  addWhere(rows, changes);
  addOrder(rows, { ...changes, order: [key] });
  return { rows: rows.addSelect(sql, name).limit(1).offset(rank), name, textOf };
}
