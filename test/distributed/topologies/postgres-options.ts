import type { EventEmitter } from 'node:events';
import type { DataSourceOptions } from 'typeorm';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Options of pg's pool, as docs/operations.md recommends them. */
const extra = {
  max: 8,
  // No request waits for longer than a few seconds.
  connectionTimeoutMillis: 2_000,
  query_timeout: 3_000,
  // A server that dies just when it has accepted a connection would otherwise end the process.
  onConnect: (client: EventEmitter) => void client.on('error', () => {}),
};

/** The options of one address, whose statements may take so many milliseconds. */
export function at(url: string, query_timeout = extra.query_timeout): PostgresOptions {
  return { type: 'postgres', url, extra: { ...extra, query_timeout } };
}

/** The options of a primary and its standbys, from which TypeORM reads. */
export function replicated(primary: string, standbys: readonly string[]): PostgresOptions {
  const slaves = standbys.map((url) => ({ url }));
  return { type: 'postgres', replication: { master: { url: primary }, slaves }, extra };
}
