import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Hydration, type QueryPlan, rowsOfEach } from '../ast/index.js';
import { type Check, FilterConfigurationError, checkOptions, wholeNumber } from '../configuration/index.js';
import { type PageOptions, type ReadSettings, entityOptions } from './reads.js';
import { type FilterIssue, IssueCollector, Location } from '../issues/index.js';
import { copyOf, hasOrder, hasSlice, withoutCacheName } from '../typeorm/index.js';
import { nameOf, namesIn } from '../wire/index.js';
import { checkEntityRows, checkSelection } from './list/builder.js';
import type { Position } from './order/cursor.js';
import { cursorOrder } from './order/comparable-order.js';
import { type KeysetKey, beginningAfter, keysetWithin } from './order/keyset.js';
import type { PageReading } from '../adaptive/index.js';
import { ListQuery } from '../statements/index.js';
import { type NullsDefault, compile } from '../sql/index.js';
import { type Answer, addAnswers, withoutUnasked } from './answers.js';
import { isOneRowEach } from './rows/joins.js';
import { sqlPlanOf } from './list/plan.js';
import { traceReading } from './list/trace.js';
import { type Rows, readRows } from './rows/rows.js';

/** The options of `FilterService.each()`. */
export interface EachOptions extends PageOptions {
  /** Number of rows that one statement reads, and that are in memory at a time: 1 to 10,000. Default: 1,000. */
  readonly chunk?: number | undefined;
  /** Greatest number of rows to read. Default: all that the query finds. */
  readonly max?: number | undefined;
  /**
   * Server and consistency, instead of the module's. Each chunk uses a connection. With `consistency: 'snapshot'` all
   * rows come from one state of the database, in a transaction that stays open until the last row.
   */
  readonly reads?: ReadSettings | undefined;
}

const defaultChunk = 1_000;
const largestChunk = 10_000;

const table: Readonly<Record<keyof EachOptions, Check>> = {
  chunk: wholeNumber(1, largestChunk),
  max: wholeNumber(0),
  ...entityOptions,
};

/** Checks the options, and adds their defaults. Throws a FilterConfigurationError with every mistake. */
export function eachOptions(options: EachOptions): {
  readonly chunk: number;
  readonly max: number;
  readonly reads: ReadSettings | undefined;
  readonly hydration: Hydration | undefined;
  readonly relations: PageOptions['relations'];
} {
  checkOptions('each()', options, table);
  const { chunk = defaultChunk, max = Infinity, reads, hydration, relations } = options;
  return { chunk, max, reads, hydration, relations };
}

/** Returns the issues of a query for `each()`: it can answer neither a slice of the rows, nor anything beside them. */
export function eachIssues({
  list: { params },
  asked: { pagination: slice, facets, aggregates },
}: QueryPlan): readonly FilterIssue[] {
  const issues = new IssueCollector(3);
  if (slice !== undefined) {
    const text = 'is not supported here: every row is answered, so leave it out';
    issues.add(Location.root(params.pagination), { code: 'invalid_pagination' }, text);
  }
  for (const parameter of ['facets', 'aggregates'] as const) {
    if ({ facets, aggregates }[parameter].length === 0) continue;
    const text = 'is not supported here: only rows are answered, so leave it out';
    const allowed = namesIn({ ...params, [parameter]: undefined });
    issues.add(Location.root(nameOf(parameter, params)), { code: 'unknown_parameter', allowed }, text);
  }
  return issues.issues;
}

/** Refuses a builder or an entity whose rows cannot be read one chunk after another. */
function checkExport<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, { list: { schema } }: QueryPlan): void {
  if (schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `each(): ${schema.name} has no primary key, which each() needs; declare one, or read apply(builder, query).stream()`,
    );
  }
  checkEntityRows(builder, 'each()');
  checkSelection(builder, 'each()');
  const refuse = (text: string) => new FilterConfigurationError(`each(): the builder has ${text}`);
  if (hasOrder(builder)) {
    throw refuse('its own order; leave it out, and set the order in the query or in `defaults.sort` of its handler');
  }
  if (hasSlice(builder)) throw refuse('its own limit; leave it out, and pass `max`');
}

/** Largest chunk where joins multiply rows: SQLite takes 32,766 parameters, one for each column of a row's key. */
const largestJoinedChunk = 1_000;

