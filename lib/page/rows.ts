import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan, PreparedRows, WrittenStatement } from '../prepared/index.js';
import { type Addition, type SqlChanges, addPlainOrder, addWhere, copyOf } from '../sql/index.js';
import { addTotal } from './count.js';
import { dividedKeys, positionIn, undivided } from './direct-positions.js';
import { findPositions } from './find-positions.js';
import { isOneRowEach } from './joins.js';
import { boundWindow, writeKeysFirst } from './keys-first.js';
import type { KeysetKey } from './keyset.js';
import { type RawRow, type RowPosition, namesOf, selectPositions, textsOf } from './positions.js';
import { readEntities } from './read-statement.js';
import { rowsAt } from './rows-at.js';
import { type Window, clearLimits } from './window.js';

/** A request for some rows of a list. */
export interface RowRequest<E extends ObjectLiteral> {
  readonly plan: ListPlan<E>;
  /** Where the rows begin and end, beside their window. */
  readonly addition: Addition;
  /** Makes the keys of the total order. A function, because most numbered pages are read without them. */
  readonly keys: () => readonly KeysetKey[];
  readonly window: Window;
  /** Reads one row beyond the window, to tell whether there are more. */
  readonly probe: boolean;
  /** Reads the values of the sort keys beside the rows, for the positions of all, or of the first and the last; by default of none. */
  readonly positions?: 'all' | 'ends';
  /** Finds the keys of the window first, within the statement, where each row of the builder is one entity. */
  readonly isKeysFirst?: boolean;
  /** Reads the total within the statement, where the page will probably be full. */
  readonly mayCount?: boolean;
}

/** The rows of a window, as entities. */
export interface Rows<E> {
  readonly data: E[];
  /** The number of rows in the window. More than `data` has where a row was deleted between two statements. */
  readonly found: number;
  /** Returns the position of a row of the window, by its index; undefined where there is no such row, or none was requested. */
  readonly positionAt: (index: number) => RowPosition | undefined;
  /** There are rows beyond the window; always false without `probe`. */
  readonly hasMore: boolean;
  /** The number of rows of the list, where it was read beside them. */
  readonly total?: number | undefined;
}

/**
 * Reads exactly the rows of a window, in order, each with everything that the builder joins. Where each row of the builder
 * is one entity, that is one statement; otherwise the first statement finds the keys of the rows and the second loads them.
 */
export async function readRows<E extends ObjectLiteral>(request: RowRequest<E>): Promise<Rows<E>> {
  const { skip, take } = request.window;
  const window = { skip, take: request.probe ? take + 1 : take };
  const rows = isOneRowEach(request.plan.list.builder) ? await readAtOnce(request, window) : undefined;
  return rows ?? readInTwo(request, window);
}

/** Reads the rows in two statements. */
async function readInTwo<E extends ObjectLiteral>(request: RowRequest<E>, window: Window): Promise<Rows<E>> {
  const { plan, addition, positions: wanted } = request;
  const { take } = request.window;
  const query = { plan, addition, keys: request.keys(), forCursors: wanted !== undefined, window };
  const found = await findPositions(query);
  const positions = found.slice(0, take);
  const data = positions.length === 0 ? [] : await rowsAt(query, positions);
  return { data, found: positions.length, positionAt: (index) => positions[index], hasMore: found.length > take };
}

/** The keys of a page whose positions nobody needs. */
const noKeys: readonly KeysetKey[] = [];

function noPosition(): undefined {
  return undefined;
}

/**
 * Reads the rows in one statement, and their positions: from the columns of their keys, or else from expressions beside these.
 *
 * @returns undefined where {@link rowsOf} cannot tell the entities apart
 */
