import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan, PreparedRows, WrittenStatement } from '../../statements/index.js';
import {
  type Addition,
  type Binder,
  type SqlChanges,
  addOrder,
  addPlainOrder,
  addWhere,
  additionIn,
  limitSql,
  withOwnStatement,
} from '../../sql/index.js';
import { copyOf } from '../../typeorm/index.js';
import { valueKinds } from '../../values/index.js';
import { distinctKeys } from './matching-rows.js';
import { type Window, clearLimits } from '../list/builder.js';
import type { Hydration } from '../../ast/index.js';
import { junction } from '../../dialects/index.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/order.js';
import {
  type KeysetQuery,
  type RawRow,
  dividedKeys,
  findPositions,
  namesOf,
  positionIn,
  selectPositions,
  textsOf,
  undivided,
} from './positions.js';
import { readEntities } from './read-statement.js';
import type { PageReading } from '../../adaptive/index.js';
import { addTotal } from './count.js';

/** Numbers of a window, as they stand in the SQL of a statement. */
export interface WindowParameters {
  readonly take: string;
  readonly skip: string;
  /** Addition with their values. */
  readonly addition: Addition;
}

/**
 * Binds the numbers of a window as parameters, so that a statement has the same text for every page. The size is a
 * number, which TypeORM writes into the text on SQLite: the plan depends on it, and SQLite would prepare the statement
 * again for every value of such a parameter.
 *
 * @param before the addition with the beginning of the rows
 */
export function bindWindow<E extends ObjectLiteral>(
  plan: ListPlan<E>,
  window: Window,
  before: Addition,
): WindowParameters {
  let [take, skip] = ['', ''];
  const addition = plan.add((binder) => {
    take = binder.bind(window.take);
    skip = binder.bind(valueKinds.bigint.bindStored(String(window.skip), binder.dialect));
    return '';
  }, before);
  return { take, skip, addition };
}

/**
 * Copies the builder with a join of a window's keys. A subquery finds these without idle joins, and reads only the
 * columns of its order. The builder has one row for each entity, so that LIMIT means entities.
 */
export function writeKeysFirst<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  { take, skip }: WindowParameters,
): WrittenStatement<E> {
  const { primaryKey, statement } = changes;
  const names = primaryKey.map(() => statement.name());
  const keys = distinctKeys(builder, changes, 'keys', names);
  addOrder(keys, changes);
  const window = statement.name();
  const escape = (name: string): string => builder.escape(name);
  const on = primaryKey.map(
    ({ sqlOf }, index) => `${escape(window)}.${escape(names[index] ?? '')} = ${sqlOf(escape(builder.alias))}`,
  );
  const copy = clearLimits(copyOf(builder));
  copy.innerJoin(`(${keys.getQuery()}${limitSql(take, skip)})`, window, on.join(' AND '));
  copy.setParameters(keys.getParameters());
  addPlainOrder(copy, changes);
  return { builder: copy, names: [] };
}

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

/** A request for some rows of a list. */
export interface RowRequest<E extends ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** Beginning and end of the rows, beside their window. */
  readonly addition: Addition;
  /** Makes the keys of the total order, which most numbered pages do not need. */
  readonly keys: () => readonly KeysetKey[];
  readonly window: Window;
  /** True to read one row beyond the window, to learn whether there are more. */
  readonly probe: boolean;
  /**
   * Reads the values of the sort keys beside the rows, for the positions of all, or of the first and the
   * last. By default of none.
   */
  readonly positions?: 'all' | 'ends' | undefined;
  /** The way to make the entities. */
  readonly hydration: Hydration;
  /** The way to read the rows. */
  readonly reading: Pick<PageReading, 'rows' | 'window' | 'total'>;
  /** Remembers whether the window was full, for the total of the next one. */
  readonly learnsFull?: boolean;
}

/** The rows of a window, as entities. */
export interface Rows<E> {
  readonly data: E[];
  /** Number of rows in the window. It exceeds `data` where a row was deleted between two statements. */
  readonly found: number;
  /**
   * Returns the position of a row of the window, by its index. Undefined where there is no such row, or
   * no position was requested.
   */
  readonly positionAt: (index: number) => Position | undefined;
  /** True where there are rows beyond the window. Always false without `probe`. */
  readonly hasMore: boolean;
  /** Number of rows of the list, where it was read with them. */
  readonly total?: number | undefined;
}

/**
 * Reads exactly the rows of a window, in order, each with everything that the builder joins. Where each row of
 * the builder is one entity, this takes one statement. Otherwise the first statement finds the keys of the rows
 * and the second loads them.
 */
export async function readRows<E extends ObjectLiteral>(request: RowRequest<E>): Promise<Rows<E>> {
  const { skip, take } = request.window;
  const window = { skip, take: request.probe ? take + 1 : take };
  const rows = request.reading.rows === 'at once' ? await readAtOnce(request, window) : undefined;
  return rows ?? readInTwo(request, window);
}

/** Reads the rows in two statements. */
async function readInTwo<E extends ObjectLiteral>(request: RowRequest<E>, window: Window): Promise<Rows<E>> {
  const { plan, addition, hydration } = request;
  const { take } = request.window;
  const query = {
    plan,
    addition,
    hydration,
    keys: request.keys(),
    window,
  };
  const found = await findPositions(query);
  const positions = found.slice(0, take);
  const data = positions.length === 0 ? [] : await rowsAt(query, positions);
  return { data, found: positions.length, positionAt: (index) => positions[index], hasMore: found.length > take };
}

