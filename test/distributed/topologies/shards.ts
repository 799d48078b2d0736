import { type PostgresNode, PostgresServers } from '../servers/postgres.js';
import { at } from './postgres-options.js';
import { ask } from './tables.js';
import { type SpreadBy, spread } from './spread.js';
import type { Cluster, Entities, Topology } from './topology.js';

/**
 * A head that keeps no rows, and two shards that postgres_fdw reads: every table is spread by the hash of its primary
 * key.
 */
export const shards: Topology = {
  name: 'two shards',
  group: 'postgres',
  needs: [],
  withoutSnapshot: 'each shard has a snapshot of its own',
  open: openShards,
};

/** The cluster, and the addresses of its servers. */
export interface ShardedCluster extends Cluster {
  readonly head: PostgresNode;
  readonly nodes: readonly PostgresNode[];
  makeTables(entities: Entities, by?: SpreadBy): Promise<void>;
}

/** Without these, which are off by default, a join or a count is made on the head, from all rows. */
const headSettings = ['enable_partitionwise_join=on', 'enable_partitionwise_aggregate=on'];

/** Time for one statement in milliseconds: the head may send one to a shard for each row. */
const patience = 60_000;

/** Starts a head and two shards. */
export async function openShards(): Promise<ShardedCluster> {
  const servers = await PostgresServers.shared();
  const head = await servers.prepare({ name: 'head', settings: headSettings });
  const settings = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=10000'];
  const nodes = [
    await servers.prepare({ name: 'shard1', settings }),
    await servers.prepare({ name: 'shard2', settings }),
  ];
  for (const node of [head, ...nodes]) await node.start();
  await ask(
    at(head.url),
    'CREATE EXTENSION postgres_fdw',
    ...nodes.flatMap((node) => serverOf(node, servers.password)),
  );
  const [first] = nodes;
  return {
    head,
    nodes,
    options: at(head.url, patience),
    makeTables: (entities, by) => spread(at(head.url, patience), optionsOf(nodes), { entities, by }),
    settle: () => Promise.resolve(),
    scenes: first === undefined ? [] : [{ name: 'a shard is killed', node: first, reads: 'fail' }],
    close: async () => {
      for (const node of [head, ...nodes]) await node.stop();
    },
  };
}

function optionsOf(nodes: readonly PostgresNode[]) {
  return nodes.map(({ name, url }) => ({ name, options: at(url, patience) }));
}

function serverOf({ name, port }: PostgresNode, password: string): string[] {
  const address = `host '127.0.0.1', port '${port}', dbname 'postgres', connect_timeout '2'`;
  const reading = `use_remote_estimate 'true', async_capable 'true', fetch_size '100'`;
  return [
    `CREATE SERVER ${name} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (${address}, ${reading})`,
    `CREATE USER MAPPING FOR test SERVER ${name} OPTIONS (user 'test', password '${password}')`,
  ];
}
