import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { clocks } from '../measure.mjs';

/** The query for the process, or the thread, that serves this connection. */
const idQueries = {
  postgres: 'SELECT pg_backend_pid() AS id',
  mariadb: 'SELECT TID AS id FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()',
};

/** A hundred ticks of the kernel's clock are a second. */
const tick = 10;

/**
 * A clock of what the one connection of a data source computes, together with this process: whatever else runs on the
 * machine then does not count. The server has to run here, under Linux; the time that passes otherwise.
 */
export async function serverClock(engine, source) {
  if (engine === 'sqlite') return clocks.cpu;
  const [{ id }] = await source.query(idQueries[engine]);
  const file = statOf(engine, String(id));
  if (file === undefined) return clocks.wall;
  return () => clocks.cpu() + computed(file);
}

function statOf(engine, id) {
  if (engine === 'postgres') return [`/proc/${id}/stat`].find((file) => existsSync(file));
  if (!existsSync('/proc')) return undefined;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((process) => `/proc/${process}/task/${id}/stat`)
    .find((file) => existsSync(file));
}

/** The time that a process or thread has computed, in its own code and for it in the kernel's. */
function computed(file) {
  const [, user, system] = /\) \S+(?: \S+){10} (\d+) (\d+) /.exec(readFileSync(file, 'utf8')) ?? [];
  return (Number(user) + Number(system)) * tick;
}
