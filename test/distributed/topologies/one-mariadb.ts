import { MariadbServers } from '../servers/mariadb.js';
import { at } from './mariadb-options.js';
import { synchronize } from './tables.js';
import type { Topology } from './topology.js';

/** One MariaDB server. */
export const oneMariadb: Topology = {
  name: 'one MariaDB server',
  group: 'galera',
  needs: ['mariadbd'],
  isReference: true,
  open: async () => {
    const server = await new MariadbServers().prepare({ name: 'server' });
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
