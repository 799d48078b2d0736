import cliProgress from 'cli-progress';

/** A progress bar, or a stand-in that shows nothing. */
export interface Progress {
  readonly update: (done: number) => void;
  readonly stop: () => void;
}

/** Number of restaurants from which seeding takes long enough for a progress bar. */
const WORTH_SHOWING = 2_000;

/** Shows the progress of seeding this many restaurants. */
export function showProgress(total: number): Progress {
  if (total < WORTH_SHOWING) return { update: () => undefined, stop: () => undefined };
  const bar = new cliProgress.SingleBar({
    format: 'Seeding [{bar}] {value}/{total} restaurants, {eta_formatted} left',
    // Without a terminal, as in a container or in CI, prints a line every few seconds.
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
