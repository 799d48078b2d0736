import type { DataSource } from 'typeorm';
import type { TestDatabase } from '../../support/databases.js';

/**
 * SQL as one engine reads it: `[name]` is quoted as the engine does it, a table with its schema, and `{moment}` is a
 * literal for the moment, as TypeORM stores it in a column without a time zone.
 */
function handWritten({ engine, source }: TestDatabase, sql: string): string {
  return sql
    .replace(/\[(\w+)\]/g, (_, name: string) => quoted(source, name))
    .replace(/\{([^}]+)\}/g, (_, moment: string) => stored(engine, new Date(moment)));
}

/** The ids that a hand-written statement gives, in its order. */
export async function idsByHand(database: TestDatabase, sql: string): Promise<readonly number[]> {
  const rows = await database.source.query<readonly { id: unknown }[]>(handWritten(database, sql));
  return rows.map(({ id }) => Number(id));
}

function quoted({ driver, entityMetadatas }: DataSource, name: string): string {
  const table = entityMetadatas.find(({ tableName }) => tableName === name);
  const path = table?.tablePath ?? name;
  return path
    .split('.')
    .map((part) => driver.escape(part))
    .join('.');
}

/** SQLite's text is UTC; the drivers of the others write the clock of the process. */
function stored(engine: TestDatabase['engine'], moment: Date): string {
  const shifted = engine === 'sqlite' ? moment : new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return `'${shifted.toISOString().replace('T', ' ').replace('Z', '')}'`;
}
