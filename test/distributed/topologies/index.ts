import { galera, galeraBehindProxy } from './galera.js';
import { oneMariadb } from './one-mariadb.js';
import { onePostgres } from './one-server.js';
import { pgbouncer } from './pgbouncer.js';
import { shards } from './shards.js';
import { standbys } from './standbys.js';
import type { Topology } from './topology.js';

/** Every topology, those to compare with before the others of their group. */
export const topologies: readonly Topology[] = [
  onePostgres,
  ...standbys,
  pgbouncer,
  shards,
  oneMariadb,
  galera,
  galeraBehindProxy,
];
