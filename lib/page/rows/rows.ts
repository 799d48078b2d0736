import type { SelectQueryBuilder, ObjectLiteral } from 'typeorm';
import type { PageReading } from '../../adaptive/index.js';
import type { Hydration } from '../../ast/index.js';
import { junction } from '../../dialects/index.js';
import {
  type Addition,
  type SqlChanges,
  addOrder,
  addPlainOrder,
  addWhere,
  additionIn,
  limitSql,
  withOwnStatement,
} from '../../sql/index.js';
import type { ListPlan, PreparedRows, Window, WrittenStatement } from '../../statements/index.js';
import { copyOf } from '../../typeorm/index.js';
import { valueKinds } from '../../values/index.js';
import { clearLimits } from '../list/builder.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/order.js';
import { addTotal } from './count.js';
import { distinctKeys } from './matching-rows.js';
import {
  type OrderedRows,
  type RawRow,
  dividedKeys,
  findPositions,
  positionIn,
  selectPositions,
  textsOf,
} from './positions.js';
import { readEntities } from './read-statement.js';

interface RowRequest<E extends ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** Beginning and end of the rows, beside their window. */
  readonly addition: Addition;
  /** Makes the keys of the total order, which most numbered pages do not need. */
  readonly keys: () => readonly KeysetKey[];
  readonly window: Window;
  /** True to read one row beyond the window, to learn whether there are more. */
  readonly probe: boolean;
  /** Rows whose positions are read beside them: all, or the first and the last. By default none. */
  readonly positions?: 'all' | 'ends' | undefined;
  readonly hydration: Hydration;
  readonly reading: Pick<PageReading, 'rows' | 'window' | 'total'>;
  /** Remembers whether the window was full, for the total of the next one. */
  readonly learnsFull?: boolean;
}

