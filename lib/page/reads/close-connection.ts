import type { QueryRunner } from 'typeorm';

/**
 * A driver's own connection: mysql2's is destroyed, pg's ended, which closes it at once even while a statement runs.
 */
interface Closable {
  readonly destroy?: () => unknown;
  readonly end?: () => unknown;
}

/**
 * Closes the connection of a query runner in an unknown state, whose pool then makes another. A transaction that could
 * not be ended would affect the connection's next user.
 */
export async function closeConnection(runner: QueryRunner): Promise<void> {
  // A released runner has no connection.
  if (runner.isReleased) return;
  const connection: unknown = await runner.connect();
  if (isClosable(connection)) await (connection.destroy === undefined ? connection.end?.() : connection.destroy());
}

function isClosable(connection: unknown): connection is Closable {
  return typeof connection === 'object' && connection !== null && ('destroy' in connection || 'end' in connection);
}
