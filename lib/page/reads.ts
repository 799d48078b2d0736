import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { type Hydration, hydrations } from '../ast/index.js';
import {
  type Check,
  FilterConfigurationError,
  type Option,
  checkChoice,
  checkNames,
  checkOptions,
  ofType,
} from '../configuration/index.js';
import type { Snapshot } from '../dialects/index.js';
import { traceStatement } from '../tracing/index.js';
import { dataSourceOf, onRunner, queryRunnerOf } from '../typeorm/index.js';

/** Server and consistency of one answer's statements. */
export interface ReadSettings {
  /**
   * Agreement between the statements of one answer (rows, total, keys, facets). `connection` (the default): one
   * connection, so that all read from one server. `snapshot`: one state of the database, in a read-only transaction, at
   * the cost of beginning and ending it. `statement`: a connection for each.
   */
  readonly consistency?: 'statement' | 'connection' | 'snapshot' | undefined;
  /** Server to read from where a data source has `replication`. Default: TypeORM's choice, which is a replica. */
  readonly from?: 'replica' | 'primary' | undefined;
}

/** The options of a call that reads. */
export interface ReadOptions {
  /** Server and consistency of this call's reads, instead of the module's. */
  readonly reads?: ReadSettings | undefined;
}

/** The options of a call that reads entities. */
export interface PageOptions extends ReadOptions {
  /** The code that makes the entities of this call, instead of the handler's or the module's. */
  readonly hydration?: Hydration | undefined;
  /**
   * Relations to load with each row of a repository, as `find({ relations })` does, beside its eager ones. No scope and
   * no rule applies to their rows. If the request populates one, the request decides. Default: none.
   *
   * @example
   * this.filters.page(this.sessions, query, { relations: ['user', 'game.tags'] })
   */
  readonly relations?: readonly string[] | undefined;
}

/** The options of a call that counts. */
export interface CountOptions extends ReadOptions, Pick<PageOptions, 'relations'> {}

/** The options of `FilterService.explain()`. Give it the `relations` of the page that it explains. */
export interface ExplainOptions extends ReadOptions, Pick<PageOptions, 'relations'> {
  /** Asks the database for its plan of each statement, without running it once more. Default: false. */
  readonly plan?: boolean | undefined;
}

const readSettings: Readonly<Record<keyof ReadSettings, Check>> = {
  consistency: (option) => checkChoice(option, ['statement', 'connection', 'snapshot']),
  from: (option) => checkChoice(option, ['replica', 'primary']),
};

/** The options of calls that read entities, each with its check. */
export const entityOptions = {
  reads: checkReads,
  relations: checkNames,
  hydration: (option) => checkChoice(option, hydrations),
} as const satisfies Record<keyof PageOptions, Check>;

export function checkReads({ subject, name, value }: Option): void {
  if (value !== undefined) checkOptions(`${subject}: \`${name}\``, value, readSettings);
}

/**
 * Returns the settings of a call's reads, or undefined for the module's.
 *
 * @param subject the call, which begins an error: `page()`
 * @throws FilterConfigurationError for an unknown option, or a wrong value
 */
export function readsOf(options: ReadOptions | undefined, subject: string): ReadSettings | undefined {
  if (options !== undefined) checkOptions(subject, options, { reads: checkReads });
  return options?.reads;
}

/** Returns the settings of a count's reads, as {@link readsOf} does. Its relations change nothing: no row has any. */
export function countReadsOf(options: CountOptions | undefined): ReadSettings | undefined {
  if (options !== undefined) checkOptions('count()', options, { reads: checkReads, relations: checkNames });
  return options?.reads;
}

/** Checks the options of a call that reads pages, and returns them; none where there are none. */
export function pageOptions(options: PageOptions | undefined): PageOptions {
  if (options === undefined) return {};
  checkOptions('page()', options, entityOptions);
  return options;
}

/** Checks the options of an explanation. All its statements share a connection, so that they are of one server. */
export function explainOptions(options: ExplainOptions, usual: ReadSettings): ExplainOptions & Required<ReadOptions> {
  checkOptions('explain()', options, { reads: checkReads, relations: checkNames, plan: ofType });
  const { consistency, from } = readsWith(usual, options.reads);
  const { plan, relations } = options;
  return { plan, relations, reads: { consistency: consistency === 'statement' ? 'connection' : consistency, from } };
}

