import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type PostgresSite, initialize, serve } from '../../support/postgres-programs.mjs';
import { type ServerProcess, freePort, run } from '../../support/server-processes.mjs';
import type { ServerNode } from './node.js';
import { withPostgres } from './programs.js';
import { held, openSite } from './site.js';

/** A PostgreSQL server. Its settings are those of `postgresql.conf`. */
export interface PostgresNode extends ServerNode {
  readonly url: string;
}

/** What a new server is to be. */
interface NewServer {
  readonly name: string;
  readonly settings?: readonly string[];
  /** The primary that it follows, which must not run yet. */
  readonly primary?: PostgresNode;
}

/** PostgreSQL servers, whose files are copies of one template: `initdb` runs once, and a standby needs no backup. */
export class PostgresServers {
  private count = 0;

  private constructor(
    readonly site: PostgresSite,
    readonly password: string,
  ) {}

  /** Returns the servers of this run. */
  static shared(): Promise<PostgresServers> {
    return (shared ??= PostgresServers.open());
  }

  private static async open(): Promise<PostgresServers> {
    const servers = new PostgresServers(await withPostgres(openSite()), randomBytes(12).toString('hex'));
    await initialize(servers.site, servers.template, servers.password);
    return servers;
  }

  /** Prepares a server. A standby is started after its primary. */
  async prepare({ name, settings = [], primary }: NewServer): Promise<PostgresNode> {
    const port = await freePort();
    this.count += 1;
    const data = path.join(this.site.folder, `data-${this.count}`);
    const copied = await run(this.site, 'cp', ['-R', this.template, data]).exit;
    if (copied !== 0) throw new Error(`the files of ${name} could not be copied`);
    if (primary !== undefined) this.follow(primary, data, name);
    const server = new RunningServer(this.site, data, [
      `port=${port}`,
      'jit=off',
      'wal_retrieve_retry_interval=500ms',
      ...settings,
    ]);
    return {
      name,
      port,
      url: `postgres://test:${this.password}@127.0.0.1:${port}/postgres`,
      start: () => server.start(),
      kill: () => server.end('SIGKILL'),
      stop: () => server.end('SIGINT'),
    };
  }

  private get template(): string {
    return path.join(this.site.folder, 'template');
  }

  private follow({ port }: PostgresNode, data: string, name: string): void {
    const address = `host=127.0.0.1 port=${port} user=test password=${this.password} application_name=${name}`;
    appendFileSync(path.join(data, 'postgresql.conf'), `primary_conninfo = '${address}'\n`);
    writeFileSync(path.join(data, 'standby.signal'), '');
  }
}

let shared: Promise<PostgresServers> | undefined;

/** The process of a server, one after the other. */
class RunningServer {
  private child: ServerProcess | undefined;

  constructor(
    private readonly site: PostgresSite,
    private readonly data: string,
    private readonly settings: readonly string[],
  ) {}

  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.child = held(await serve(this.site, this.data, this.settings), 'SIGQUIT');
        return;
      } catch (error) {
        // The processes of a server that was killed notice it one by one, and until then none can follow it.
        if (attempt === 50) throw error;
        await setTimeout(100);
      }
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    child?.kill(signal);
    await child?.exit;
  }
}