/** Reads all rows that a query finds, in chunks. Each begins after a row of the one before: nothing shifts. */
export class RowExport<E extends ObjectLiteral> {
  /** A copy of the builder, which selects only the fields of the query. */
  readonly builder: SelectQueryBuilder<E>;
  private readonly answers: readonly Answer[];
  private readonly chunk: number;
  private left: number;
  /** Last row that was read. Empty at the beginning of the list. */
  private from: Position = [];

  /**
   * @throws FilterConfigurationError for a builder whose rows have no order of the query's own, and for an order by
   *   values that the engine cannot compare with a value that it has read
   */
  constructor(
    builder: SelectQueryBuilder<E>,
    private readonly plan: QueryPlan,
    private readonly nulls: NullsDefault,
    settings: { readonly chunk: number; readonly max: number },
  ) {
    checkExport(builder, plan);
    // A builder has one name in the cache, under which every chunk would be the first one.
    const uncached = copyOf(builder).cache(false);
    withoutCacheName(uncached);
    this.answers = plan.list.parameters.answersTo(plan);
    this.builder = withoutUnasked(uncached, plan, this.answers);
    const chunk = isOneRowEach(builder) ? settings.chunk : Math.min(settings.chunk, largestJoinedChunk);
    this.chunk = Math.min(chunk, mostParents(plan));
    this.left = settings.max;
    const [, keys] = this.rest(this.builder);
    const unknown = keys.flatMap(({ key, value }) => (value.isKnown ? [] : (key.expression?.propertyPath ?? [])));
    if (unknown.length === 0) return;
    throw new FilterConfigurationError(
      `each(): rows in the order of ${unknown.join(', ')} cannot be read one chunk after another, because its values ` +
        'cannot be compared as they are ordered; sort by another column',
    );
  }

  get isDone(): boolean {
    return this.left <= 0;
  }

  /** Reads the next rows, by the {@link builder} on the connection to use. */
  async read(builder: SelectQueryBuilder<E>): Promise<E[]> {
    const { plan, nulls, from } = this;
    const [list, keys] = this.rest(builder);
    const own = list.begin();
    if (from.length > 0) own.and(beginningAfter(from, keys, own));
    const take = Math.min(this.chunk, this.left);
    const reading: PageReading = {
      way: 'usual',
      from: 'a position',
      window: 'inline',
      rows: isOneRowEach(builder) ? 'at once' : 'in two',
      total: 'none',
    };
    traceReading({}, plan.list.schema, reading);
    const rows = await readRows({
      reading,
      list,
      own,
      keys: () => keys,
      window: { skip: 0, take },
      probe: false,
      positions: 'all',
    });
    this.left = rows.found < take ? 0 : this.left - rows.data.length;
    if (!this.isDone) this.goOnAfter(rows, keys);
    const { data } = rows;
    await addAnswers({ builder, plan, nulls, data, meta: {}, mode: 'none' }, this.answers);
    return data;
  }

  private rest(builder: SelectQueryBuilder<E>): readonly [ListQuery<E>, readonly KeysetKey[]] {
    const { plan, from, nulls } = this;
    const { dialect } = plan.list.schema;
    const sqlPlan = sqlPlanOf({ builder, plan, nulls }, true, from.length > 0);
    const list = new ListQuery(builder, sqlPlan, 'each', () => cursorOrder(compile(sqlPlan, builder), dialect));
    return [list, keysetWithin(list.sql.order, dialect)];
  }

  /** @throws FilterConfigurationError for values that the engine cannot compare, such as a date that no calendar has */
  private goOnAfter({ found, positionAt }: Rows<E>, keys: readonly KeysetKey[]): void {
    const last = positionAt(found - 1);
    if (last === undefined) return;
    const acceptsAny = this.plan.list.schema.dialect.carrier.carriesUnknown === true;
    const wrong = keys.find(({ key, value }, index) => {
      const text = last[index] ?? null;
      return text === null ? !key.nullable : !(acceptsAny || value.accepts(text));
    });
    if (wrong !== undefined) {
      throw new FilterConfigurationError(
        `each(): no row can be found after a value of ${wrong.key.expression?.propertyPath ?? 'the order'} that its type ` +
          'does not promise; sort by another column',
      );
    }
    this.from = last;
  }
}

/** Returns the greatest number of rows whose related rows are read at a time, as for a page. */
function mostParents({ list: { limits }, server: { populate } }: QueryPlan): number {
  if (populate.length === 0 || limits === undefined) return Infinity;
  return Math.max(1, Math.floor(limits.populatedRows / rowsOfEach(populate)));
}

/** Iterates over the rows of an export, with at most one chunk in memory. `run` runs a chunk on a connection. */
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
