import type { Cluster, Topology } from '../topologies/topology.js';

/** A suite: a column of the table that a run ends with. */
export interface Suite {
  readonly name: string;
  /** Returns false where the suite says nothing about a topology; without it, the suite applies to all. */
  readonly appliesTo?: (topology: Topology) => boolean;
  run(setting: Setting): Promise<Outcome>;
}

/** A suite's surroundings. */
export interface Setting {
  readonly topology: Topology;
  readonly cluster: Cluster;
  /** Starts the server whose answers are right, if it does not run yet. */
  readonly reference: () => Promise<Cluster>;
  readonly seed: number;
  /** Number of requests: the size of what is compared or counted. */
  readonly requests: number;
  /** Writes a line to the log of the run. */
  readonly log: (entry: object) => void;
}

/** Result of a suite on a topology. */
export interface Outcome {
  /** Short text for the table. */
  readonly summary: string;
  /** One message for everything that is not as it must be. */
  readonly failures: readonly string[];
}