/** Keys of a page that needs no positions. */
const noKeys: readonly KeysetKey[] = [];

function noPosition(): undefined {
  return undefined;
}

/**
 * Reads the rows in one statement, and their positions: from the columns of their keys, or else
 * from further expressions.
 *
 * @returns undefined where {@link pageRowsOf} cannot tell the entities apart
 */
async function readAtOnce<E extends ObjectLiteral>(
  request: RowRequest<E>,
  window: Window,
): Promise<Rows<E> | undefined> {
  const {
    positions: wanted,
    window: { take },
  } = request;
  if (wanted === undefined) return pageRowsOf(await readStatement(request, { window, keys: noKeys }), take, noPosition);
  const keys = request.keys();
  const divided = wanted === 'ends' ? dividedKeys(request.plan.list.builder, keys) : undivided(keys);
  const read = await readStatement(request, { window, keys: divided.beside });
  const positionOfRow = (row: RawRow) => positionIn(row, divided, read.names);
  if (wanted === 'all') return pageRowsOf(read, take, positionOfRow);
  const ends = endsOf(read.raw, take, positionOfRow);
  // This happens once for each column, whose values are selected beside the entity from then on.
  return ends === undefined ? readAtOnce(request, window) : pageRowsOf(read, take, (row) => ends.get(row));
}

/** Returns the positions of the first and the last row of a page, or undefined where one of them has none. */
function endsOf(
  raw: readonly RawRow[],
  take: number,
  positionOfRow: (row: RawRow) => Position | undefined,
): ReadonlyMap<RawRow, Position> | undefined {
  const ends = new Map<RawRow, Position>();
  for (const row of [raw[0], raw[Math.min(raw.length, take) - 1]]) {
    const position = row && positionOfRow(row);
    if (row !== undefined && position === undefined) return undefined;
    if (row !== undefined && position !== undefined) ends.set(row, position);
  }
  return ends;
}

/**
 * Returns the rows without the one that tells whether there are more. Pages need two of the positions.
 *
 * @returns undefined where TypeORM makes no entity of some row, so that the last entity may be
 * within or beyond the window
 */
function pageRowsOf<E>(
  { entities, raw, total }: PageRows<E>,
  take: number,
  positionOfRow: (row: RawRow) => Position | undefined,
): Rows<E> | undefined {
  if (raw.length > take && entities.length < raw.length) return undefined;
  const found = Math.min(raw.length, take);
  const positionAt = (index: number): Position | undefined => {
    const row = index < found ? raw[index] : undefined;
    return row && positionOfRow(row);
  };
  const counted = total === undefined ? undefined : Number(total);
  return { data: entities.slice(0, take), found, positionAt, hasMore: raw.length > take, total: counted };
}

/** The rows of a page's statement. */
interface PageRows<E> extends PreparedRows<E> {
  /** The total of the list, where it was read beside its rows. */
  readonly total: unknown;
}

/** Sends the statement for a window, and selects the values of keys beside the entities. */
async function readStatement<E extends ObjectLiteral>(
  { plan, addition: start, window: { take }, reading, learnsFull, hydration }: RowRequest<E>,
  { window: whole, keys }: { readonly window: Window; readonly keys: readonly KeysetKey[] },
): Promise<PageRows<E>> {
  const inside = reading.window === 'keys first' ? bindWindow(plan, whole, start) : undefined;
  const isCounted = reading.total === 'within';
  const addition = inside?.addition ?? start;
  const { builder } = plan.list;
  const write = (): WrittenStatement<E> => {
    const changes = plan.with(addition);
    const rows = inside ? writeKeysFirst(builder, changes, inside) : writeAtOnce(builder, { changes, keys });
    return isCounted ? addTotal(rows, builder, changes) : rows;
  };
  const texts = inside === undefined ? textsOf(keys) : keysFirst;
  const selected = isCounted ? [...texts, 'total'] : texts;
  const window = inside === undefined ? whole : undefined;
  const full = learnsFull === true ? take : undefined;
  // The joined keys of the window are one for each row.
  const made = inside === undefined ? 'whole' : 'each';
  const request = { plan, addition, rowsAs: 'entities', made, window, selected, write, full, hydration } as const;
  const { entities, raw, names } = await readEntities(request);
  return { entities, raw, names, total: isCounted ? raw[0]?.[names.at(-1) ?? ''] : undefined };
}

/** Marks a statement that finds the keys of its window first. */
const keysFirst: readonly string[] = ['keys first'];

/** Copies the builder with the query, without its window, and selects the values of the keys for cursors. */
function writeAtOnce<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { changes, keys }: { readonly changes: SqlChanges; readonly keys: readonly KeysetKey[] },
): WrittenStatement<E> {
  const copy = clearLimits(copyOf(builder));
  addWhere(copy, changes);
  addPlainOrder(copy, changes);
  const selected = selectPositions(copy, { changes, keys });
  return { builder: copy, names: namesOf(selected) };
}
