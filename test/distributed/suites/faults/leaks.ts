import type { DataSource, QueryRunner } from 'typeorm';

/** Counts the query runners of a data source that are not given back. */
export class Runners {
  private readonly created = new Set<QueryRunner>();

  constructor(private readonly source: DataSource) {
    const create = source.createQueryRunner.bind(source);
    source.createQueryRunner = (mode) => {
      const runner = create(mode);
      this.created.add(runner);
      return runner;
    };
  }

  /** Returns the number of runners, and of connections of the pools, that are still in use. */
  inUse(): number {
    const runners = [...this.created].filter(({ isReleased }) => !isReleased).length;
    return Math.max(runners, connectionsInUse(this.source));
  }
}

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Asks the pools of pg; mysql2's tell nothing of this. */
function connectionsInUse({ driver }: DataSource): number {
  const { master, slaves = [] } = driver as { readonly master?: unknown; readonly slaves?: readonly unknown[] };
  return [master, ...slaves]
    .filter(isPool)
    .reduce((sum, { totalCount, idleCount, waitingCount }) => sum + totalCount - idleCount + waitingCount, 0);
}

function isPool(pool: unknown): pool is Pool {
  return typeof pool === 'object' && pool !== null && 'totalCount' in pool && 'idleCount' in pool;
}
