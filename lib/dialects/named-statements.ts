/** Statements that the server keeps for a connection, parsed and perhaps planned, under names that the driver gives. */
export interface NamedStatements {
  /** Codes of errors after which a name is of no more use, because its statement has other types by now. */
  readonly stale: ReadonlySet<string>;
  /** Codes of errors after which no name is of use, because the connection has not kept what it was given, or has more than that. */
  readonly lost: ReadonlySet<string>;
  /** Returns the statement by which a connection lets go of a name. */
  readonly release: (name: string) => string;
  /** Code of the error for every statement of a transaction in which one has failed. */
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
