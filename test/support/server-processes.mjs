import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Returns the user that runs a server which refuses to run as root: the one who runs the tests, unless that is root.
 */
export function unprivilegedUser() {
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

/** Makes a temporary folder that belongs to the user, and that the user can reach. */
export function ownFolder({ uid, gid }) {
  const parent = [os.tmpdir(), '/tmp', '/var/tmp'].find((candidate) => uid === undefined || isOpen(candidate));
  if (parent === undefined) throw new Error(`no user but root can enter ${os.tmpdir()}, /tmp or /var/tmp`);
  const folder = mkdtempSync(path.join(parent, 'nestjs-filterable-'));
  if (uid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** True if every user can enter a folder and its parents. */
export function isOpen(folder) {
  try {
    const real = path.resolve(folder);
    const isEntered = (statSync(real).mode & 0o001) !== 0;
    return isEntered && (real === path.dirname(real) || isOpen(path.dirname(real)));
  } catch {
    return false;
  }
}

/**
 * Starts a program in the folder and as the user of a site. The process has what it has printed, and its exit; without
 * a handler of its `error`, one that cannot start ends Node.
 */
export function run({ folder, user }, program, options) {
  const env = { ...process.env, LC_ALL: 'C', PGDATA: undefined };
  const child = spawn(program, options, { ...user, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed = (printed + text).slice(-4096);
    });
  }
  const exit = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${path.basename(program)} cannot be started: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  exit.catch(() => undefined);
  return Object.assign(child, { printed: () => printed, exit });
}

/** Returns a port that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
