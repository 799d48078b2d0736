import type { DataSource } from 'typeorm';
import type { Dialect, StoredCharset } from '../dialects/index.js';
import { FilterConfigurationError, type SchemaRegistry } from '../schema/index.js';

/** Asks a server, once, what only it can tell. */
export async function askServer(source: DataSource, registry: SchemaRegistry): Promise<void> {
  const { dialect, columns } = registry;
  await refuseUnsafeMode(source, dialect);
  if (dialect.charsets === undefined) return;
  const rows: unknown = await source.query(dialect.charsets);
  columns.learn(Array.isArray(rows) ? rows.filter(isStoredCharset) : []);
}

/**
 * Refuses a mode in which client-side escaping is not safe, where the engine has one: the MySQL drivers put values into the
 * text themselves, with a backslash before each quote, which such a server takes for an ordinary letter.
 */
async function refuseUnsafeMode(source: DataSource, { unsafeMode }: Dialect): Promise<void> {
  if (unsafeMode === undefined) return;
  const rows: unknown = await source.query(unsafeMode.query);
  if (!JSON.stringify(rows).includes(unsafeMode.name)) return;
  throw new FilterConfigurationError(
    `The server runs in ${unsafeMode.name} mode, in which the driver's escaping of values is not safe; ` +
      'take the mode out of sql_mode, for the server or for the sessions of this application.',
  );
}

function isStoredCharset(row: unknown): row is StoredCharset {
  if (typeof row !== 'object' || row === null) return false;
  const { table, column, charset }: { table?: unknown; column?: unknown; charset?: unknown } = row;
  return [table, column].every((name) => name === null || typeof name === 'string') && typeof charset === 'string';
}
