import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { median, shuffled } from '../measure.mjs';
import { byHand, ours } from '../report/ratios.mjs';
import { pathsFor } from './http.mjs';

/** How often each application is started. */
const starts = 7;

/** Applications as they start: the CPU until they listen, from where Nest begins, and the time of the first request. */
export async function measureCold({ engine, posts }, tell) {
  const results = [];
  for (const adapter of ['express', 'fastify']) {
    const costs = new Map([ours, byHand].map((name) => [name, { boot: [], first: [] }]));
    for (let round = 0; round < starts; round += 1) {
      for (const [name, { boot, first }] of shuffled([...costs])) {
        const started = await start([adapter, engine, String(posts), name], pathsFor(posts)[name][round]);
        boot.push(started.boot);
        first.push(started.first);
      }
    }
    const entries = [...costs].map(([name, cost]) => ({ name, boot: median(cost.boot), first: median(cost.first) }));
    tell({ adapter, entries });
    results.push({ adapter, engine, entries });
  }
  return results;
}

/** Starts an application, asks it once, and ends it. */
async function start(given, path) {
  const server = fork(new URL('./http-server.mjs', import.meta.url), given);
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
