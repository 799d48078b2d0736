import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Hydration } from '../../ast/index.js';
import type { PageReading } from '../../adaptive/index.js';
import type { ListPlan, PreparedRows, WrittenStatement } from '../../statements/index.js';
import { type Addition, type SqlChanges, addPlainOrder, addWhere } from '../../sql/index.js';
import { copyOf } from '../../typeorm/index.js';
import { addTotal } from './count.js';
import { dividedKeys, positionIn, undivided } from './direct-positions.js';
import { findPositions } from './find-positions.js';
import { bindWindow, writeKeysFirst } from './keys-first.js';
import type { Position } from '../order/cursor.js';
import type { KeysetKey } from '../order/keyset.js';
import { type RawRow, namesOf, selectPositions, textsOf } from './positions.js';
import { readEntities } from './read-statement.js';
import { rowsAt } from './rows-at.js';
import { type Window, clearLimits } from '../list/window.js';

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
