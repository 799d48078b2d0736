import type { DataSource } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { dialectOf } from '../../dialects/index.js';
import { moduleSubject } from '../options/options.js';
import type { Servers } from './servers.js';
import type { Settings } from '../options/settings.js';

/**
 * Refuses `preparedStatements` where no data source supports it. Beside one that does, the option
 * changes nothing for the others.
 *
 * @throws FilterConfigurationError with the existing drivers
 */
export function checkNaming({ naming }: Settings, sources: readonly DataSource[], servers: Servers): void {
  if (naming === undefined || sources.length === 0) return;
  const isAble = (source: DataSource): boolean =>
    (servers.dialectOf(source) ?? dialectOf(source.options.type))?.namedStatements !== undefined;
  if (sources.some(isAble)) return;
  const names = new Set(sources.map((source) => servers.dialectOf(source)?.server?.name ?? source.options.type));
  throw new FilterConfigurationError(
    `${moduleSubject}: \`preparedStatements\` is true, and is for PostgreSQL by the driver postgres alone, not for ` +
      `${[...names].join(', ')}; leave it out, or set it to \`options.type === 'postgres'\` of the data source`,
  );
}
