import { randomBytes } from 'node:crypto';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import type { Entity } from '../checkout/entities.js';

/** A database that the run makes for itself, and drops at its end. */
export interface Judge {
  readonly engine: EngineName;
  /** Opens a data source with empty tables. */
  open(entities: readonly Entity[]): Promise<DataSource>;
  /** Closes a data source, and drops its tables. */
  close(source: DataSource): Promise<void>;
  /** Drops all that is left. */
  end(): Promise<void>;
}

type Open = () => Promise<Judge>;

/** How each engine is opened; a server needs its address, as for the other tests. */
export const judges: Readonly<Record<EngineName, Open>> = {
  sqlite: () => Promise.resolve(sqlite),
  postgres: () =>
    onServer('postgres', {
      make: (name) => [`CREATE DATABASE "${name}"`],
      places: ({ schema }) => (schema === undefined ? [] : [`CREATE SCHEMA IF NOT EXISTS "${schema}"`]),
      drop: (name) => [`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`],
    }),
  mariadb: () =>
    onServer('mariadb', {
      make: (name) => [`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`],
      places: () => [],
      drop: (name) => [`DROP DATABASE IF EXISTS \`${name}\``],
    }),
};

const sqlite: Judge = {
  engine: 'sqlite',
  open: (entities) => opened(new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [...entities] })),
  close: (source) => source.destroy(),
  end: () => Promise.resolve(),
};

interface Statements {
  make(name: string): readonly string[];
  /** What an entity's table needs beside its database. */
  places(entity: { readonly schema?: string | undefined }): readonly string[];
  drop(name: string): readonly string[];
}

/** Every data source has a database of its own: entities name schemas and tables as they like. */
async function onServer(type: 'postgres' | 'mariadb', statements: Statements): Promise<Judge> {
  const url = process.env[`${type.toUpperCase()}_URL`] ?? '';
  if (url === '' || url === 'none') throw new TypeError(`${type.toUpperCase()}_URL must be the address of a server`);
  const administrator = await new DataSource({ type, url }).initialize();
  const run = async (source: DataSource, texts: readonly string[]) => {
    for (const text of texts) await source.query(text);
  };
  const made = new Set<string>();
  return {
    engine: type,
    open: async (entities) => {
      const name = `nf_mappings_${randomBytes(6).toString('hex')}`;
      await run(administrator, statements.make(name));
      made.add(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      const options: DataSourceOptions = { type, url: own.toString(), entities: [...entities] };
      return opened(new DataSource(options), async (source) => {
        for (const metadata of source.entityMetadatas) await run(source, statements.places(metadata));
      });
    },
    close: async (source) => {
      const name = source.driver.database ?? '';
      await source.destroy();
      await run(administrator, statements.drop(name));
      made.delete(name);
    },
    end: async () => {
      for (const name of made) await run(administrator, statements.drop(name));
      await administrator.destroy();
    },
  };
}

async function opened(source: DataSource, prepare: (source: DataSource) => Promise<void> = () => Promise.resolve()) {
  await source.initialize();
  try {
    await prepare(source);
    await source.synchronize();
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
