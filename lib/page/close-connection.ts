import type { QueryRunner } from 'typeorm';

/** A driver's own connection: mysql2's is destroyed, pg's ended, which closes it at once where a statement still runs. */
interface Closable {
  readonly destroy?: () => unknown;
  readonly end?: () => unknown;
}

/**
 * Closes the connection of a query runner, whose pool then makes another. For one in an unknown state: a transaction that could
 * not be ended would hold for whoever is given the connection next.
 */
export async function closeConnection(runner: QueryRunner): Promise<void> {
  // A runner that TypeORM has released has lost its connection.
  if (runner.isReleased) return;
  const connection: unknown = await runner.connect();
  if (isClosable(connection)) await (connection.destroy === undefined ? connection.end?.() : connection.destroy());
}

function isClosable(connection: unknown): connection is Closable {
  return typeof connection === 'object' && connection !== null && ('destroy' in connection || 'end' in connection);
}
