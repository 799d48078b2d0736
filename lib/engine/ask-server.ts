import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Dialect, dialectOf } from '../dialects/index.js';

/**
 * Checks on the server, which alone can tell, that the mode of its sessions lets values be bound safely. Sends nothing to
 * engines that have no unsafe mode.
 *
 * @param existing runner of the caller's. Where there is one, there may be no other connection to take: every connection of
 * a pool can be in a transaction that waits for this answer
 * @throws FilterConfigurationError where the server runs in an unsafe mode; an error of the driver where it cannot be asked
 */
export async function askServer(source: DataSource, existing?: QueryRunner): Promise<void> {
  const unsafeMode = dialectOf(source.options.type)?.unsafeMode;
  if (unsafeMode === undefined) return;
  const runner = existing ?? source.createQueryRunner('master');
  try {
    await refuseUnsafeMode(runner, unsafeMode);
  } finally {
    if (runner !== existing) await runner.release();
  }
}

/**
 * Refuses a mode in which escaping by the driver is not safe: the MySQL drivers put values into the text of a statement
 * themselves, with a backslash before each quote, which such a server reads as an ordinary letter.
 */
async function refuseUnsafeMode(
  runner: Pick<QueryRunner, 'query'>,
  { name, query }: NonNullable<Dialect['unsafeMode']>,
): Promise<void> {
  const rows: unknown = await runner.query(query);
  if (!JSON.stringify(rows).includes(name)) return;
  throw new FilterConfigurationError(
    `The server runs in ${name} mode, in which the driver's escaping of values is not safe; ` +
      'remove the mode from sql_mode, for the server or for the sessions of this application.',
  );
}
