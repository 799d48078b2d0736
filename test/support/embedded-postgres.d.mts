/** A PostgreSQL of npm's that a test can stop and start again. */
export interface PreparedPostgres {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops it for good, and leaves nothing behind. */
  readonly remove: () => Promise<void>;
}

export function preparePostgres(): Promise<PreparedPostgres>;
