import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryPlan } from '../ast/index.js';
import { ListPlan, listOf } from '../prepared/index.js';
import { type Addition, type NullsDefault, compile, copyOf, narrowSelection } from '../sql/index.js';
import { alongIndex } from './along-index.js';
import type { Position } from './cursor.js';
import { beginningAfter, walkOrder } from './cursor-order.js';
import { checkKeys, checkWalk, tooManyUnordered } from './each-refusals.js';
import { isOneRowEach } from './joins.js';
import { type KeysetKey, keysetWithin } from './keyset.js';
import { sqlPlanOf } from './plan.js';
import type { RowPosition } from './positions.js';
import { lookUpKeys } from './related-keys.js';
import { isOneOf } from './rows-at.js';
import { type Rows, readRows } from './rows.js';

/** The settings of a walk. */
export interface WalkSettings {
  /** The placement of NULL for sort keys that name none. */
  readonly nulls: NullsDefault;
  readonly chunk: number;
  readonly max: number;
}

/** A list in the order of a walk. */
interface WalkedList<E extends ObjectLiteral> {
  readonly plan: ListPlan<E>;
  readonly keys: readonly KeysetKey[];
}

/**
 * The largest chunk of a builder whose joins multiply rows. Its rows are loaded by their primary keys, and each column of
 * those is a parameter, of which SQLite takes 32,766 in one statement.
 */
const largestJoinedChunk = 1_000;

/** The most rows that are left out of the next chunk by their primary keys, each of which is a parameter. */
const mostLeftOut = 10_000;

/**
 * Walk over all rows that a query finds, in its order, chunk by chunk. Each chunk begins after a row of the one before, by the
 * values of its sort keys, so that rows which come or go meanwhile shift nothing.
 *
 * A few values of MariaDB cannot be compared as their rows are ordered. The chunk after such a row begins after the last row
 * before it whose values can, and leaves out the rows from there on by their primary keys.
 */
export class Walk<E extends ObjectLiteral> {
  /** A copy of the builder, which selects what the query asks for. */
  readonly builder: SelectQueryBuilder<E>;
  private readonly chunk: number;
  private plan: QueryPlan;
  private left: number;
  private isStarted = false;
  /** The last row that a condition can begin after; empty at the beginning of the list. */
  private from: Position = [];
  /** The rows that were read since. */
  private leftOut: readonly RowPosition[] = [];

  /** @throws FilterConfigurationError for a builder whose rows have no order of the query's own */
  constructor(
    builder: SelectQueryBuilder<E>,
    plan: QueryPlan,
    private readonly settings: WalkSettings,
  ) {
    checkWalk(builder, plan);
    // A builder has one name in the cache, under which every chunk would be the first one.
    this.builder = copyOf(builder).cache(false);
    if (plan.selection !== undefined) narrowSelection(this.builder, plan.selection.propertyPaths);
    this.plan = plan;
    this.chunk = isOneRowEach(builder) ? settings.chunk : Math.min(settings.chunk, largestJoinedChunk);
    this.left = settings.max;
    checkKeys(this.list(this.builder).keys);
  }

  /** True when there is nothing more to read. */
  get isDone(): boolean {
    return this.left <= 0;
  }

  /**
   * Reads the next rows.
   *
   * @param builder the {@link builder}, on the connection to use
   */
  async read(builder: SelectQueryBuilder<E>): Promise<E[]> {
    if (!this.isStarted) this.plan = await lookUpKeys(builder, this.plan);
    this.isStarted = true;
    const list = this.list(builder);
    const take = Math.min(this.chunk, this.left);
    const rows = await readRows({
      plan: list.plan,
      addition: this.rest(list),
      keys: () => list.keys,
      window: { skip: 0, take },
      probe: false,
      positions: 'all',
    });
    this.left = rows.found < take ? 0 : this.left - rows.data.length;
    if (!this.isDone) this.goOnAfter(rows, list.keys);
    return rows.data;
  }

  /** Finds the order of the rest of the list. */
  private list(builder: SelectQueryBuilder<E>): WalkedList<E> {
    const { plan, from } = this;
    const { dialect } = plan.schema;
    const whole = sqlPlanOf({ builder, plan, nulls: this.settings.nulls }, true);
    const list = listOf(builder, from.length === 0 ? whole : alongIndex(whole));
    const ordered = new ListPlan(list, 'each', () => walkOrder(compile(list.plan, builder), dialect));
    return { plan: ordered, keys: keysetWithin(ordered.sql.order, dialect) };
  }

  /** Adds the condition that a row was not read before. */
  private rest({ plan, keys }: WalkedList<E>): Addition {
    const after = plan.add((binder) => beginningAfter(this.from, keys, binder));
    if (this.leftOut.length === 0) return after;
    const { primaryKey } = plan.sql;
    return plan.add((binder) => `NOT (${isOneOf(this.leftOut, primaryKey, { keys, binder })})`, after);
  }

  private goOnAfter({ found, positionAt }: Rows<E>, keys: readonly KeysetKey[]): void {
    const since: RowPosition[] = [];
    for (let index = found - 1; index >= 0; index -= 1) {
      const at = positionAt(index);
      if (at === undefined) continue;
      if (isComparable(at, keys)) {
        this.from = at.position;
        this.leftOut = since;
        return;
      }
      since.push(at);
    }
    this.leftOut = [...this.leftOut, ...since];
    if (this.leftOut.length > mostLeftOut) throw tooManyUnordered(mostLeftOut);
  }
}

/** Returns true for a position of which each value is compared exactly as its row is ordered. */
function isComparable({ position, misplacedBy }: RowPosition, keys: readonly KeysetKey[]): boolean {
  if (misplacedBy !== undefined) return false;
  return keys.every(({ key, value }, index) => {
    const text = position[index] ?? null;
    return text === null ? key.nullable : value.accepts(text);
  });
}

/**
 * Iterates over the rows of a walk, and holds no more than one chunk of them.
 *
 * @param run runs the statements of one chunk on a connection
 */
export async function* rowsOf<E extends ObjectLiteral>(
  walk: Walk<E>,
  run: (chunk: (builder: SelectQueryBuilder<E>) => Promise<E[]>) => Promise<E[]>,
): AsyncGenerator<E, void, undefined> {
  while (!walk.isDone) {
    const rows = (await run((builder) => walk.read(builder))).reverse();
    // Taken out one by one, so that a row which the caller is done with can be collected.
    for (let row = rows.pop(); row !== undefined; row = rows.pop()) yield row;
  }
}
