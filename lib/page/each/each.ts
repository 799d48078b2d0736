import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { PageReading } from '../../adaptive/index.js';
import { type Hydration, type QueryPlan, rowsOfEach } from '../../ast/index.js';
import { ListPlan, listOf } from '../../statements/index.js';
import { type Addition, type NullsDefault, compile } from '../../sql/index.js';
import { copyOf, withoutCacheName } from '../../typeorm/index.js';
import { alongIndex } from '../order/along-index.js';
import type { Position } from '../order/cursor.js';
import { beginningAfter, cursorOrder } from '../order/cursor-order.js';
import { checkExport, checkKeys, checkPosition } from './refusals.js';
import { answeredBuilder } from '../populate/answered-builder.js';
import { answerAggregates } from '../populate/answer-aggregates.js';
import { populateRows } from '../populate/populate.js';
import { isOneRowEach } from '../rows/joins.js';
import { type KeysetKey, keysetWithin } from '../order/keyset.js';
import { sqlPlanOf } from '../list/plan.js';
import { asPart, traceReading } from '../list/trace.js';
import { type Rows, readRows } from '../rows/rows.js';

/** Settings of an export. */
export interface ExportSettings {
  /** The placement of NULL for sort keys that name none. */
  readonly nulls: NullsDefault;
  readonly hydration: Hydration | undefined;
  readonly chunk: number;
  readonly max: number;
}

/** A list in the order of an export. */
interface ExportedList<E extends ObjectLiteral> {
  readonly plan: ListPlan<E>;
  readonly keys: readonly KeysetKey[];
}

/**
 * Largest chunk for a builder whose joins multiply rows. Its rows are loaded by their primary keys, with a parameter
 * for each column, and SQLite takes 32,766 parameters in one statement.
 */
const largestJoinedChunk = 1_000;

/**
 * Reads all rows that a query finds, in its order, chunk by chunk. Each chunk begins after a row of the previous one,
 * by the values of its sort keys, so that rows which come or go meanwhile shift nothing.
 */
export class RowExport<E extends ObjectLiteral> {
  /** A copy of the builder, which selects only the fields of the query. */
  readonly builder: SelectQueryBuilder<E>;
  private readonly chunk: number;
  private left: number;
  /** Last row that was read. Empty at the beginning of the list. */
  private from: Position = [];

  /** @throws FilterConfigurationError for a builder whose rows have no order of the query's own */
  constructor(
    builder: SelectQueryBuilder<E>,
    private readonly plan: QueryPlan,
    private readonly settings: ExportSettings,
  ) {
    checkExport(builder, plan);
    // A builder has one name in the cache, under which every chunk would be the first one.
    const uncached = copyOf(builder).cache(false);
    withoutCacheName(uncached);
    this.builder = answeredBuilder(uncached, plan);
    const chunk = isOneRowEach(builder) ? settings.chunk : Math.min(settings.chunk, largestJoinedChunk);
    this.chunk = Math.min(chunk, mostParents(plan));
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
    const list = this.list(builder);
    const take = Math.min(this.chunk, this.left);
    const reading: PageReading = {
      way: 'usual',
      from: 'a position',
      window: 'inline',
      rows: isOneRowEach(builder) ? 'at once' : 'in two',
      total: 'none',
    };
    traceReading({}, this.plan.schema, reading);
    const rows = await readRows({
      reading,
      plan: list.plan,
      addition: this.rest(list),
      keys: () => list.keys,
      window: { skip: 0, take },
      probe: false,
      positions: 'all',
      hydration: this.settings.hydration ?? this.plan.hydration,
    });
    this.left = rows.found < take ? 0 : this.left - rows.data.length;
    if (!this.isDone) this.goOnAfter(rows, list.keys);
    const { plan } = this;
    const { schema, answered } = plan;
    const populating = { builder, plan, ...this.settings };
    if (answered !== undefined) await answerAggregates(populating, { schema, rows: rows.data, answered });
    if (plan.populate.length > 0) {
      const read = () => populateRows(populating, rows.data);
      await asPart('populate', read);
    }
    return rows.data;
  }

  /** Finds the order of the rest of the list. */
  private list(builder: SelectQueryBuilder<E>): ExportedList<E> {
    const { plan, from } = this;
    const { dialect } = plan.schema;
    const whole = sqlPlanOf({ builder, plan, nulls: this.settings.nulls }, true);
    const list = listOf(builder, from.length === 0 ? whole : alongIndex(whole));
    const ordered = new ListPlan(list, 'each', () => cursorOrder(compile(list.plan, builder), dialect));
    return { plan: ordered, keys: keysetWithin(ordered.sql.order, dialect) };
  }

  /** Adds the condition that a row was not read before. */
  private rest({ plan, keys }: ExportedList<E>): Addition {
    return plan.add((binder) => beginningAfter(this.from, keys, binder));
  }

  /** @throws FilterConfigurationError where no condition can begin after the last row */
  private goOnAfter({ found, positionAt }: Rows<E>, keys: readonly KeysetKey[]): void {
    const last = positionAt(found - 1);
    if (last === undefined) return;
    checkPosition(last, keys);
    this.from = last;
  }
}

/** Returns the greatest number of rows whose related rows are read at a time, as for a page. */
function mostParents({ populate, limits }: QueryPlan): number {
  if (populate.length === 0 || limits === undefined) return Infinity;
  return Math.max(1, Math.floor(limits.populatedRows / rowsOfEach(populate)));
}

/**
 * Iterates over the rows of an export, and holds at most one chunk.
 *
 * @param run runs the statements of one chunk on a connection
 */
export async function* iterate<E extends ObjectLiteral>(
  source: RowExport<E>,
  run: (chunk: (builder: SelectQueryBuilder<E>) => Promise<E[]>) => Promise<E[]>,
): AsyncGenerator<E, void, undefined> {
  while (!source.isDone) {
    const rows = (await run((builder) => source.read(builder))).reverse();
    // Removed one by one, so that a row can be collected once the caller is done with it.
    for (let row = rows.pop(); row !== undefined; row = rows.pop()) yield row;
  }
}
