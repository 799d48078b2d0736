import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { Snapshot } from '../../dialects/index.js';
import { tellStatement, tracing } from '../../tracing/index.js';
import { dataSourceOf, onRunner, queryRunnerOf } from '../../typeorm/index.js';
import { closeConnection } from './close-connection.js';
import type { ReadSettings } from './options.js';

/** A builder whose statements are to agree with each other, and its database's way to do that. */
interface Reading<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly reads: ReadSettings;
  /** Statements of a snapshot. Undefined where the driver has one connection for everything. */
  readonly snapshot: Snapshot | undefined;
}

/** A builder on the connection for all statements. */
interface OpenReading<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  /** Settled once the transaction has begun. Undefined without a transaction. */
  readonly begun: Promise<void> | undefined;
  /** Ends the transaction, if there is one, and returns the connection. */
  readonly close: () => Promise<void>;
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

/**
 * Iterates over a function's rows for a builder whose statements all see one state of the database. The transaction
 * ends with the iteration, even with an early exit.
 */
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

function open<E extends ObjectLiteral>({ builder, reads, snapshot }: Reading<E>): OpenReading<E> {
  const { consistency, from } = reads;
  const transaction = consistency === 'snapshot' ? checkSnapshot(snapshot) : undefined;
  const source = dataSourceOf(builder);
  const runner = source.createQueryRunner(from === undefined ? source.defaultReplicationModeForReads() : modes[from]);
  const bound = onRunner(builder, runner);
  if (transaction === undefined) return { builder: bound, begun: undefined, close: () => runner.release() };
  const close = async () => {
    // Nothing was written, so that success and failure end alike.
    await send(runner, [transaction.end]);
    await runner.release();
  };
  return { builder: bound, begun: send(runner, transaction.begin), close };
}

/** Sends the statements around a transaction. Where one fails, the connection's state is unknown, so it is closed. */
async function send(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  try {
    for (const statement of statements) {
      const told = tracing.hasSubscribers ? tellStatement({ text: statement }) : undefined;
      await runner.query(statement);
      if (told !== undefined) told.rows = 0;
    }
  } catch (error) {
    await closeConnection(runner).catch(() => undefined);
    await runner.release();
    throw error;
  }
}

/** Servers by TypeORM's names. */
const modes = { replica: 'slave', primary: 'master' } as const;

/** Returns the statements of a snapshot. Refuses it where a transaction would also include others' statements. */
export function checkSnapshot(snapshot: Snapshot | undefined): Snapshot {
  if (snapshot !== undefined) return snapshot;
  throw new FilterConfigurationError(
    "`reads.consistency` is snapshot, and this driver has one connection for all: others' statements would be in its " +
      'transaction; leave it out',
  );
}
