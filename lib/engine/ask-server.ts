import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Dialect, dialectOf, dialectOfServer, reachesServers } from '../dialects/index.js';

type Asks = Pick<QueryRunner, 'query'>;

/**
 * Finds the dialect of a server, which its driver alone does not always tell, and checks the setting that the dialect refuses.
 * Sends nothing to engines that have neither.
 *
 * @param existing runner of the caller's. Where there is one, there may be no other connection to take: every connection of
 * a pool can be in a transaction that waits for this answer
 * @returns the dialect, where it is another than the driver's own
 * @throws FilterConfigurationError for a refused setting; an error of the driver where the server cannot be asked
 */
export async function askServer(source: DataSource, existing?: QueryRunner): Promise<Dialect | undefined> {
  const { type } = source.options;
  if (!reachesServers(type) && dialectOf(type)?.refusedSetting === undefined) return undefined;
  const runner = existing ?? source.createQueryRunner('master');
  try {
    const other = reachesServers(type) ? dialectOfServer(type, await versionOf(runner)) : undefined;
    await refuseSetting(runner, other ?? dialectOf(type));
    return other;
  } finally {
    if (runner !== existing) await runner.release();
  }
}

/** Asks for the whole text of the version: TypeORM keeps the number in it alone. */
async function versionOf(runner: Asks): Promise<string> {
  return JSON.stringify(await runner.query('SELECT VERSION() AS version'));
}

async function refuseSetting(runner: Asks, dialect: Dialect | undefined): Promise<void> {
  const refused = dialect?.refusedSetting;
  if (refused === undefined) return;
  const rows: unknown = await runner.query(refused.query);
  if (JSON.stringify(rows).includes(refused.shows)) throw new FilterConfigurationError(refused.reason);
}
