import { at } from '../../topologies/postgres-options.js';
import type { ShardedCluster } from '../../topologies/shards.js';
import { ask } from '../../topologies/tables.js';

/** Rows that shards have sent, and the statements that they have been sent. */
export interface Shipped {
  readonly rows: number;
  readonly statements: number;
}

/** postgres_fdw declares a cursor for each statement, and fetches its rows a hundred at a time. */
const sums = `SELECT COALESCE(SUM(rows) FILTER (WHERE query ILIKE 'FETCH%'), 0)::int AS rows,
  COALESCE(SUM(calls) FILTER (WHERE query ILIKE 'DECLARE%'), 0)::int AS statements FROM pg_stat_statements`;

/** Counts what shards send while a function works. */
export async function shippedDuring(cluster: ShardedCluster, work: () => Promise<unknown>): Promise<Shipped> {
  const urls = cluster.nodes.map(({ url }) => url);
  for (const url of urls) await ask(at(url), 'SELECT pg_stat_statements_reset()');
  await work();
  const counts: Shipped[] = [];
  for (const url of urls) {
    const [[sum] = []] = await ask(at(url), sums);
    counts.push({ rows: Number(sum?.['rows']), statements: Number(sum?.['statements']) });
  }
  const total = (name: keyof Shipped) => counts.reduce((sum, count) => sum + count[name], 0);
  return { rows: total('rows'), statements: total('statements') };
}