/** The rows of a window, as entities. */
export interface Rows<E> {
  readonly data: E[];
  /** Number of rows in the window. It exceeds `data` where a row was deleted between two statements. */
  readonly found: number;
  /** Returns the position of a row of the window. Undefined where there is none, or no position was requested. */
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

async function readInTwo<E extends ObjectLiteral>(request: RowRequest<E>, window: Window): Promise<Rows<E>> {
  const {
    plan,
    addition,
    hydration,
    window: { take },
  } = request;
  const keys = request.keys();
  const found = await findPositions({ plan, addition, keys, window });
  const positions = found.slice(0, take);
  const data = positions.length === 0 ? [] : await rowsAt(positions, { plan, keys, hydration });
  return { data, found: positions.length, positionAt: (index) => positions[index], hasMore: found.length > take };
}

const noKeys: readonly KeysetKey[] = [];

function noPosition(): undefined {
  return undefined;
}

/**
 * Reads the rows in one statement, and their positions: from the columns of their keys, or else from further
 * expressions.
 *
 * @returns undefined where {@link rowsOf} cannot tell the entities apart
 */
async function readAtOnce<E extends ObjectLiteral>(
  request: RowRequest<E>,
  window: Window,
): Promise<Rows<E> | undefined> {
  const {
    positions,
    plan,
    window: { take },
  } = request;
  if (positions === undefined) return rowsOf(await readStatement(request, window, noKeys), take, noPosition);
  const keys = request.keys();
  const divided = positions === 'ends' ? dividedKeys(plan.list.builder, keys) : { keys, columns: [], beside: keys };
  const read = await readStatement(request, window, divided.beside);
  const { raw, names } = read;
  const positionOf = (row: RawRow) => positionIn(row, divided, names);
  const ends = positions === 'ends' ? [raw[0], raw[Math.min(raw.length, take) - 1]] : [];
  // This happens once for each column, whose values are selected beside the entity from then on.
  if (ends.some((row) => row !== undefined && positionOf(row) === undefined)) return readAtOnce(request, window);
  return rowsOf(read, take, positionOf);
}

interface PageRows<E> extends PreparedRows<E> {
  /** The total of the list, where it was read beside its rows. */
  readonly total: number | undefined;
}

/**
 * Returns the rows without the one that shows whether there are more.
 *
 * @returns undefined where TypeORM makes no entity of some row, so that the last entity may be
 * within or beyond the window
 */
function rowsOf<E>(
  { entities, raw, total }: PageRows<E>,
  take: number,
  positionOf: (row: RawRow) => Position | undefined,
): Rows<E> | undefined {
  if (raw.length > take && entities.length < raw.length) return undefined;
  const found = Math.min(raw.length, take);
  const positionAt = (index: number): Position | undefined => {
    const row = index < found ? raw[index] : undefined;
    return row && positionOf(row);
  };
  return { data: entities.slice(0, take), found, positionAt, hasMore: raw.length > take, total };
}

/** Sends the statement for a window, and selects the values of keys beside the entities. */
async function readStatement<E extends ObjectLiteral>(
  { plan, addition: start, window: { take }, reading, learnsFull, hydration }: RowRequest<E>,
  whole: Window,
  keys: readonly KeysetKey[],
): Promise<PageRows<E>> {
  const inside = reading.window === 'keys first' ? bindWindow(plan, whole, start) : undefined;
  const isCounted = reading.total === 'within';
  const addition = inside?.addition ?? start;
  const { builder } = plan.list;
  const write = (): WrittenStatement<E> => {
    const changes = plan.with(addition);
    const rows = inside ? writeKeysFirst(builder, changes, inside) : writeAtOnce(builder, changes, keys);
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
  const total = isCounted ? raw[0]?.[names.at(-1) ?? ''] : undefined;
  return { entities, raw, names, total: total === undefined ? undefined : Number(total) };
}

/** Marks a statement that finds the keys of its window first. */
const keysFirst: readonly string[] = ['keys first'];

/** Copies the builder with the query, without its window, and selects the values of the keys for cursors. */
function writeAtOnce<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  keys: readonly KeysetKey[],
): WrittenStatement<E> {
  const copy = clearLimits(copyOf(builder));
  addWhere(copy, changes);
  addPlainOrder(copy, changes);
  return { builder: copy, names: selectPositions(copy, keys, changes) };
}

/** Numbers of a window, as they stand in the SQL of a statement. */
interface BoundWindow {
  readonly take: string;
  readonly skip: string;
  readonly addition: Addition;
}

/**
 * Binds the numbers of a window as parameters, so that a statement has the same text for every page. The size is a
 * number, which TypeORM writes into the text on SQLite: the plan depends on it, and SQLite would prepare the statement
 * again for every value of such a parameter.
 *
 * @param before the addition with the beginning of the rows
 */
function bindWindow<E extends ObjectLiteral>(plan: ListPlan<E>, window: Window, before: Addition): BoundWindow {
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
function writeKeysFirst<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  { take, skip }: BoundWindow,
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

/** Loads the entities at positions, by primary key, in the order of the query. */
async function rowsAt<E extends ObjectLiteral>(
  positions: readonly Position[],
  { plan, keys, hydration }: Pick<OrderedRows<E>, 'plan' | 'keys'> & { readonly hydration: Hydration },
): Promise<E[]> {
  const changes = withOwnStatement(plan.changes);
  const { primaryKey, statement, order } = changes;
  // A total order contains every column of the primary key, so each position has the values to look up.
  const places = primaryKey.map(({ metadata }) => keys.findIndex(({ key }) => key.rootColumn?.metadata === metadata));
  const columns = places.map((place) => keys[place]?.value.compared ?? '');
  const rows = positions.map((position) =>
    places.map((place) => keys[place]?.value.bind(position[place] ?? '', statement) ?? ''),
  );
  // The query's own conditions are left out: a row that stops satisfying them between the two
  // statements stays on its page.
  const where = amongRows(columns, rows);
  // A key that is no column would be computed again for each row of a join, only to order rows whose order is known.
  const isComputed = order.some(({ rootColumn }) => rootColumn === undefined);
  const place = isComputed ? placeSql(columns, rows) : undefined;
  const placeName = statement.name();
  const write = (): WrittenStatement<E> => {
    const copy = copyOf(plan.list.builder);
    addWhere(copy, { statement, where });
    if (place === undefined) addOrder(copy, changes);
    else copy.addSelect(place, placeName).addOrderBy(placeName);
    return { builder: clearLimits(copy), names: [] };
  };
  const addition = additionIn(statement, plan.names);
  const selected = ['at positions', where];
  return (await readEntities({ plan, addition, rowsAs: 'entities', selected, write, hydration })).entities;
}

/** Writes the condition that columns equal one of some rows: IN for one column, an OR of equalities for several. */
export function amongRows(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  const each = rows.map((row) => `(${equalSql(columns, row)})`);
  return junction('OR', each);
}

function placeSql(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const each = rows.map((row, place) => `WHEN ${equalSql(columns, row)} THEN ${place}`);
  return `CASE ${each.join(' ')} END`;
}

function equalSql(columns: readonly string[], row: readonly string[]): string {
  return columns.map((column, place) => `${column} = ${row[place]}`).join(' AND ');
}
