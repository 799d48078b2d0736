import type { DataSource } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import { FilterConfigurationError } from '../schema/index.js';

/**
 * Asks a server for the mode in which client-side escaping is not safe, where its engine has one: the MySQL drivers put
 * values into the text themselves, with a backslash before each quote, which such a server takes for an ordinary letter.
 */
export async function checkServer(source: DataSource, { unsafeMode }: Dialect): Promise<void> {
  if (unsafeMode === undefined || !source.isInitialized) return;
  const rows: unknown = await source.query(unsafeMode.query);
  if (!JSON.stringify(rows).includes(unsafeMode.name)) return;
  throw new FilterConfigurationError(
    `The server runs in ${unsafeMode.name} mode, in which the driver's escaping of values is not safe; ` +
      'take the mode out of sql_mode, for the server or for the sessions of this application.',
  );
}
