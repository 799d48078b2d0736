import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Dialect, dialectOf, dialectOfServer, reachesServers } from '../dialects/index.js';

type Asks = Pick<QueryRunner, 'query'>;

/**
 * Finds the dialect of a server, which its driver alone does not always tell, and which columns it orders otherwise than it compares
 * them, and checks the setting that the dialect refuses.
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
    const dialect = other ?? dialectOf(type);
    await refuseSetting(runner, dialect);
    return (await withInexactColumns(runner, dialect)) ?? other;
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

/** Asks for the columns that need an exact order; undefined where the dialect or the database has none. */
async function withInexactColumns(runner: Asks, dialect: Dialect | undefined): Promise<Dialect | undefined> {
  if (dialect?.exactOrders === undefined) return undefined;
  const columns = (await runner.query(dialect.exactOrders.columnsQuery)) as readonly InexactColumn[];
  if (columns.length === 0) return undefined;
  const inexactColumns = new Set(columns.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
  return { ...dialect, inexactColumns };
}

/** A row of `ExactOrders.columnsQuery`. */
interface InexactColumn {
  readonly tableName: string;
  readonly columnName: string;
}
