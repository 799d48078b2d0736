import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { initialize, programsFor, serve } from './postgres-programs.mjs';
import { freePort, ownFolder, unprivilegedUser } from './server-processes.mjs';

/**
 * Prepares the PostgreSQL that npm has installed, in a folder and on a port of its own, without anything that keeps
 * data when the machine fails. It can be started and stopped again and again. Throws an Error that says why it cannot
 * run.
 *
 * PostgreSQL refuses to run as root, so for root it runs as another user. That one needs to reach the programs, which
 * it cannot where the clone lies in root's home: there it gets a copy.
 */
export async function preparePostgres() {
  const user = unprivilegedUser();
  const folder = ownFolder(user);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const programs = await programsFor(user, folder);
    const password = randomBytes(12).toString('hex');
    const site = { folder, user, programs };
    const data = path.join(folder, 'data');
    await initialize(site, data, password);
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
        server = await serve(site, data, [`port=${port}`, 'synchronous_commit=off', 'shared_buffers=256MB']);
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
