/** A PostgreSQL of npm's that a test can stop and start again. */
export interface PreparedPostgres {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good, and leaves nothing behind. */
  remove(): Promise<void>;
}

export function preparePostgres(): Promise<PreparedPostgres>;
