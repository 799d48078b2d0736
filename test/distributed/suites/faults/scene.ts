import { setTimeout } from 'node:timers/promises';
import type { Scene } from '../../topologies/topology.js';
import { type Answer, Load } from './load.js';
import type { Runners } from './leaks.js';

/** Everything that was seen of a fault; a line of the log. Times are milliseconds since the load began. */
export interface Sighting {
  readonly scene: string;
  readonly killed: number;
  readonly back: number;
  /** Answers by status, before the fault, while the node was away, and after it was back. */
  readonly answers: Readonly<Record<'before' | 'away' | 'after', Readonly<Record<string, number>>>>;
  readonly longest: number;
  /** Time from the return of the node to the last answer that was not 200. */
  readonly recovery: number;
  readonly inUse: number;
}

const away = 2_000;
/** Time in which a recovered application must answer everything. */
const calm = 1_500;
const deadline = 5_000;

/** Kills a node under load, brings it back, and watches the answers until all are good again. */
export async function play({ name, node }: Scene, url: string, runners: Runners): Promise<Sighting> {
  const load = new Load(url);
  await setTimeout(500);
  const killed = load.now();
  await node.kill();
  await setTimeout(away);
  await node.start();
  const back = load.now();
  while (load.now() - lastFailure(load, back) < calm && load.now() - back < 2 * deadline) await setTimeout(100);
  await load.stop();
  // A connection goes back to its pool a moment after its answer.
  await setTimeout(200);
  const phases = {
    before: load.answers.filter(({ ended }) => ended < killed),
    away: load.answers.filter(({ ended }) => ended >= killed && ended < back),
    after: load.answers.filter(({ ended }) => ended >= back),
  };
  return {
    scene: name,
    killed: Math.round(killed),
    back: Math.round(back),
    answers: { before: byStatus(phases.before), away: byStatus(phases.away), after: byStatus(phases.after) },
    longest: Math.round(Math.max(...load.answers.map(({ begun, ended }) => ended - begun))),
    recovery: Math.round(lastFailure(load, back) - back),
    inUse: runners.inUse(),
  };
}

/** Returns the faults of a sighting: whatever a client must not see. */
export function faultsOf({ reads, name }: Scene, { answers, recovery, inUse }: Sighting): string[] {
  const statuses = Object.values(answers).flatMap((phase) => Object.keys(phase));
  const allowed = reads === 'are not concerned' ? ['200'] : ['200', '503'];
  const others = [...new Set(statuses)].filter((status) => !allowed.includes(status));
  const wasSeen = reads !== 'fail' || answers.away['503'] !== undefined;
  return [
    ...others.map((status) => (status === 'none' ? 'requests without an answer' : `answers of ${status}`)),
    ...(wasSeen ? [] : ['no request noticed that the node was away']),
    ...(answers.after['200'] === undefined ? ['no good answer after the node was back'] : []),
    ...(recovery < deadline ? [] : [`not recovered ${deadline} ms after the node was back`]),
    ...(inUse === 0 ? [] : [`${inUse} connections were not given back`]),
  ].map((fault) => `${name}: ${fault}`);
}

function lastFailure({ answers }: Load, back: number): number {
  return Math.max(back, ...answers.filter(({ status }) => status !== 200).map(({ ended }) => ended));
}

function byStatus(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
