import { DataSource, type DataSourceOptions } from 'typeorm';
import { type DriverName, type TestDatabase, openDatabase } from '../databases.js';
import { ignoringCase } from './texts.js';

/**
 * Opens a database as `openDatabase` does; on PostgreSQL with a nondeterministic collation in the test's own schema,
 * where entities find it by its bare name.
 */
export async function openSamples(
  driver: DriverName,
  entities: NonNullable<DataSourceOptions['entities']>,
): Promise<TestDatabase> {
  if (driver !== 'postgres') return openDatabase(driver, { entities });
  const prepared = await openDatabase('postgres', { entities: [] });
  const { options } = prepared.source;
  const schema = String((options as { schema?: string }).schema);
  await prepared.source.query(
    `CREATE COLLATION "${schema}"."${ignoringCase}" (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  );
  const extra = { options: `-c search_path=${schema},public` };
  const source = await new DataSource({ ...options, entities, extra }).initialize();
  const close = async () => {
    await source.destroy();
    await prepared.close();
  };
  return { engine: 'postgres', source, close };
}

/**
 * True if the PostgreSQL server has an extension or can install it. Test files run in parallel, and several may try.
 */
export async function hasExtension(name: 'citext' | 'pg_trgm'): Promise<boolean> {
  const database = await openDatabase('postgres', { entities: [] });
  const { source } = database;
  try {
    await source.query(`CREATE EXTENSION IF NOT EXISTS ${name} SCHEMA public`).catch(() => undefined);
    const rows: unknown = await source.query('SELECT 1 FROM pg_extension WHERE extname = $1', [name]);
    return Array.isArray(rows) && rows.length > 0;
  } finally {
    await database.close();
  }
}

/** True if the server has the type `citext` or can install it. */
export async function hasCitext(): Promise<boolean> {
  return hasExtension('citext');
}

/**
 * Writes rows past TypeORM, which would change some of the values on the way: microseconds, spellings, transformers.
 */
export async function insertRaw(
  source: DataSource,
  table: string,
  rows: readonly Readonly<Record<string, string | null>>[],
): Promise<void> {
  const { driver } = source;
  for (const row of rows) {
    const columns = Object.keys(row).map((name) => driver.escape(name));
    const values = columns.map((name, index) => driver.createParameter(name, index));
    const text = `INSERT INTO ${driver.escape(table)} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
    await source.query(text, Object.values(row));
  }
}
