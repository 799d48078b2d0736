import { DataSource, type DataSourceOptions } from 'typeorm';
import type { EngineName } from './databases.js';

/** A data source that knows its entities and is never connected: enough to write SQL, and no server is needed. */
class DescribedDataSource extends DataSource {
  async describe(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

/** Settings that a driver needs to escape a name. MariaDB's zone is UTC, so that texts are the same everywhere. */
const settings: Readonly<Record<EngineName, DataSourceOptions>> = {
  sqlite: { type: 'better-sqlite3', database: ':memory:' },
  postgres: { type: 'postgres' },
  mariadb: { type: 'mariadb', database: 'test', timezone: 'Z' },
};

/** The metadata of entities as an engine's driver sees them. */
export function describeEntities(
  engine: EngineName,
  entities: NonNullable<DataSourceOptions['entities']>,
): Promise<DataSource> {
  return new DescribedDataSource({ ...settings[engine], entities }).describe();
}