/** Returns the settings of a call, where it has any, in place of the module's. */
export function readsWith(usual: ReadSettings, own: ReadSettings | undefined): ReadSettings {
  if (own === undefined) return usual;
  const { consistency = usual.consistency, from = usual.from } = own;
  return { consistency, from };
}

/** A builder whose statements are to agree with each other, and its database's way to do that. */
interface Reading<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly reads: ReadSettings;
  readonly snapshot: Snapshot | undefined;
}

/**
 * Calls a function with a builder whose statements are read as the settings say. A builder with its own query runner is
 * left to its owner: its statements see the runner's transaction, if there is one.
 *
 * @throws FilterConfigurationError for a snapshot where the driver has one connection for everything
 */
export async function readAs<E extends ObjectLiteral, Result>(
  reading: Reading<E>,
  statements: (builder: SelectQueryBuilder<E>) => Promise<Result>,
): Promise<Result> {
  if (!needsRunner(reading)) return statements(reading.builder);
  const opened = open(reading);
  if (opened.begun !== undefined) await opened.begun;
  let result: Result;
  try {
    result = await statements(opened.builder);
  } catch (error) {
    // The first error is reported: where the connection is lost, ending the transaction fails, too.
    await opened.close().catch(() => undefined);
    throw error;
  }
  await opened.close();
  return result;
}

/** Iterates over rows that all see one state of the database. The transaction ends with the iteration, even early. */
export async function* eachInSnapshot<E extends ObjectLiteral, Row>(
  reading: Reading<E>,
  rows: (builder: SelectQueryBuilder<E>) => AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  const { builder, begun, close } = open(reading);
  await begun;
  let end = close;
  try {
    yield* rows(builder);
  } catch (error) {
    // The first error is reported, as by `readAs()`.
    end = () => close().catch(() => undefined);
    throw error;
  } finally {
    await end();
  }
}

/** Returns true where statements cannot be left to TypeORM, which takes a connection for each. */
export function needsRunner<E extends ObjectLiteral>({ builder, reads: { consistency, from } }: Reading<E>): boolean {
  return queryRunnerOf(builder) === undefined && (consistency !== 'statement' || from !== undefined);
}

/**
 * Puts a builder on one connection for all statements.
 *
 * @returns `begun` is settled once the transaction has begun, if there is one; `close` ends it, and releases the
 * connection
 */
function open<E extends ObjectLiteral>({ builder, reads, snapshot }: Reading<E>) {
  const { consistency, from } = reads;
  const transaction = consistency === 'snapshot' ? checkSnapshot(snapshot) : undefined;
  const source = dataSourceOf(builder);
  const runner = source.createQueryRunner(from === undefined ? source.defaultReplicationModeForReads() : modes[from]);
  const connected = onRunner(builder, runner);
  if (transaction === undefined) return { builder: connected, begun: undefined, close: () => runner.release() };
  const close = async () => {
    // Nothing was written, so that success and failure end alike.
    await send(runner, [transaction.end]);
    await runner.release();
  };
  return { builder: connected, begun: send(runner, transaction.begin), close };
}

/** Sends the statements around a transaction. Where one fails, the connection's state is unknown, so it is closed. */
async function send(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  try {
    for (const text of statements) {
      await traceStatement(
        () => ({ text }),
        (): Promise<unknown> => runner.query(text),
        () => 0,
      );
    }
  } catch (error) {
    await closeConnection(runner).catch(() => undefined);
    await runner.release();
    throw error;
  }
}

/** Closes a connection, so that its pool makes another: pg's `end` closes at once, even while a statement runs. */
async function closeConnection(runner: QueryRunner): Promise<void> {
  // A released runner has no connection.
  if (runner.isReleased) return;
  const connection = (await runner.connect()) as { destroy?: () => unknown; end?: () => unknown } | undefined;
  await (connection?.destroy === undefined ? connection?.end?.() : connection.destroy());
}

const modes = { replica: 'slave', primary: 'master' } as const;

/** Returns the statements of a snapshot. Refuses it where a transaction would also include others' statements. */
export function checkSnapshot(snapshot: Snapshot | undefined): Snapshot {
  if (snapshot !== undefined) return snapshot;
  throw new FilterConfigurationError(
    "`reads.consistency` is snapshot, and this driver has one connection for all: others' statements would be in its " +
      'transaction; leave it out',
  );
}
