import type { DataSourceOptions } from 'typeorm';

type MysqlOptions = Extract<DataSourceOptions, { type: 'mysql' | 'mariadb' }>;

const common = { type: 'mariadb', connectTimeout: 2_000, extra: { connectionLimit: 8 } } as const;

/** The options of one address. */
export function at(url: string): MysqlOptions {
  return { ...common, url };
}

/** The options of nodes that are all alike: writes go to the first, and TypeORM reads from the others. */
export function replicated(first: string, others: readonly string[]): MysqlOptions {
  const slaves = others.map((url) => ({ url }));
  // What mysql2 needs to set a dead node aside, as docs/operations.md says.
  const cluster = { removeNodeErrorCount: 1, restoreNodeTimeout: 500 };
  return { ...common, replication: { master: { url: first }, slaves, ...cluster } };
}
