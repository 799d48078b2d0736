/** Statements that the server keeps for a connection, parsed and perhaps planned, under names that the driver gives. */
export interface NamedStatements {
  /** Error codes after which a name is useless, because its statement has other types by now. */
  readonly stale: ReadonlySet<string>;
  /** Error codes after which all names are useless: the connection has lost what it was given, or has more. */
  readonly lost: ReadonlySet<string>;
  /** Returns the statement that releases a name of a connection. */
  readonly release: (name: string) => string;
  /** Error code of every statement after the one that failed in a transaction. */
  readonly aborted: string;
}

export const postgresNames: NamedStatements = {
  // "cached plan must not change result type"
  stale: new Set(['0A000']),
  // "prepared statement … does not exist", and "already exists"
  lost: new Set(['26000', '42P05']),
  release: (name) => `DEALLOCATE "${name}"`,
  aborted: '25P02',
};
