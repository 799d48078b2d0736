import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { median, shuffled } from '../measure.mjs';
import { byHand, ours } from '../report/ratios.mjs';
import { pathsFor } from './http.mjs';

/** How often each application is started. */
const starts = 31;

/**
 * Leaves V8's optimizing compiler out. On threads of its own it compiles what Node reads modules with, once more after
 * each module that reads differently: 350 ms of processor time before an application listens, and chance decides how
 * much of it is counted. The heap is large from the start, so that V8 marks none of it: an application of this size
 * ends near the limit at which it would, and that takes 20 ms, or nothing.
 */
const flags = ['--no-opt', '--initial-old-space-size=512'];

/** Applications as they start: the CPU until they listen, from where Nest begins, and the time of the first request. */
export async function measureCold({ engine, posts }, tell) {
  const results = [];
  for (const adapter of ['express', 'fastify']) {
    const costs = new Map([ours, byHand].map((name) => [name, { boot: [], first: [] }]));
    const loads = [];
    for (let round = 0; round < starts; round += 1) {
      // Beside the starts, because a machine that is shared is at times slower than at others.
      loads.push(loadOfTypeorm());
      for (const [name, { boot, first }] of shuffled([...costs])) {
        const paths = pathsFor(posts)[name];
        const started = await start([adapter, engine, String(posts), name], paths[round % paths.length]);
        boot.push(started.boot);
        first.push(started.first);
      }
    }
    const entries = [...costs].map(([name, cost]) => ({ name, boot: median(cost.boot), first: median(cost.first) }));
    tell({ adapter, entries });
    results.push({ adapter, engine, entries, typeorm: median(loads) });
  }
  return results;
}

/** Starts an application, asks it once, and ends it. */
async function start(given, path) {
  const server = fork(new URL('./http-server.mjs', import.meta.url), given, { execArgv: flags });
  try {
    const [{ port, boot }] = await once(server, 'message');
    const before = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    await answer.text();
    if (!answer.ok) throw new Error(`${given.join(' ')} answers its first request with ${answer.status}`);
    return { boot: (boot.user + boot.system) / 1_000, first: performance.now() - before };
  } finally {
    server.kill();
  }
}

/** The CPU of loading TypeORM in a process of its own: the unit of what the library adds to a start. */
function loadOfTypeorm() {
  const program = `
    const before = process.cpuUsage();
    await import('typeorm');
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1_000);
  `;
  return Number(execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program]));
}
