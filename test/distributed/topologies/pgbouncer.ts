import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, run } from '../../support/server-processes.mjs';
import { type PostgresNode, PostgresServers } from '../servers/postgres.js';
import { placeOf } from '../servers/programs.js';
import { RunningProgram } from '../servers/running-program.js';
import { at } from './postgres-options.js';
import { ask, synchronize } from './tables.js';
import type { Topology } from './topology.js';

/**
 * PgBouncer in transaction mode before one server: statements of one client may use any connection, transactions only
 * one.
 */
export const pgbouncer: Topology = {
  name: 'PgBouncer, transaction mode',
  group: 'postgres',
  needs: ['pgbouncer'],
  open: async () => {
    const servers = await PostgresServers.shared();
    const server = await servers.prepare({ name: 'server' });
    await server.start();
    const pool = await preparePool(servers, server);
    await pool.start();
    return {
      options: at(pool.url),
      makeTables: (entities) => synchronize(at(server.url), entities),
      settle: () => Promise.resolve(),
      scenes: [
        { name: 'PgBouncer is killed', node: pool, reads: 'fail' },
        { name: 'the server behind it is killed', node: server, reads: 'fail' },
      ],
      close: async () => {
        await pool.kill();
        await server.stop();
      },
    };
  },
};

async function preparePool({ site, password }: PostgresServers, server: PostgresNode): Promise<PostgresNode> {
  const port = await freePort();
  const settings = path.join(site.folder, `pgbouncer-${port}.ini`);
  const users = path.join(site.folder, `pgbouncer-${port}.txt`);
  writeFileSync(settings, settingsOf({ port, server: server.port, users }), { mode: 0o600 });
  writeFileSync(users, `"test" "${password}"\n`, { mode: 0o600 });
  const { uid, gid = uid } = site.user;
  if (uid !== undefined && gid !== undefined) for (const file of [settings, users]) chownSync(file, uid, gid);
  const url = `postgres://test:${password}@127.0.0.1:${port}/postgres`;
  const answers = async () => (await ask(at(url), 'SELECT 1')).length === 1;
  const program = new RunningProgram('PgBouncer', () => run(site, placeOf('pgbouncer') ?? '', [settings]), answers);
  return {
    name: 'PgBouncer',
    port,
    url,
    start: () => program.start(),
    kill: () => program.end('SIGKILL'),
    stop: () => program.end('SIGTERM'),
  };
}

/**
 * With the defaults of the last two, a server that is back is used again only after 15 seconds, and requests wait for
 * two minutes.
 */
function settingsOf({ port, server, users }: { port: number; server: number; users: string }): string {
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${server}`,
    '[pgbouncer]',
    'listen_addr=127.0.0.1',
    `listen_port=${port}`,
    'unix_socket_dir=',
    'auth_type=scram-sha-256',
    `auth_file=${users}`,
    'pool_mode=transaction',
    'default_pool_size=8',
    'max_client_conn=200',
    'server_login_retry=1',
    'query_wait_timeout=3',
    '',
  ].join('\n');
}
