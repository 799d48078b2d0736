import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Characters, type Dialect, type Session, type StoredCharset, faultOf } from '../dialects/index.js';
import type { SchemaRegistry } from '../schema/index.js';

/**
 * Queries a server for facts that only it has: whether values can be bound to its statements safely, and which characters
 * its columns can hold. Engines whose servers have no such facts are not queried.
 *
 * @param existing a connection that the caller has already, and keeps
 */
export async function askServer(source: DataSource, registry: SchemaRegistry, existing?: QueryRunner): Promise<void> {
  const { dialect, columns } = registry;
  if (dialect.unsafeMode === undefined && dialect.charsets === undefined) return;
  // A caller with a connection may hold the last one of the pool: to wait for another could be to wait forever.
  const runner = existing ?? source.createQueryRunner('master');
  try {
    await refuseUnsafeMode(runner, dialect);
    columns.learn(await storedCharacters(runner, dialect, databasesOf(registry)));
  } finally {
    if (runner !== existing) await runner.release();
  }
}

/**
 * Refuses a mode in which client-side escaping is not safe, where the engine has one: the MySQL drivers put values into the
 * text themselves, with a backslash before each quote, which such a server takes for an ordinary letter.
 */
async function refuseUnsafeMode(session: Session, { unsafeMode }: Dialect): Promise<void> {
  if (unsafeMode === undefined) return;
  const rows = await session.query(unsafeMode.query);
  if (!JSON.stringify(rows).includes(unsafeMode.name)) return;
  throw new FilterConfigurationError(
    `The server runs in ${unsafeMode.name} mode, in which the driver's escaping of values is not safe; ` +
      'take the mode out of sql_mode, for the server or for the sessions of this application.',
  );
}

/** Lists the databases that entities name, beside the connection's own. */
function databasesOf({ source, dialect }: SchemaRegistry): readonly string[] {
  if (dialect.charsets?.storedElsewhere === undefined) return [];
  return [...new Set(source.entityMetadatas.flatMap(({ database }) => database ?? []))];
}

/** Lists the columns of a server, each with the characters that it can hold. Each character set is queried once. */
async function storedCharacters(session: Session, dialect: Dialect, databases: readonly string[]) {
  const { stored: own, storedElsewhere: elsewhere } = dialect.charsets ?? {};
  const stored = own === undefined ? [] : storedIn(null, await session.query(own));
  if (elsewhere !== undefined) {
    for (const name of databases) stored.push(...storedIn(name, await session.query(elsewhere, [name])));
  }
  const sets = new Map<string, Characters | undefined>();
  for (const { charset } of stored) {
    if (!sets.has(charset)) sets.set(charset, await charactersOf(charset, session, dialect));
  }
  return stored.map((row) => ({ ...row, characters: sets.get(row.charset) }));
}

function storedIn(database: string | null, rows: unknown): StoredCharset[] {
  return Array.isArray(rows) ? rows.filter(isStoredCharset).map((row) => ({ ...row, database })) : [];
}

/**
 * Queries a server for the characters of a character set; undefined where it does not know the query, as servers that only
 * speak the protocol of another may not. An error of a server that is away passes, so that it is queried again later.
 */
async function charactersOf(charset: string, session: Session, dialect: Dialect): Promise<Characters | undefined> {
  try {
    return await dialect.charsets?.ask(charset, session);
  } catch (error) {
    if (faultOf(error) === 'unavailable') throw error;
    return undefined;
  }
}

function isStoredCharset(row: unknown): row is Omit<StoredCharset, 'database'> {
  if (typeof row !== 'object' || row === null) return false;
  const { table, column, charset, collation }: { -readonly [name in keyof StoredCharset]?: unknown } = row;
  const isPlace = [table, column].every((name) => name === null || typeof name === 'string');
  return isPlace && isWord(charset) && (collation === null || isWord(collation));
}

/** Returns true for a name that can stand in a statement as it is: these names become part of one. */
function isWord(name: unknown): boolean {
  return typeof name === 'string' && /^\w+$/.test(name);
}
