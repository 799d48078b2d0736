import type { ObjectLiteral } from 'typeorm';
import type { Chooser, PageReading } from '../../adaptive/index.js';
import type { CountMode, CursorSlice, Hydration } from '../../ast/index.js';
import { type List, ListPlan } from '../../statements/index.js';
import { type Addition, type SqlChanges, compile, noAddition } from '../../sql/index.js';
import type { PageWatch } from '../list/watch.js';
import type { Window } from '../list/window.js';
import { beginningAfter, turnedOrder } from '../order/cursor-order.js';
import type { Position } from '../order/cursor.js';
import { type KeysetKey, keysetOf } from '../order/keyset.js';

/** Rows of a list to be read. */
export interface RequestedWindow {
  readonly window: Window;
  /** Mode of the total. Without a total, one extra row is read, to learn whether there are more. */
  readonly count: CountMode;
  /** Slice of a page by cursor, which may reverse the order. Undefined for a page by number or by offset. */
  readonly cursor?: CursorSlice | undefined;
  readonly hydration: Hydration;
  /** Chooses the way to read the rows. Undefined for the usual one. */
  readonly chooser: Chooser | undefined;
  /** Observer of the statements. It leaves no trace in what is learnt of pages, nor in the log. */
  readonly watch: PageWatch | undefined;
  /** Gets the keys that the entities do not have whole. Undefined where nothing is looked up by them. */
}

/** A window of a list, which may be read in different ways. */
export class WindowOfList<E extends ObjectLiteral> {
  /** Name for the plan's dependencies beside the list and the way: the slice of a page by cursor, or else empty. */
  readonly kind: string;
  /** Plan for the usual way. */
  readonly usual: ListPlan<E>;

  /** @param position the values of the sort keys at the row before the window; empty for an end of the list */
  constructor(
    readonly list: List<E>,
    readonly requested: RequestedWindow,
    private readonly position: Position = [],
  ) {
    const { cursor } = requested;
    this.kind = cursor === undefined ? '' : `${cursor.direction} ${cursor.cursor === '' ? 'the end' : 'a cursor'}, `;
    this.usual = this.planOf(list, 'usual', () => compile(list.plan, list.builder));
  }

  /** Beginning of the window. */
  get from(): PageReading['from'] {
    if (this.position.length > 0) return 'a position';
    return this.requested.window.skip > 0 ? 'a number of rows' : 'an end of the list';
  }

  /** True where one extra row is read, to learn whether there are more. */
  get probe(): boolean {
    const { cursor, count } = this.requested;
    return cursor !== undefined || count === 'none';
  }

  /** Returns the window after a position of the same list. */
  after(position: Position): WindowOfList<E> {
    return position.length === 0 ? this : new WindowOfList(this.list, this.requested, position);
  }

  /**
   * Makes a plan in the order of the window.
   *
   * @param way names everything that the SQL depends on beside the list and the window
   */
  planOf<L extends ObjectLiteral>(list: List<L>, way: string, compileList: () => SqlChanges): ListPlan<L> {
    return new ListPlan(list, this.kind + way, () => this.turned(compileList()));
  }

  /** Adds the position to a plan of {@link planOf}. */
  beginningOf(plan: ListPlan): Addition {
    const { position } = this;
    return position.length === 0
      ? noAddition
      : plan.add((binder) => beginningAfter(position, this.keysOf(plan), binder));
  }

  /** Returns the keys of a plan's order. */
  keysOf({ sql }: ListPlan): readonly KeysetKey[] {
    return keysetOf(sql.order, this.list.plan.schema.dialect);
  }

  private turned(changes: SqlChanges): SqlChanges {
    const { cursor } = this.requested;
    return cursor === undefined ? changes : turnedOrder(changes, this.list.plan.schema.dialect, cursor.direction);
  }
}
