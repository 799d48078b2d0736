import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Decision, type PageReading, startsIndex } from '../../adaptive/index.js';
import type { CountMode, CursorSlice, Slice } from '../../ast/index.js';
import { ListQuery, type Window } from '../../statements/index.js';
import { type SqlChanges, type SqlPlan, type Statement, compile } from '../../sql/index.js';
import { hasOrder, hasWhere, isReadAlike, joinsOf, selectsDeleted } from '../../typeorm/index.js';
import { windowOf } from '../list/builder.js';
import { type PagePlan, sqlPlanOf } from '../list/plan.js';
import { traceChoice, traceReading } from '../list/trace.js';
import { turnedOrder } from '../order/comparable-order.js';
import { type KeysetKey, beginningAfter, keysetOf } from '../order/keyset.js';
import type { Position } from '../order/cursor.js';
import { countsWithin } from '../rows/count.js';
import { isOneRowEach } from '../rows/joins.js';
import { type Rows, readRows } from '../rows/rows.js';

/** The window of a slice in the list of a page: which rows are read, in whatever way. */
export class WindowOfList<E extends ObjectLiteral> {
  readonly range: Window;
  /** True where one extra row is read, to learn whether there are more: without a total, and by cursor. */
  readonly probe: boolean;
  /** Name for the SQL's dependencies beside the list and the way: the slice of a page by cursor, or else empty. */
  readonly sliceText: string;
  readonly list: ListQuery<E>;
  /** The list in the way that its rows were read, for their total. A walk sees only the rows before its bound. */
  counted: ListQuery<E>;
  private readonly cursor: CursorSlice | undefined;
  /** Values of the sort keys at the row before the window. Empty for an end of the list. */
  private position: Position = [];

  /**
   * @param count mode of the total
   * @param countsApart true where the rows are counted by another plan than they are read by
   */
  constructor(
    readonly page: PagePlan<E>,
    slice: Slice,
    private readonly count: CountMode,
    private readonly countsApart = false,
  ) {
    const cursor = slice.type === 'cursor' ? slice : undefined;
    const isAtEnd = cursor === undefined || cursor.cursor === '';
    this.range = windowOf(slice);
    this.cursor = cursor;
    this.probe = cursor !== undefined || count === 'none';
    this.sliceText = cursor === undefined ? '' : `${cursor.direction} ${isAtEnd ? 'the end' : 'a cursor'}, `;
    const plan = sqlPlanOf(page, true, !isAtEnd);
    this.list = this.listOf(page.builder, plan, 'usual', () => compile(plan, page.builder));
    this.counted = this.list;
  }

  /** Lets the window begin after a position, before anything is read. */
  startAfter(position: Position): void {
    this.position = position;
  }

  get from(): PageReading['from'] {
    if (this.position.length > 0) return 'a position';
    return this.range.skip > 0 ? 'a number of rows' : 'an end of the list';
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
    like?: ListQuery<L>,
  ): ListQuery<L> {
    const { cursor } = this;
    const turned = () =>
      cursor === undefined ? compileList() : turnedOrder(compileList(), plan.schema.dialect, cursor.direction);
    return new ListQuery(builder, plan, this.sliceText + way, turned, like);
  }

  /** Begins a statement over a list of {@link listOf} at the position, if there is one. */
  beginningOf(list: ListQuery): Statement | undefined {
    if (this.position.length === 0) return undefined;
    const own = list.begin();
    own.and(beginningAfter(this.position, this.keysOf(list), own));
    return own;
  }

  keysOf({ sql }: ListQuery): readonly KeysetKey[] {
    return keysetOf(sql.order, this.list.plan.schema.dialect);
  }

  /**
   * Decides how the window is read in a way, and reads it.
   *
   * @param list the list in that way
   * @param own beginning and end of the rows, beside their window
   */
  async read(
    { way, seed, sortsMany }: Decision,
    list: ListQuery<E>,
    own: Statement | undefined = this.beginningOf(list),
  ): Promise<Rows<E>> {
    const { page, range, cursor, count } = this;
    if (way !== 'walk') this.counted = list;
    const { schema } = this.list.plan;
    const isOneRow = isOneRowEach(this.list.builder);
    const deep = isOneRow && this.isDeep && hasKeysInOrder(list, own !== undefined);
    const keysFirst = deep || (isOneRow && sortsMany === true && this.sortsKeys(list));
    // Pages by cursor are counted afterwards, because they need no total to know whether there are more. A walk sees
    // only the rows before its bound, so that it cannot count the list.
    const isCounted = count === 'exact' && !this.countsApart;
    const mayCount = isCounted && cursor === undefined && way !== 'walk' && countsWithin(this.list.plan);
    const within = mayCount && isOneRow && list.bound.kept?.wasFull === true;
    const reading: PageReading = {
      way,
      seed,
      from: this.from,
      window: keysFirst ? 'keys first' : 'inline',
      rows: isOneRow ? 'at once' : 'in two',
      total: count === 'none' ? 'none' : within ? 'within' : 'after',
    };
    if (deep) traceChoice(page, schema, 'deep page → keys first');
    traceReading(page, schema, reading);
    const rows = await readRows({
      list,
      own,
      window: range,
      reading,
      probe: this.probe,
      keys: () => this.keysOf(list),
      positions: cursor === undefined ? undefined : 'ends',
      // A page that is explained leaves no trace in what is learnt.
      learnsFull: page.watch === undefined && mayCount,
    });
    if (rows.total !== undefined && rows.found === range.take) traceChoice(page, schema, 'full page → total within');
    return rows;
  }

  /** True for a window so far from the first row that its list is examined. */
  private get isDeep(): boolean {
    const { page, range } = this;
    const { schema, strategy } = this.list.plan;
    const { hints } = schema.dialect;
    if (range.skip === 0 || page.chooser === undefined || hints === undefined || strategy !== 'adaptive') return false;
    return range.skip >= page.chooser.sizesFor(hints).deep;
  }

  /** True where keys are sorted sooner than rows. Cursors need values beside each row, a joined order its joins. */
  private sortsKeys({ sql: { joins, leading } }: ListQuery<E>): boolean {
    if (this.cursor !== undefined || joins.length > 0 || leading.length > 0) return false;
    return this.list.plan.schema.dialect.hints?.sortsKeysFirst === true;
  }
}

/**
 * Returns true where an index has the order of a list, and is read faster than its rows. The keys of a window are then
 * found first, so that nothing else of the skipped rows is read.
 *
 * @param isPart true where a condition is added to the list
 */
function hasKeysInOrder<E extends ObjectLiteral>({ builder, plan, sql }: ListQuery<E>, isPart: boolean): boolean {
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
