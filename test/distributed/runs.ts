import type { Flags } from './flags.js';
import { type Cell, notApplicable } from './report/cells.js';
import { type Need, installation, placeOf } from './servers/programs.js';
import type { Outcome, Setting, Suite } from './suites/suite.js';
import { topologies } from './topologies/index.js';
import type { Cluster, Topology } from './topologies/topology.js';

/** The suites of a run, and whatever they need of it. */
export interface Run {
  readonly flags: Flags;
  readonly suites: readonly Suite[];
  readonly log: (entry: object) => void;
}

/** The servers to compare with, by group, which are started when the first topology needs them. */
const references = new Map<Topology['group'], Promise<Cluster>>();

/** Runs the suites on a topology, and tells about each as soon as it is done. */
export async function runOn(topology: Topology, run: Run): Promise<Cell[]> {
  const missing = topology.needs.filter((need) => placeOf(need) === undefined);
  if (missing.length > 0) return notRun(topology, run, missing);
  const cluster = await topology.open();
  const cells: Cell[] = [];
  try {
    for (const suite of run.suites) {
      const start = performance.now();
      const outcome = await outcomeOf(suite, settingOf(topology, cluster, run));
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      console.log(`${topology.name}: ${suite.name}: ${outcome.summary} (${seconds} s)`);
      for (const failure of outcome.failures.slice(0, 5)) console.log(`  ${failure}`);
      cells.push({ topology: topology.name, suite: suite.name, outcome });
    }
  } finally {
    await cluster.close();
  }
  return cells;
}

/** Closes what all topologies shared. */
export async function closeReferences(): Promise<void> {
  for (const reference of references.values()) await (await reference).close();
}

function notRun(topology: Topology, { suites }: Run, missing: readonly Need[]): Cell[] {
  console.log(`${topology.name}: not run, for want of ${missing.join(', ')}: ${installation(missing)}`);
  return suites.map((suite) => ({ topology: topology.name, suite: suite.name, outcome: undefined }));
}

/** A suite that cannot go on has failed, and the others are run all the same. */
async function outcomeOf(suite: Suite, setting: Setting): Promise<Outcome> {
  if (suite.appliesTo?.(setting.topology) === false) return notApplicable;
  try {
    return await suite.run(setting);
  } catch (error) {
    return {
      summary: 'ended early',
      failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  }
}

function settingOf(topology: Topology, cluster: Cluster, { flags, log }: Run): Setting {
  const { requests, seed } = flags;
  return { topology, cluster, reference: () => referenceOf(topology.group), seed, requests, log };
}

function referenceOf(group: Topology['group']): Promise<Cluster> {
  const known = references.get(group);
  if (known !== undefined) return known;
  const topology = topologies.find((candidate) => candidate.group === group && candidate.isReference);
  if (topology === undefined) throw new Error(`there is nothing to compare ${group} with`);
  const opened = topology.open();
  references.set(group, opened);
  return opened;
}
