import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type Dialect, dialectOf, dialectOfServer, reachesServers, withoutDirectTexts } from '../../dialects/index.js';

type Asks = Pick<QueryRunner, 'query'>;

/**
 * Finds the dialect of a server, because its driver alone does not always tell, and its columns that are ordered and
 * compared differently. Checks the setting that the dialect refuses. Engines without either receive no statement.
 *
 * @param existing the caller's own runner; there may be no other connection, because every connection of a pool can be
 * in a transaction that waits for this answer
 * @returns the dialect, if it differs from the driver's own
 * @throws FilterConfigurationError for a refused setting; a driver's error where the server cannot be asked
 */
export async function askServer(source: DataSource, existing?: QueryRunner): Promise<Dialect | undefined> {
  const { type } = source.options;
  if (!reachesServers(type) && dialectOf(type)?.refusedSetting === undefined) return undefined;
  const runner = existing ?? source.createQueryRunner('master');
  try {
    const other = reachesServers(type) ? await dialectByAnswer(source, runner) : undefined;
    const dialect = other ?? dialectOf(type);
    await refuseSetting(runner, dialect);
    return (await withInexactColumns(runner, dialect)) ?? other;
  } finally {
    if (runner !== existing) await runner.release();
  }
}

/** A decimal that changes with every other number of digits or unit. */
const sample = '-12.3456';

/**
 * Asks for the whole version text, because TypeORM keeps only its number. It also reads a decimal as the application's
 * driver does, because a host's own parser may change its value, such as euros into cents.
 *
 * @returns the dialect of such a server or driver, or undefined for the data source's usual one
 */
async function dialectByAnswer({ options: { type } }: DataSource, runner: Asks): Promise<Dialect | undefined> {
  const text = `SELECT VERSION() AS version, CAST(${sample} AS DECIMAL(12, 4)) AS sample`;
  const rows = (await runner.query(text)) as readonly { readonly version: unknown; readonly sample?: unknown }[];
  const server = dialectOfServer(type, JSON.stringify(rows.map(({ version }) => version)));
  const dialect = server ?? dialectOf(type);
  const decimal = dialect?.carrier.directTexts?.decimal;
  if (dialect === undefined || decimal === undefined) return server;
  const isExact = decimal(rows[0]?.sample, { precision: 12, scale: 4 }) === sample;
  return isExact ? server : { ...dialect, carrier: withoutDirectTexts(dialect.carrier, 'decimal') };
}

async function refuseSetting(runner: Asks, dialect: Dialect | undefined): Promise<void> {
  const refused = dialect?.refusedSetting;
  if (refused === undefined) return;
  const rows: unknown = await runner.query(refused.query);
  if (JSON.stringify(rows).includes(refused.shows)) throw new FilterConfigurationError(refused.reason);
}

/** Asks for the columns that need an exact order. Undefined where the dialect or the database has none. */
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