async function readAtOnce<E extends ObjectLiteral>(
  request: RowRequest<E>,
  window: Window,
): Promise<Rows<E> | undefined> {
  const {
    positions: wanted,
    window: { take },
  } = request;
  if (wanted === undefined) return rowsOf(await readStatement(request, { window, keys: noKeys }), take, noPosition);
  const keys = request.keys();
  const divided = wanted === 'ends' ? dividedKeys(request.plan.list.builder, keys) : undivided(keys);
  const read = await readStatement(request, { window, keys: divided.beside });
  const positionOfRow = (row: RawRow) => positionIn(row, divided, read.names);
  if (wanted === 'all') return rowsOf(read, take, positionOfRow);
  const ends = endsOf(read.raw, take, positionOfRow);
  // Once for each column: it is known by then that its values are to be selected beside it.
  return ends === undefined ? readAtOnce(request, window) : rowsOf(read, take, (row) => ends.get(row));
}

/** Returns the positions of the first and the last row of a page; undefined where one of them has none. */
function endsOf(
  raw: readonly RawRow[],
  take: number,
  positionOfRow: (row: RawRow) => RowPosition | undefined,
): ReadonlyMap<RawRow, RowPosition> | undefined {
  const ends = new Map<RawRow, RowPosition>();
  for (const row of [raw[0], raw[Math.min(raw.length, take) - 1]]) {
    const position = row && positionOfRow(row);
    if (row !== undefined && position === undefined) return undefined;
    if (row !== undefined && position !== undefined) ends.set(row, position);
  }
  return ends;
}

/**
 * Returns what was read, apart from the row that tells whether there are more. Pages need two of the positions.
 *
 * @returns undefined where TypeORM makes no entity of some row, so that the last one may be of the window or of the row beyond it
 */
function rowsOf<E>(
  { entities, raw, total }: PreparedRows<E>,
  take: number,
  positionOfRow: (row: RawRow) => RowPosition | undefined,
): Rows<E> | undefined {
  if (raw.length > take && entities.length < raw.length) return undefined;
  const found = Math.min(raw.length, take);
  const positionAt = (index: number): RowPosition | undefined => {
    const row = index < found ? raw[index] : undefined;
    return row && positionOfRow(row);
  };
  const counted = total === undefined ? undefined : Number(total);
  return { data: entities.slice(0, take), found, positionAt, hasMore: raw.length > take, total: counted };
}

/** Sends the statement for a window, and selects the values of keys beside the entities. */
function readStatement<E extends ObjectLiteral>(
  { plan, addition: start, window: { take }, isKeysFirst, mayCount }: RowRequest<E>,
  { window: whole, keys }: { readonly window: Window; readonly keys: readonly KeysetKey[] },
): Promise<PreparedRows<E>> {
  const inside = isKeysFirst ? boundWindow(plan, whole, start) : undefined;
  const addition = inside?.addition ?? start;
  const { builder } = plan.list;
  const writeWith = (changes: SqlChanges): WrittenStatement<E> =>
    inside === undefined ? writeAtOnce(builder, { changes, keys }) : writeKeysFirst(builder, changes, inside);
  const write = () => writeWith(plan.with(addition));
  const writeTotal = () => {
    const changes = plan.with(addition);
    return addTotal(writeWith(changes), builder, changes);
  };
  const selected = inside === undefined ? textsOf({ keys, forCursors: true }) : keysFirst;
  const total = mayCount ? { take, write: writeTotal } : undefined;
  const window = inside === undefined ? whole : undefined;
  return readEntities({ plan, addition, rowsAs: 'entities', window, selected, write, total });
}

/** Tells a statement that finds the keys of its window first. */
const keysFirst: readonly string[] = ['keys first'];

/** Copies the builder with the query, apart from its window, and selects the values of the keys for cursors. */
function writeAtOnce<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { changes, keys }: { readonly changes: SqlChanges; readonly keys: readonly KeysetKey[] },
): WrittenStatement<E> {
  const copy = clearLimits(copyOf(builder));
  addWhere(copy, changes);
  addPlainOrder(copy, changes);
  const selected = selectPositions(copy, { changes, keys, forCursors: true });
  return { builder: copy, names: namesOf(selected) };
}
