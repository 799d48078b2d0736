import path from 'node:path';
import { type ServerSite, freePort, run } from '../../support/server-processes.mjs';
import { ask } from '../topologies/tables.js';
import { at } from '../topologies/mariadb-options.js';
import type { ServerNode } from './node.js';
import { placeOf } from './programs.js';
import { RunningProgram } from './running-program.js';
import { openSite } from './site.js';

/** A MariaDB server. */
export interface MariadbNode extends ServerNode {
  readonly url: string;
}

/** A new server, and the flags beside those that all have. */
interface NewServer {
  readonly name: string;
  readonly flags?: readonly string[];
  /** Flags of the first start alone. */
  readonly firstFlags?: readonly string[];
  readonly answers?: (url: string) => Promise<boolean>;
}

/**
 * MariaDB servers in a folder of their own. They do not run as root, whose files rsync would not give to another node.
 */
export class MariadbServers {
  readonly site: ServerSite = openSite();

  /** Prepares a server with an empty database `test`. */
  async prepare({ name, flags = [], firstFlags = [], answers = isUp }: NewServer): Promise<MariadbNode> {
    const port = await freePort();
    const folder = path.join(this.site.folder, `${name}-${port}`);
    await run(this.site, 'mkdir', [folder]).exit;
    const common = ['--no-defaults', `--datadir=${path.join(folder, 'data')}`];
    const installed = run(this.site, 'mariadb-install-db', [...common, '--auth-root-authentication-method=normal']);
    if ((await installed.exit) !== 0) throw new Error(`mariadb-install-db failed: ${installed.printed().trim()}`);
    const options = [...common, ...settingsOf(folder, port), ...flags];
    const url = `mysql://root@127.0.0.1:${port}/test`;
    let starts = 0;
    const launch = () => {
      starts += 1;
      return run(this.site, placeOf('mariadbd') ?? '', starts === 1 ? [...options, ...firstFlags] : options);
    };
    const program = new RunningProgram(name, launch, () => answers(url));
    return {
      name,
      port,
      url,
      start: async () => {
        await program.start();
        // The installation has made the database, in the character set that was the default before.
        if (starts === 1) await ask(at(url), 'ALTER DATABASE test CHARACTER SET utf8mb4');
      },
      kill: () => program.end('SIGKILL'),
      stop: () => program.end('SIGTERM'),
    };
  }
}

async function isUp(url: string): Promise<boolean> {
  return (await ask(at(url), 'SELECT 1')).length === 1;
}

function settingsOf(folder: string, port: number): string[] {
  return [
    `--port=${port}`,
    `--socket=${path.join(folder, 's')}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    ...['--bind-address=127.0.0.1', '--skip-name-resolve', '--max-connections=200', '--character-set-server=utf8mb4'],
    ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=128M'],
  ];
}
