import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Chooser, type Decision, type PageReading, startsIndex } from '../../adaptive/index.js';
import type { CountMode, CursorSlice } from '../../ast/index.js';
import { List, type Window } from '../../statements/index.js';
import { type SqlChanges, type SqlPlan, type Statement, compile } from '../../sql/index.js';
import { hasOrder, hasWhere, isReadAlike, joinsOf, selectsDeleted } from '../../typeorm/index.js';
import { type PageWatch, traceChoice, traceReading } from '../list/trace.js';
import { type KeysetKey, beginningAfter, keysetOf, turnedOrder } from '../order/order.js';
import type { Position } from '../order/cursor.js';
import { countsWithin } from '../rows/count.js';
import { isOneRowEach } from '../rows/joins.js';
import { type Rows, readRows } from '../rows/rows.js';

interface RequestedWindow {
  readonly window: Window;
  /** Mode of the total. Without a total, one extra row is read, to learn whether there are more. */
  readonly count: CountMode;
  /** True where the rows are counted by another plan than they are read by. */
  readonly countsApart?: boolean;
  /** Slice of a page by cursor, which may reverse the order. Undefined for a page by number or by offset. */
  readonly cursor?: CursorSlice | undefined;
  /** Chooses the way to read the rows. Undefined for the usual one. */
  readonly chooser: Chooser | undefined;
  /** Observer of the statements. It leaves no trace in what is learnt of pages, nor in the log. */
  readonly watch: PageWatch | undefined;
}

interface ChosenList<E extends ObjectLiteral> extends Decision {
  readonly list: List<E>;
  /** Beginning and end of the rows, beside their window: by default the window's own beginning. */
  readonly own?: Statement | undefined;
}

export interface ReadRows<E extends ObjectLiteral> {
  readonly rows: Rows<E>;
  readonly list: List<E>;
}

export class WindowOfList<E extends ObjectLiteral> {
  /** Name for the SQL's dependencies beside the list and the way: the slice of a page by cursor, or else empty. */
  readonly kind: string;
  readonly list: List<E>;
  readonly from: PageReading['from'];
  /** True where one extra row is read, to learn whether there are more. */
  readonly probe: boolean;

  /**
   * @param list the list of such a window; made where it is left out
   * @param position the values of the sort keys at the row before the window; empty for an end of the list
   */
  constructor(
    builder: SelectQueryBuilder<E>,
    plan: SqlPlan,
    readonly requested: RequestedWindow,
    list?: List<E>,
    private readonly position: Position = [],
  ) {
    const { cursor, count, window } = requested;
    const start = window.skip > 0 ? 'a number of rows' : 'an end of the list';
    this.from = position.length > 0 ? 'a position' : start;
    this.probe = cursor !== undefined || count === 'none';
    this.kind = cursor === undefined ? '' : `${cursor.direction} ${cursor.cursor === '' ? 'the end' : 'a cursor'}, `;
    this.list = list ?? this.listOf(builder, plan, 'usual', () => compile(plan, builder));
  }

  after(position: Position): WindowOfList<E> {
    const { list, requested } = this;
    return position.length === 0 ? this : new WindowOfList(list.builder, list.plan, requested, list, position);
  }

  /**
   * Makes a list in the order of the window.
   *
   * @param way names everything that the SQL depends on beside the list and the window
   * @param like the same list, in another way
   */
  listOf<L extends ObjectLiteral>(
    builder: SelectQueryBuilder<L>,
    plan: SqlPlan,
    way: string,
    compileList: () => SqlChanges,
    like?: List<L>,
  ): List<L> {
    const { cursor } = this.requested;
    const turned = () =>
      cursor === undefined ? compileList() : turnedOrder(compileList(), plan.schema.dialect, cursor.direction);
    return new List(builder, plan, this.kind + way, turned, like);
  }

  /** Begins a statement over a list of {@link listOf} at the position, if there is one. */
  beginningOf(list: List): Statement | undefined {
    if (this.position.length === 0) return undefined;
    const own = list.begin();
    own.and(beginningAfter(this.position, this.keysOf(list), own));
    return own;
  }

