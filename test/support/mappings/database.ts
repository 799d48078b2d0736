import { randomBytes } from 'node:crypto';
import { DataSource, type DataSourceOptions, type EntityOptions } from 'typeorm';
import { type EngineName, type TestDatabase, openDatabase } from '../databases.js';

/** A second schema or database beside the test's own. */
export interface Place {
  readonly options: Pick<EntityOptions, 'schema' | 'database'>;
  readonly create?: string;
  readonly drop?: readonly string[];
}

/** Another place for tables: a schema, a database, or none, depending on the engine. */
export function placeOn(engine: EngineName): Place {
  const name = `nf_db_${randomBytes(6).toString('hex')}`;
  const places: Readonly<Record<EngineName, Place>> = {
    sqlite: { options: {} },
    postgres: {
      options: { schema: name },
      create: `CREATE SCHEMA "${name}"`,
      drop: [`DROP SCHEMA "${name}" CASCADE`],
    },
    mariadb: {
      options: { database: name },
      create: `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`,
      // Foreign keys of tables that are still there refer to it.
      drop: ['SET FOREIGN_KEY_CHECKS = 0', `DROP DATABASE \`${name}\``],
    },
  };
  return places[engine];
}

/** Opens a database with the second place beside it, which must be there before the tables are made. */
export async function openBeside(
  engine: EngineName,
  { create, drop }: Place,
  entities: NonNullable<DataSourceOptions['entities']>,
): Promise<TestDatabase> {
  if (create === undefined || drop === undefined) return openDatabase(engine, { entities });
  const prepared = await openDatabase(engine, { entities: [] });
  const cleanUp = async () => {
    const runner = prepared.source.createQueryRunner();
    for (const statement of drop) await runner.query(statement);
    await runner.release();
    await prepared.close();
  };
  try {
    await prepared.source.query(create);
    const source = await new DataSource({ ...prepared.source.options, entities }).initialize();
    const close = async () => {
      await source.destroy();
      await cleanUp();
    };
    return { engine, source, close };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
