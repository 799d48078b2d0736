import { type PostgresNode, PostgresServers } from '../servers/postgres.js';
import { until } from '../servers/site.js';
import { at, replicated } from './postgres-options.js';
import { ask, synchronize } from './tables.js';
import type { Cluster, Topology } from './topology.js';

/** The ways in which standbys follow their primary. */
interface Way {
  readonly name: string;
  /** Settings of the primary, set once the standbys follow it. */
  readonly primary: readonly string[];
  /** Settings of the last standby. */
  readonly last: readonly string[];
  readonly faultsAsIn?: string;
}

const ways: readonly Way[] = [
  {
    name: 'standbys, synchronous',
    primary: [`synchronous_standby_names = '2 (standby1, standby2)'`, `synchronous_commit = 'remote_apply'`],
    last: [],
  },
  { name: 'standbys, asynchronous', primary: [], last: [] },
  {
    name: 'standbys, one 300 ms behind',
    primary: [],
    last: ['recovery_min_apply_delay=300ms'],
    faultsAsIn: 'standbys, asynchronous',
  },
];

/** A primary and two hot standbys, by TypeORM's `replication`: the library reads from the standbys. */
export const standbys: readonly Topology[] = ways.map((way) => ({
  name: way.name,
  group: 'postgres',
  needs: [],
  ...(way.faultsAsIn !== undefined && { faultsAsIn: way.faultsAsIn }),
  open: () => openStandbys(way),
}));

async function openStandbys(way: Way): Promise<Cluster> {
  const servers = await PostgresServers.shared();
  const primary = await servers.prepare({ name: 'primary' });
  // What a standby replays must not end a statement that is read from it.
  const settings = ['hot_standby_feedback=on', 'max_standby_streaming_delay=-1'];
  const first = await servers.prepare({ name: 'standby1', primary, settings });
  const last = await servers.prepare({ name: 'standby2', primary, settings: [...settings, ...way.last] });
  for (const node of [primary, first, last]) await node.start();
  await until('both standbys follow', async () => (await followers(primary)) === 2);
  const changes = way.primary.map((setting) => `ALTER SYSTEM SET ${setting}`);
  await ask(at(primary.url), ...changes, 'SELECT pg_reload_conf()');
  return {
    options: replicated(
      primary.url,
      [first, last].map(({ url }) => url),
    ),
    makeTables: (entities) => synchronize(at(primary.url), entities),
    settle: () => settled(primary, [first, last]),
    scenes: [
      { name: 'a standby is killed', node: first, reads: 'fail' },
      { name: 'the primary is killed', node: primary, reads: 'are not concerned' },
    ],
    close: async () => {
      for (const node of [last, first, primary]) await node.kill();
    },
  };
}

async function followers({ url }: PostgresNode): Promise<number> {
  const [rows] = await ask(at(url), `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`);
  return rows?.length ?? 0;
}

/** Waits until standbys have replayed what the primary has written so far. */
async function settled(primary: PostgresNode, nodes: readonly PostgresNode[]): Promise<void> {
  const [[written] = []] = await ask(at(primary.url), 'SELECT pg_current_wal_lsn() AS place');
  const place = String(written?.['place']);
  for (const { name, url } of nodes) {
    await until(`${name} has replayed ${place}`, async () => {
      const [[replayed] = []] = await ask(at(url), `SELECT pg_last_wal_replay_lsn() >= '${place}' AS "isThere"`);
      return replayed?.['isThere'] === true;
    });
  }
}
