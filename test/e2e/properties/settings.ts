import { randomInt } from 'node:crypto';
import type { DriverName } from '../../support/databases.js';

/**
 * `PROPERTY_RUNS` is how many filters each engine is asked, 150 unless it says otherwise (the gate asks 1,000); the
 * other properties take a part of it. `PROPERTY_SEED` repeats a run. The seed is printed, because a failure nobody can
 * repeat is worth little.
 */
export const runs = wholeNumber('PROPERTY_RUNS') ?? 150;
export const seed = wholeNumber('PROPERTY_SEED') ?? randomInt(2 ** 31);

/** Drivers of one engine differ in any filter with a number, so they need only a part of the runs. */
export function runsOn(driver: DriverName): number {
  return driver === 'sqljs' || driver === 'mysql' ? Math.ceil(runs / 8) : runs;
}

/** In milliseconds, with room for a machine that has other things to do. */
export const timeout = 60_000 + 60 * runs;

export function announceSeed(): void {
  process.stderr.write(`PROPERTY_SEED=${seed} PROPERTY_RUNS=${runs}\n`);
}

function wholeNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new TypeError(`${name} must be a whole number, not ${text}`);
  return Number(text);
}
