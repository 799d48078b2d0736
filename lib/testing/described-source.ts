import { DataSource, type DataSourceOptions, type EntityTarget } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Entity, reachableEntities } from './reachable-entities.js';

/** A type of data source whose driver can describe entities without a connection. */
export type DescribedType = keyof typeof settings;

/** The least that each driver needs to describe entities. By default they are tried in this order. */
const settings = {
  'better-sqlite3': { type: 'better-sqlite3', database: ':memory:' },
  postgres: { type: 'postgres' },
  mysql: { type: 'mysql', database: 'test', timezone: 'Z' },
  mariadb: { type: 'mariadb', database: 'test', timezone: 'Z' },
  sqljs: { type: 'sqljs' },
} as const satisfies Readonly<Record<string, DataSourceOptions>>;

const types = Object.keys(settings) as DescribedType[];

/** A data source that builds the metadata of its entities and never connects. */
class DescribedDataSource extends DataSource {
  /** Builds the metadata, which TypeORM otherwise does after connecting. */
  async describe(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

/**
 * Makes a data source without a database, with the metadata of some entities and of all entities related to them.
 *
 * @param type the driver; by default the first that is installed and knows all column types of the entities
 * @throws FilterConfigurationError where there is no such driver
 */
export async function describedSource(
  entities: readonly EntityTarget<object>[],
  type?: DescribedType,
): Promise<DataSource> {
  const reached = [...reachableEntities(entities)];
  if (type !== undefined) return new DescribedDataSource({ ...settings[type], entities: reached }).describe();
  const causes: Error[] = [];
  for (const candidate of types) {
    try {
      return await new DescribedDataSource({ ...settings[candidate], entities: reached }).describe();
    } catch (error) {
      if (!(error instanceof Error) || !isOfDriver(error)) throw error;
      causes.push(error);
    }
  }
  throw new FilterConfigurationError(
    `No installed driver describes ${reached.map(nameOf).join(', ')}: ${causes.map(({ message }) => message).join(' ')}`,
  );
}

/**
 * Returns true for an error that another driver may not have: its package is not installed, or it lacks a column's
 * type. The errors are recognized by the names of their TypeORM classes.
 */
function isOfDriver({ constructor }: Error): boolean {
  return constructor.name === 'DriverPackageNotInstalledError' || constructor.name === 'DataTypeNotSupportedError';
}

function nameOf(entity: Entity): string {
  return typeof entity === 'function' ? entity.name : entity.options.name;
}