  keysOf({ sql }: List): readonly KeysetKey[] {
    return keysetOf(sql.order, this.list.plan.schema.dialect);
  }

  /** Decides how the window is read in a way, and reads it. */
  async read({ way, seed, sortsMany, list, own = this.beginningOf(list) }: ChosenList<E>): Promise<ReadRows<E>> {
    const { window, cursor, count, countsApart, watch } = this.requested;
    const { schema } = this.list.plan;
    const isOneRow = isOneRowEach(this.list.builder);
    const deep = isOneRow && this.isDeep && hasKeysInOrder(list, own !== undefined);
    const keysFirst = deep || (isOneRow && sortsMany === true && this.sortsKeys(list));
    // Pages by cursor are counted afterwards, because they need no total to know whether there are more. A walk sees
    // only the rows before its bound, so that it cannot count the list.
    const isCounted = count === 'exact' && countsApart !== true;
    const mayCount = isCounted && cursor === undefined && way !== 'walk' && countsWithin(this.list.plan);
    const within = mayCount && isOneRow && list.kept?.learnt.wasFull === true;
    const reading: PageReading = {
      way,
      seed,
      from: this.from,
      window: keysFirst ? 'keys first' : 'inline',
      rows: isOneRow ? 'at once' : 'in two',
      total: count === 'none' ? 'none' : within ? 'within' : 'after',
    };
    if (deep) traceChoice(this.requested, schema, 'deep page → keys first');
    traceReading(this.requested, schema, reading);
    const rows = await readRows({
      list,
      own,
      window,
      reading,
      probe: this.probe,
      keys: () => this.keysOf(list),
      positions: cursor === undefined ? undefined : 'ends',
      learnsFull: watch === undefined && mayCount,
    });
    if (rows.total !== undefined && rows.found === window.take)
      traceChoice(this.requested, schema, 'full page → total within');
    return { rows, list };
  }

  /** True for a window so far from the first row that its list is examined. */
  private get isDeep(): boolean {
    const { chooser, window } = this.requested;
    const { schema, strategy } = this.list.plan;
    const { hints } = schema.dialect;
    if (window.skip === 0 || chooser === undefined || hints === undefined || strategy !== 'adaptive') return false;
    return window.skip >= chooser.sizesFor(hints).deep;
  }

  /** True where keys are sorted sooner than rows. Cursors need values beside each row, a joined order its joins. */
  private sortsKeys({ sql: { joins, leading } }: List<E>): boolean {
    if (this.requested.cursor !== undefined || joins.length > 0 || leading.length > 0) return false;
    return this.list.plan.schema.dialect.hints?.sortsKeysFirst === true;
  }
}

/**
 * Returns true where an index has the order of a list, and is read faster than its rows. The keys of a window are then
 * found first, so that nothing else of the skipped rows is read.
 *
 * @param isPart true where a condition is added to the list
 */
function hasKeysInOrder<E extends ObjectLiteral>({ builder, plan, sql }: List<E>, isPart: boolean): boolean {
  const { schema } = plan;
  const { order, joins, leading, primaryKey, where } = sql;
  if (hasOrder(builder) || !isReadAlike(builder) || joins.length > 0 || leading.length > 0) return false;
  const columns: string[] = [];
  for (const { rootColumn, direction, emitNulls } of order) {
    if (rootColumn === undefined || emitNulls || direction !== order[0]?.direction) return false;
    columns.push(rootColumn.columnName);
  }
  const keys = primaryKey.map(({ columnName }) => columnName);
  const end = columns.findIndex((_, place) => columns.slice(place).every((column) => keys.includes(column)));
  if (columns.length === 0 || !startsIndex(schema, ...(end > 0 ? columns.slice(0, end) : columns))) return false;
  if (schema.dialect.hints?.keysInIndexes === true || joinsOf(builder).length > 0) return true;
  // The index alone must answer which rows there are.
  if (isPart || where !== undefined || hasWhere(builder) || !startsIndex(schema, ...columns)) return false;
  return schema.discriminator === undefined && (schema.deleteDate === undefined || selectsDeleted(builder));
}
