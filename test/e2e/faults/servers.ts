import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { type Socket, connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { preparePostgres } from '../../support/embedded-postgres.mjs';
import { freePort } from '../../support/server-processes.mjs';

/** A database server of a test's own, which can be stopped while it is used. */
export interface FaultyServer {
  readonly options: DataSourceOptions;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good, and leaves nothing behind. */
  remove(): Promise<void>;
}

async function postgresServer(): Promise<FaultyServer> {
  const { url, start, stop, remove } = await preparePostgres();
  await start();
  const extra = { max: 2, connectionTimeoutMillis: 400, statement_timeout: 300 };
  return { options: { type: 'postgres', url, extra }, start, stop, remove };
}

/** True if this machine has a MariaDB server to start; npm installs PostgreSQL's. */
const hasMariadb = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/bin/mariadbd'].some(existsSync);

async function mariadbServer(): Promise<FaultyServer> {
  const port = await freePort();
  const directory = path.join(os.tmpdir(), `nestjs-filterable-${randomUUID()}`);
  const empty = () => {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
  };
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const flags = [`--datadir=${directory}`, ...asRoot];
  const install = () => {
    empty();
    execFileSync('mariadb-install-db', ['--no-defaults', '--auth-root-authentication-method=normal', ...flags], {
      stdio: 'ignore',
    });
  };
  try {
    install();
  } catch {
    // Two that are installed at the same moment can be in each other's way.
    install();
  }
  const serve = ['--no-defaults', ...flags, `--port=${port}`, `--socket=${directory}/s`, '--bind-address=127.0.0.1'];
  const databaseUrl = (name: string) => `mysql://root@127.0.0.1:${port}/${name}`;
  const options: DataSourceOptions = {
    type: 'mariadb',
    url: databaseUrl('test'),
    connectTimeout: 400,
    extra: { connectionLimit: 2, queueLimit: 1 },
  };
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('mariadbd', [...serve, '--max-statement-time=0.3', '--innodb-flush-log-at-trx-commit=0'], {
      stdio: 'ignore',
    });
    // An installation that was in the way of another one may be without the database, and say nothing.
    await answering({ type: 'mariadb', url: databaseUrl('mysql') }, 'CREATE DATABASE IF NOT EXISTS test');
    await answering(options);
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child === undefined || child.exitCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
  await start();
  const remove = async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { options, start, stop, remove };
}

/** Lists the servers that can be started here, by name; it says on the console what is not tested without MariaDB's. */
export function openersOf(subject: string): readonly (readonly [name: string, open: () => Promise<FaultyServer>])[] {
  if (hasMariadb || process.env['REQUIRE_ENGINES'] === 'all') {
    return [
      ['PostgreSQL', postgresServer],
      ['MariaDB', mariadbServer],
    ];
  }
  console.warn(`Not tested on MariaDB: ${subject}, because there is no mariadbd here.`);
  return [['PostgreSQL', postgresServer]];
}

/** A way to a server that can be cut: to whoever comes by it, the server is away. */
export interface Way {
  readonly port: number;
  open(): Promise<void>;
  cut(): Promise<void>;
}

/** A port of its own that leads to a server's, for a replica that dies while the primary lives. */
export async function wayTo(port: number): Promise<Way> {
  const own = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      // What is cut is reset, on either side.
      end.on('error', () => {}).on('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
  });
  const open = () => new Promise<void>((resolve) => void server.listen(own, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await open();
  return { port: own, open, cut };
}

/** Waits until a server answers, and has it do something. */
async function answering(options: DataSourceOptions, statement = 'SELECT 1'): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const source = new DataSource(options);
    try {
      await source.initialize();
      await source.query(statement);
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      if (source.isInitialized) await source.destroy();
    }
  }
}
