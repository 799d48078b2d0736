import type { DataSource } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Ask, CatalogueRow, IndexDialect } from '../dialects/index.js';
import type { Table } from '../schema/index.js';
import type { KnownIndexes } from './served.js';
import type { Want } from './want.js';

/** Runs work that reads the catalogue, on one connection of its own, to the server that reads go to. */
export async function asking<Result>(source: DataSource, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const runner = source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    return await work(askOn(runner));
  } finally {
    await runner.release();
  }
}

/** Returns a function that asks the catalogue over a connection. */
export function askOn(runner: { query(sql: string, parameters?: unknown[]): Promise<unknown> }): Ask {
  return async (sql, parameters = []) => {
    const rows: unknown = await runner.query(sql, [...parameters]);
    return Array.isArray(rows) ? (rows as readonly CatalogueRow[]) : [];
  };
}

/** A database whose catalogue is read. */
interface Asked {
  readonly ask: Ask;
  readonly source: DataSource;
  readonly dialect: IndexDialect;
}

/**
 * Reads the indexes of a table, and the wanted expressions in the words of the database.
 *
 * @throws FilterConfigurationError where there is no such table, and where its catalogue may not be read
 */
export async function indexesOfTable(
  { path, sql, metadata }: Table,
  wants: readonly Want[],
  { ask, source, dialect }: Asked,
): Promise<KnownIndexes> {
  const expressions = wants.flatMap(({ keys }) => keys.flatMap((key) => (key.isExpression ? key.sql : [])));
  const parts = path.split('.');
  const table = { sql, name: parts.at(-1) ?? path, schema: parts.length > 1 ? parts[0] : undefined };
  const found = await dialect.indexesOf(table, [...new Set(expressions)], ask).catch((cause: unknown) => {
    throw new FilterConfigurationError(
      `The indexes of ${path} (${metadata.name}) cannot be read: ${messageOf(cause)}; grant this user SELECT on the table and its catalogue`,
      { cause },
    );
  });
  if (found === undefined) {
    throw new FilterConfigurationError(
      `The indexes of ${path} (${metadata.name}) cannot be read: there is no such table, or this user may not see it; run the migrations, or grant SELECT on it`,
    );
  }
  return { ...found, escape: (name) => source.driver.escape(name) };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'the database refuses it';
}
