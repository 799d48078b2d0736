import cliProgress from 'cli-progress';

export interface Progress {
  readonly update: (done: number) => void;
  readonly stop: () => void;
}

/** Below this many restaurants the seed is over before a bar could be seen. */
const WORTH_SHOWING = 2_000;

export function showProgress(total: number): Progress {
  if (total < WORTH_SHOWING) return { update: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar({
    format: 'Seeding [{bar}] {value}/{total} restaurants, {eta_formatted} left',
    // Without a terminal (in a container, in CI) one line every few seconds.
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
