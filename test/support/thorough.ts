import { randomInt } from 'node:crypto';

/** True with THOROUGH=1, as at night: everything is tried in every way. */
export const thorough = process.env['THOROUGH'] === '1';

/** Which ways a run tries first; the gate counts it up with each commit, so that all ways come round. */
const turnOfRun = Number(process.env['SHARE'] ?? 0);

/**
 * Returns every `parts`th member of a list, from the `turn`th on, and at night the whole list. Neighbours take turns
 * that follow one another, so that together they try the whole list.
 */
export function share<T>(list: readonly T[], parts: number, turn: number): readonly T[] {
  return thorough ? list : list.filter((_, index) => index % parts === (turn + turnOfRun) % parts);
}

/** How many times as many runs random properties make as in `npm test`: `RUNS=20` at night. */
export const factor = wholeNumber('RUNS') ?? 1;

/** The seed of random properties, which is printed. `SEED` repeats a run. */
export const seed = wholeNumber('SEED') ?? randomInt(2 ** 31);

export function announceSeed(): void {
  process.stderr.write(`SEED=${seed} RUNS=${factor}\n`);
}

/** Reads a whole number of the environment. */
function wholeNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new TypeError(`${name} must be a whole number, not ${text}`);
  return Number(text);
}
