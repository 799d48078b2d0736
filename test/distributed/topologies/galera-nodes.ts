import { freePort } from '../../support/server-processes.mjs';
import type { MariadbNode, MariadbServers } from '../servers/mariadb.js';
import { placeOf } from '../servers/programs.js';
import { at } from './mariadb-options.js';
import { ask } from './tables.js';

/**
 * The ports of a node beside that of MySQL's protocol: of the group, and of the two ways to get the state from another.
 */
interface GroupPorts {
  readonly group: number;
  readonly increment: number;
  readonly whole: number;
}

/** Starts three nodes, one after the other: each takes the state of those before it. */
export async function openNodes(servers: MariadbServers): Promise<readonly [MariadbNode, MariadbNode, MariadbNode]> {
  const [first, second, third] = [await groupPorts(), await groupPorts(), await groupPorts()];
  const address = `gcomm://${[first, second, third].map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
  const open = async (name: string, ports: GroupPorts, firstFlags: readonly string[] = []) => {
    const node = await servers.prepare({ name, flags: flagsOf(name, ports, address), firstFlags, answers: isSynced });
    await node.start();
    return node;
  };
  return [await open('node1', first, ['--wsrep-new-cluster']), await open('node2', second), await open('node3', third)];
}

async function groupPorts(): Promise<GroupPorts> {
  return { group: await freePort(), increment: await freePort(), whole: await freePort() };
}

function flagsOf(name: string, { group, increment, whole }: GroupPorts, address: string): string[] {
  const provider = [
    `base_port=${group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${increment}`,
    'gcache.size=32M',
  ];
  return [
    '--wsrep-on=ON',
    `--wsrep-provider=${placeOf('galera') ?? ''}`,
    `--wsrep-provider-options=${provider.join(';')}`,
    `--wsrep-cluster-address=${address}`,
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=127.0.0.1:${group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${whole}`,
    ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2'],
  ];
}

/** True if a node has the state of the cluster. Before that, it answers everything with an error. */
async function isSynced(url: string): Promise<boolean> {
  const [[status] = []] = await ask(at(url), `SHOW STATUS LIKE 'wsrep_local_state_comment'`);
  return status?.['Value'] === 'Synced';
}
