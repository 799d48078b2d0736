import { isDeepStrictEqual } from 'node:util';
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
 * Neighbours that have the same columns are one statement.
 */
export async function insertRaw(
  source: DataSource,
  table: string,
  rows: readonly Readonly<Record<string, string | null>>[],
): Promise<void> {
  const { driver } = source;
  let from = 0;
  while (from < rows.length) {
    const columns = Object.keys(rows[from] ?? {});
    let to = from + 1;
    while (to < rows.length && to < from + 50 && isDeepStrictEqual(Object.keys(rows[to] ?? {}), columns)) to += 1;
    const values = rows.slice(from, to).flatMap((row) => Object.values(row));
    const parameters = values.map((_, index) => driver.createParameter(`v${index}`, index));
    const lists = Array.from(
      { length: to - from },
      (_, index) => `(${parameters.slice(index * columns.length, (index + 1) * columns.length).join(', ')})`,
    );
    const names = columns.map((name) => driver.escape(name)).join(', ');
    await source.query(`INSERT INTO ${driver.escape(table)} (${names}) VALUES ${lists.join(', ')}`, values);
    from = to;
  }
}
