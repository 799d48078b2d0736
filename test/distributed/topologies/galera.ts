import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { freePort, run } from '../../support/server-processes.mjs';
import { type MariadbNode, MariadbServers } from '../servers/mariadb.js';
import { placeOf } from '../servers/programs.js';
import { RunningProgram } from '../servers/running-program.js';
import { openNodes } from './galera-nodes.js';
import { at, replicated } from './mariadb-options.js';
import { ask, synchronize } from './tables.js';
import type { Cluster, Topology } from './topology.js';

/** Three nodes of Galera, by TypeORM's `replication`. */
export const galera: Topology = {
  name: 'Galera',
  group: 'galera',
  needs: ['mariadbd', 'galera', 'rsync'],
  open: async () => {
    const nodes = await openNodes(new MariadbServers());
    const [first, ...others] = nodes.map(({ url }) => url);
    return clusterOf(nodes, replicated(first ?? '', others));
  },
};

/** The same behind HAProxy, which gives each connection to the next node. */
export const galeraBehindProxy: Topology = {
  name: 'Galera behind HAProxy',
  group: 'galera',
  needs: ['mariadbd', 'galera', 'rsync', 'haproxy'],
  open: async () => {
    const servers = new MariadbServers();
    const nodes = await openNodes(servers);
    const { port, program } = await startProxy(servers, nodes);
    const cluster = clusterOf(nodes, at(`mysql://root@127.0.0.1:${port}/test`));
    return {
      ...cluster,
      close: async () => {
        await program.end('SIGKILL');
        await cluster.close();
      },
    };
  },
};

function clusterOf(nodes: Awaited<ReturnType<typeof openNodes>>, options: DataSourceOptions): Cluster {
  const [first, second] = nodes;
  return {
    options,
    makeTables: (entities) => synchronize(at(first.url), entities),
    settle: async () => {
      for (const { url } of nodes) await ask(at(url), 'SET SESSION wsrep_sync_wait = 1', 'SELECT 1 FROM mysql.user');
    },
    scenes: [{ name: 'a node is killed', node: second, reads: 'go elsewhere' }],
    close: async () => {
      for (const node of nodes) await node.kill();
    },
  };
}

async function startProxy({ site }: MariadbServers, nodes: readonly MariadbNode[]) {
  const port = await freePort();
  const settings = path.join(site.folder, `haproxy-${port}.cfg`);
  writeFileSync(settings, settingsOf(port, nodes));
  const answers = async () => (await ask(at(`mysql://root@127.0.0.1:${port}/test`), 'SELECT 1')).length === 1;
  const program = new RunningProgram('HAProxy', () => run(site, placeOf('haproxy') ?? '', ['-f', settings]), answers);
  await program.start();
  return { port, program };
}

function settingsOf(port: number, nodes: readonly MariadbNode[]): string {
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen galera',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    '  option mysql-check user root',
    '  default-server inter 500 fall 2 rise 2 on-marked-down shutdown-sessions',
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check`),
    '',
  ].join('\n');
}
