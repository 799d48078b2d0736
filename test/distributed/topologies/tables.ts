import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Entities } from './topology.js';

/** Makes the tables of entities as TypeORM does. */
export async function synchronize(options: DataSourceOptions, entities: Entities): Promise<void> {
  await withSource({ ...options, entities, synchronize: true }, () => Promise.resolve());
}

/** Sends statements to a server, one after the other, and returns the rows of each. */
export function ask(
  options: DataSourceOptions,
  ...statements: readonly string[]
): Promise<Record<string, unknown>[][]> {
  return withSource(options, async (source) => {
    const results: Record<string, unknown>[][] = [];
    for (const statement of statements) results.push(await source.query(statement));
    return results;
  });
}

/** Opens a data source for as long as a function uses it. */
export async function withSource<Result>(
  options: DataSourceOptions,
  use: (source: DataSource) => Promise<Result>,
): Promise<Result> {
  const source = await new DataSource(options).initialize();
  try {
    return await use(source);
  } finally {
    await source.destroy();
  }
}
