import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** Choices of a run: `npm run test:distributed -- postgres --suite torn --suite faults`. */
export interface Flags {
  /** Groups of topologies, or parts of their names; empty for all. */
  readonly topologies: readonly string[];
  /** Beginnings of the names of suites; empty for all. */
  readonly suites: readonly string[];
  /** Random requests of a comparison, and pages of each kind that are read while others write. */
  readonly requests: number;
  readonly seed: number;
}

/** Reads the arguments; the environment has the numbers, as in the other tests. */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { suite: { type: 'string', multiple: true, default: [] } },
  });
  return {
    topologies: positionals,
    suites: values.suite,
    requests: wholeNumber('DISTRIBUTED_RUNS') ?? 60,
    seed: wholeNumber('DISTRIBUTED_SEED') ?? randomInt(2 ** 31),
  };
}

function wholeNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new TypeError(`${name} must be a whole number, not ${text}`);
  return Number(text);
}
