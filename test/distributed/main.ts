import { type Flags, readFlags } from './flags.js';
import { type Cell, countsOf, tableOf } from './report/cells.js';
import { logPlace, openLog } from './report/log.js';
import { closeReferences, runOn } from './runs.js';
import { suites } from './suites/index.js';
import { topologies } from './topologies/index.js';

/** Brings up one topology after another, runs the suites on each, and ends with a table and a count. */
const flags = readFlags(process.argv.slice(2));
const chosen = { topologies: topologiesOf(flags), suites: suitesOf(flags) };
if (chosen.topologies.length === 0 || chosen.suites.length === 0) {
  throw new TypeError(`there is no such topology or suite; ${namesOf(topologies)}; ${namesOf(suites)}`);
}
console.log(`DISTRIBUTED_SEED=${flags.seed} DISTRIBUTED_RUNS=${flags.requests}`);
const run = { flags, suites: chosen.suites, log: openLog() };
const cells: Cell[] = [];
for (const topology of chosen.topologies) cells.push(...(await runOn(topology, run)));
await closeReferences();
const { passed, failed } = countsOf(cells);
console.log(`\n${tableOf(cells)}\n\nThe log is ${logPlace}.\n${passed} passed, ${failed} failed`);
// Pools and agents that a server's end has left behind do not keep the process.
process.exit(failed === 0 ? 0 : 1);

function topologiesOf({ topologies: parts }: Flags) {
  return topologies.filter(
    ({ group, name }) => parts.length === 0 || parts.some((part) => part === group || name.includes(part)),
  );
}

function suitesOf({ suites: beginnings }: Flags) {
  return suites.filter(
    ({ name }) => beginnings.length === 0 || beginnings.some((beginning) => name.startsWith(beginning)),
  );
}

function namesOf(rows: readonly { readonly name: string }[]): string {
  return rows.map(({ name }) => name).join(', ');
}
