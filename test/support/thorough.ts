import { randomInt } from 'node:crypto';

/** True in the gate, which sets THOROUGH: everything is tried in every way. */
export const thorough = process.env['THOROUGH'] === '1';

/**
 * Returns every `parts`th of a list, from the `turn`th on, and in the gate all of it. Where neighbours have turns that
 * follow one another, they have all of the list together: a row less for each of them, and no row that nobody tries.
 */
export function share<T>(list: readonly T[], parts: number, turn: number): readonly T[] {
  return thorough ? list : list.filter((_, index) => index % parts === turn % parts);
}

/** How many times as often random properties run as in `npm test`: `RUNS=20` at night. */
export const factor = wholeNumber('RUNS') ?? 1;

/** The seed of random properties, which is printed. `SEED` repeats a run. */
export const seed = wholeNumber('SEED') ?? wholeNumber('PROPERTY_SEED') ?? randomInt(2 ** 31);

export function announceSeed(): void {
  process.stderr.write(`SEED=${seed} RUNS=${factor}\n`);
}

/** Reads a whole number of the environment. */
export function wholeNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new TypeError(`${name} must be a whole number, not ${text}`);
  return Number(text);
}
