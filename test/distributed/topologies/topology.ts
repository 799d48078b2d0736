import type { DataSourceOptions } from 'typeorm';
import type { ServerNode } from '../servers/node.js';
import type { Need } from '../servers/programs.js';

/** The entities of a suite. Each suite has tables of its own. */
export type Entities = NonNullable<DataSourceOptions['entities']>;

/** An arrangement of servers: a row of the table in `index.ts`. */
export interface Topology {
  readonly name: string;
  readonly group: 'postgres' | 'galera';
  readonly needs: readonly Need[];
  /** Why a snapshot does not show one state of the whole; undefined where it does. */
  readonly withoutSnapshot?: string;
  /** True for the server that the others are compared with. */
  readonly isReference?: true;
  /** The topology that has the same faults, for one whose own need not be tried. */
  readonly faultsAsIn?: string;
  open(): Promise<Cluster>;
}

/** The servers of a topology, running. */
export interface Cluster {
  /** The address, as an application writes it, without entities. */
  readonly options: DataSourceOptions;
  /** Makes the tables of entities. */
  makeTables(entities: Entities): Promise<void>;
  /** Waits until every server shows what was written. */
  settle(): Promise<void>;
  readonly scenes: readonly Scene[];
  close(): Promise<void>;
}

/** A fault while requests come in. */
export interface Scene {
  readonly name: string;
  readonly node: ServerNode;
  /** What becomes of reads: some must fail, some may fail until they go elsewhere, or none may fail. */
  readonly reads: 'fail' | 'go elsewhere' | 'are not concerned';
}
