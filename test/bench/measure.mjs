import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** The value below which a part of the samples lies. */
export function quantile(samples, part) {
  const sorted = Float64Array.from(samples).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (samples) => quantile(samples, 0.5);

/** Fisher–Yates: a new order for each round, so that nobody always follows the same one. */
export function shuffled(list) {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}

/**
 * What is measured: the time that passes, or, where nothing is waited for, what the process computes, whoever else
 * runs.
 */
export const clocks = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Times runners side by side: round by round, in random order, each time with the next parameters. One that is much
 * slower than the rest takes part in fewer rounds, so that it does not use up everyone's time: with few rounds, chance
 * decides.
 *
 * @param runners name → (turn) => Promise
 * @param inARow how often each runs when it is its turn, each time timed by itself: a program has one of them, whose
 *   code is in the processor's caches, not all of them one after the other
 */
export async function interleave(runners, { turns, rounds, seconds, inARow = 1, warmUp = 3, clock = 'wall' }) {
  const samples = new Map(Object.keys(runners).map((name) => [name, []]));
  for (let round = -warmUp; round < 0; round += 1) {
    for (const run of Object.values(runners)) await run((round + turns * warmUp) % turns);
  }
  const now = clocks[clock];
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; round < rounds && (performance.now() < end || round < 5); round += 1) {
    for (const [name, run] of shuffled(Object.entries(runners))) {
      if (round % strideOf(samples.get(name), inARow) !== 0) continue;
      for (let time = 0; time < inARow; time += 1) {
        const start = now();
        await run((round * inARow + time) % turns);
        samples.get(name).push(now() - start);
      }
    }
  }
  return Object.fromEntries([...samples].map(([name, times]) => [name, summary(times)]));
}

/** What a contender's turn may take on average, in milliseconds, before it takes part in fewer rounds. */
const fairTurn = 20;

/** In which rounds a contender takes part, by what its turns took: in all of them, or in every second, third, …. */
function strideOf(times, inARow) {
  if (times.length < 3) return 1;
  const turn = median(times.slice(0, 9)) * inARow;
  return Math.max(1, Math.min(64, Math.floor(turn / fairTurn)));
}

/** The tenth percentile is what it takes when nothing else happens to run. */
function summary(times) {
  return { median: median(times), p10: quantile(times, 0.1), p95: quantile(times, 0.95), samples: times.length };
}
