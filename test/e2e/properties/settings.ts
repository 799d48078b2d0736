import type { DriverName } from '../../support/databases.js';
import { factor } from '../../support/thorough.js';

export { announceSeed, seed } from '../../support/thorough.js';

/** How many requests each engine is asked. */
export const runs = 40 * factor;

/** Drivers of one engine differ in any filter with a number, so they need only a part of the runs. */
export function runsOn(driver: DriverName): number {
  return driver === 'sqljs' || driver === 'mysql' ? Math.ceil(runs / 8) : runs;
}

/** In milliseconds, with room for a machine that has other things to do. */
export const timeout = 60_000 + 60 * runs;

/** Room for nearly every tree: what exceeds a limit has tests of its own. */
export const roomy = {
  ...{ logicalDepth: 10, conditions: 100, values: 5_000, parameters: 1_000, queryBytes: 16_384, cost: 5_000 },
  ...{ unanchoredNeedles: 16, relationConditions: 32, documentConditions: 32 },
};
