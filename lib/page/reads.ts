import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Snapshot } from '../dialects/index.js';
import { dataSourceOf, onRunner, queryRunnerOf } from '../sql/index.js';
import { closeConnection } from './close-connection.js';
import type { ReadSettings } from './read-options.js';

/** A builder whose statements are to agree with each other, and what its database needs for that. */
interface Reading<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly reads: ReadSettings;
  /** The statements of a snapshot; undefined where the driver has one connection for all. */
  readonly snapshot: Snapshot | undefined;
}

/** A builder on the connection that all statements are to use. */
interface OpenReading<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  /** Ends the transaction, if there is one, and gives the connection back. */
  readonly close: () => Promise<void>;
}

/**
 * Calls a function with a builder whose statements are read as the settings say. A builder with a query runner of its own is
 * left to its owner: its transaction, if there is one, is what the statements see.
 *
 * @throws FilterConfigurationError for a snapshot where the driver has one connection for all
 */
export async function readAs<E extends ObjectLiteral, Result>(
  reading: Reading<E>,
  statements: (builder: SelectQueryBuilder<E>) => Promise<Result>,
): Promise<Result> {
  if (!needsRunner(reading)) return statements(reading.builder);
  const { builder, close } = await open(reading);
  let result: Result;
  try {
    result = await statements(builder);
  } catch (error) {
    // The first error is the one to tell: where the connection is lost, the transaction cannot be ended, either.
    await close().catch(() => undefined);
    throw error;
  }
  await close();
  return result;
}

/**
 * Iterates over what a function gives for a builder whose statements all see one state of the database. The transaction ends
 * with the iteration, also with one that is left early.
 */
export async function* eachInSnapshot<E extends ObjectLiteral, Row>(
  reading: Reading<E>,
  rows: (builder: SelectQueryBuilder<E>) => AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  const { builder, close } = await open(reading);
  try {
    yield* rows(builder);
  } finally {
    await close();
  }
}

/** Returns true where statements cannot be left to TypeORM, which takes a connection for each. */
export function needsRunner<E extends ObjectLiteral>({ builder, reads: { consistency, from } }: Reading<E>): boolean {
  return queryRunnerOf(builder) === undefined && (consistency !== 'statement' || from !== undefined);
}

async function open<E extends ObjectLiteral>({ builder, reads, snapshot }: Reading<E>): Promise<OpenReading<E>> {
  const { consistency, from } = reads;
  const transaction = consistency === 'snapshot' ? checkSnapshot(snapshot) : undefined;
  const source = dataSourceOf(builder);
  const runner = source.createQueryRunner(from === undefined ? source.defaultReplicationModeForReads() : modes[from]);
  await send(runner, transaction?.begin ?? []);
  const close = async () => {
    // Nothing was written, so that there is no difference between an end and a failure.
    if (transaction !== undefined) await send(runner, [transaction.end]);
    await runner.release();
  };
  return { builder: onRunner(builder, runner), close };
}

/** Sends the statements around a transaction. Where one fails, nobody knows what the connection is in: it is closed. */
async function send(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  try {
    for (const statement of statements) await runner.query(statement);
  } catch (error) {
    await closeConnection(runner).catch(() => undefined);
    await runner.release();
    throw error;
  }
}

/** The servers by the names that TypeORM has for them. */
const modes = { replica: 'slave', primary: 'master' } as const;

/** Returns the statements of a snapshot, and refuses one where a transaction would also hold what others send meanwhile. */
export function checkSnapshot(snapshot: Snapshot | undefined): Snapshot {
  if (snapshot !== undefined) return snapshot;
  throw new FilterConfigurationError(
    "`reads.consistency` is snapshot, and this driver has one connection for all: others' statements would be in its " +
      'transaction; leave it out',
  );
}
