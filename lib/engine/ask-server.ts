import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Characters, type Dialect, type Session, type StoredCharset, faultOf } from '../dialects/index.js';
import type { SchemaRegistry } from '../schema/index.js';

/** Asks a server what only it can tell: whether values can be bound safely, and what its columns can hold. */
export async function askServer(source: DataSource, registry: SchemaRegistry, given?: QueryRunner): Promise<void> {
  const { dialect, columns } = registry;
  if (dialect.unsafeMode === undefined && dialect.charsets === undefined) return;
  // Where the caller has a connection there may be no other: a pool can be all transactions that wait for this.
  const runner = given ?? source.createQueryRunner('master');
  try {
    await refuseUnsafeMode(runner, dialect);
    columns.learn(await storedCharacters(runner, dialect, databasesOf(registry)));
  } finally {
    if (runner !== given) await runner.release();
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

/** The databases that entities name, beside the connection's own. */
function databasesOf({ source, dialect }: SchemaRegistry): readonly string[] {
  if (dialect.charsets?.storedElsewhere === undefined) return [];
  return [...new Set(source.entityMetadatas.flatMap(({ database }) => database ?? []))];
}

/** The columns with what they can hold; each character set is asked about once. */
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

/** A server that speaks the language without this word of it tells nothing; one that is away is asked again. */
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

/** These names become part of statements. */
function isWord(name: unknown): boolean {
  return typeof name === 'string' && /^\w+$/.test(name);
}
