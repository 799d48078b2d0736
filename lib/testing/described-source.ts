import { DataSource, type DataSourceOptions, type EntityTarget } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Entity, reachableEntities } from './reachable-entities.js';

/** A type of data source whose driver describes entities without a connection. */
export type DescribedType = keyof typeof settings;

/** What the drivers must be told before they can describe anything; the first whose package is installed is taken. */
const settings = {
  'better-sqlite3': { type: 'better-sqlite3', database: ':memory:' },
  postgres: { type: 'postgres' },
  mysql: { type: 'mysql', database: 'test', timezone: 'Z' },
  mariadb: { type: 'mariadb', database: 'test', timezone: 'Z' },
  sqljs: { type: 'sqljs' },
} as const satisfies Readonly<Record<string, DataSourceOptions>>;

const types = Object.keys(settings) as DescribedType[];

/** A data source that knows its entities and is never connected. */
class DescribedDataSource extends DataSource {
  async describe(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

/**
 * Describes entities, and all that they are related to, as a database's driver sees them, without a database.
 *
 * @param type which driver; by default the first that is installed and has the types of their columns
 * @throws FilterConfigurationError where no driver is, or none of them has
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

/** By their names: a driver is not installed, or knows a column's type no more than a database of its kind does. */
function isOfDriver({ constructor }: Error): boolean {
  return constructor.name === 'DriverPackageNotInstalledError' || constructor.name === 'DataTypeNotSupportedError';
}

function nameOf(entity: Entity): string {
  return typeof entity === 'function' ? entity.name : entity.options.name;
}
