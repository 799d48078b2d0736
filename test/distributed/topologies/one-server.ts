import { PostgresServers } from '../servers/postgres.js';
import { at } from './postgres-options.js';
import { synchronize } from './tables.js';
import type { Topology } from './topology.js';

/** One PostgreSQL server. */
export const onePostgres: Topology = {
  name: 'one server',
  group: 'postgres',
  needs: [],
  isReference: true,
  open: async () => {
    const servers = await PostgresServers.shared();
    const server = await servers.prepare({ name: 'server' });
    await server.start();
    const options = at(server.url);
    return {
      options,
      makeTables: (entities) => synchronize(options, entities),
      settle: () => Promise.resolve(),
      scenes: [{ name: 'the server is killed', node: server, reads: 'fail' }],
      close: () => server.stop(),
    };
  },
};
