import { DataSource, type QueryRunner } from 'typeorm';

/** Opens another pool of connections to a test's database, on which nothing has a name yet. */
export function anotherPool(source: DataSource, options: object = {}): Promise<DataSource> {
  return new DataSource({ ...source.options, synchronize: false, ...options }).initialize();
}

/** A statement that the server keeps for a connection. */
interface PreparedStatement {
  readonly name: string;
  readonly statement: string;
  /** The number of its executions. */
  readonly uses: number;
}

/** Returns the statements that the server keeps for a connection, the oldest first. */
export function preparedOn(runner: QueryRunner): Promise<PreparedStatement[]> {
  return runner.query(
    'SELECT name, statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements ORDER BY prepare_time',
  );
}

/** Does something so often that a statement has its name, and that the server may have a plan for any values. */
export async function often<Result>(work: (turn: number) => Promise<Result>, times = 12): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < times; turn += 1) results.push(await work(turn));
  return results;
}
