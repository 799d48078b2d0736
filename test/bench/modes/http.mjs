import { URLSearchParams } from 'node:url';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { toQueryString } from 'nestjs-filterable/client';
import { median, quantile, shuffled } from '../measure.mjs';
import { authorName, momentAt } from '../workloads/parameters.mjs';

const [burstSize, connections] = [250, 8];

/** The bursts before the clock starts, and those that are timed: fewer in a run of a few seconds. */
const burstsIn = ({ seconds }) => ({ warmUp: Math.min(16, seconds + 2), timed: Math.min(40, seconds * 3 + 4) });

/** The same list over HTTP, with the library and written by hand: what a request costs the server's CPU. */
export async function measureHttp({ engine, posts }, flags, tell) {
  const results = [];
  for (const adapter of ['express', 'fastify']) {
    const server = fork(new URL('./http-server.mjs', import.meta.url), [adapter, engine, String(posts)]);
    try {
      const [{ port }] = await once(server, 'message');
      const result = {
        adapter,
        engine,
        entries: await measureServer(server, pathsFor(posts), { port, ...burstsIn(flags) }),
      };
      tell(result);
      results.push(result);
    } finally {
      server.kill();
    }
  }
  return results;
}

async function measureServer(server, paths, { port, warmUp, timed }) {
  await checkSame(port, paths);
  const costs = new Map(Object.keys(paths).map((name) => [name, { cpu: [], latency: [] }]));
  for (let round = 0; round < warmUp; round += 1) {
    for (const own of Object.values(paths)) await burst(port, own, []);
  }
  for (let round = 0; round < timed; round += 1) {
    for (const [name, own] of shuffled(Object.entries(paths))) {
      const { cpu, latency } = costs.get(name);
      const before = await cpuOf(server);
      await burst(port, own, latency);
      cpu.push(((await cpuOf(server)) - before) / burstSize);
    }
  }
  return [...costs].map(([name, { cpu, latency }]) => ({
    name,
    cpu: median(cpu),
    cpuP10: quantile(cpu, 0.1),
    median: median(latency),
    p95: quantile(latency, 0.95),
    samples: timed * burstSize,
  }));
}

/** The same five conditions, in the library's words and in those of a handler of one's own. */
export function pathsFor(posts) {
  const turns = Array.from({ length: 16 }, (_, turn) => ({
    author: authorName(turn, posts),
    from: turn * 1_000,
    to: turn * 1_000 + 60_000,
    since: momentAt(posts - 1, posts).toISOString(),
  }));
  const library = turns.map(({ author, from, to, since }) => {
    const filters = {
      status: 'published',
      views: { $between: [from, to] },
      publishedAt: { $gte: since },
      author: { name: author },
    };
    return `/posts/library?${toQueryString({ filters, sort: ['publishedAt:desc', 'id:desc'], pagination: { page: 1, pageSize: 20, withCount: false } })}`;
  });
  const hand = turns.map(
    (turn) => `/posts/hand?${new URLSearchParams({ status: 'published', ...turn, page: '1', pageSize: '20' })}`,
  );
  return { 'nestjs-filterable': library, 'by hand': hand };
}

async function checkSame(port, paths) {
  const [ours, theirs] = Object.values(paths);
  for (const [turn, path] of ours.entries()) {
    const [a, b] = [await fetchText(port, path), await fetchText(port, theirs[turn])];
    if (a !== b || JSON.parse(a).length === 0)
      throw new Error(`other rows over HTTP: ${path}: ${a.slice(0, 200)} / ${b.slice(0, 200)}`);
  }
}

/** So many requests over so many connections, each as soon as the one before is answered. */
async function burst(port, paths, latency) {
  const requests = paths.map((path) => ({ path }));
  const { autocannon } = await import('../peers/tools.mjs');
  const shooting = autocannon({ url: `http://127.0.0.1:${port}`, connections, amount: burstSize, requests });
  shooting.on('response', (client, status, bytes, milliseconds) => latency.push(milliseconds));
  const { non2xx, errors } = await shooting;
  if (non2xx > 0 || errors > 0) throw new Error(`over HTTP, ${non2xx} refusals and ${errors} errors`);
}

async function fetchText(port, path) {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}

/** Milliseconds of the server's CPU so far. */
async function cpuOf(server) {
  const answer = once(server, 'message');
  server.send({});
  const [{ cpu }] = await answer;
  return (cpu.user + cpu.system) / 1_000;
}
